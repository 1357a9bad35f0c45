import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { load } from 'js-yaml';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { CommandLine } from '../support/service/command-line.js';
import { scrape } from '../support/service/exposition.js';
import { routesOf } from '../support/http/routes.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

interface ComposeFile {
  readonly 'x-environment': object;
  readonly services: Record<string, { readonly environment?: object }>;
}

const settledByCompose = ['PORT', 'HOST', 'METRICS_HOST', 'DATA_DIR'];
const notOurs = ['node_modules', 'dist', '.git', '.data', 'coverage'];

/** Every file and folder of the project, relative to it. */
let paths: readonly string[];
/** The text of every page by its path. */
let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
  paths = await pathsIn(projectRoot);
  const names = paths.filter((path) => /^(docs\/[^/]+|README|CONTRIBUTING|(.+\/)?DECISIONS)\.md$/.test(path));
  pages = new Map(await Promise.all(names.map(async (name) => [name, await textOf(name)] as const)));
});

describe('The pages of the documentation', () => {
  it('link to files and headings that exist', () => {
    const links = mentions(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g);
    expect(links.length).toBeGreaterThan(30);
    const broken = links.filter(([page, file = '', heading = '']) => {
      const target = file === '' ? page : join(dirname(page), file);
      return !paths.includes(target) || (heading !== '' && !headingsOf(target).includes(heading));
    });
    expect(broken).toEqual([]);
  });

  it('name files and folders that exist', () => {
    const named = mentions(/`(\.?[\w-][\w./-]*(?:\/|\.(?:ts|mjs|sql|prisma|yml)))`/g);
    expect(named.length).toBeGreaterThan(20);
    // A page may also name files that its reader is told to save, such as "Save this as `enrich.mjs`".
    const saved = mentions(/\bas `([\w-]+\.\w+)`/g).map(([page, name]) => `${page} ${name}`);
    const ours = named.filter(([page, name]) => !saved.includes(`${page} ${name}`));
    const endings = ours.map(([, name = '']) => (name.startsWith('.') ? name : `/${name.replace(/\/$/, '')}`));
    expect(endings.filter((ending) => !paths.some((path) => `/${path}`.endsWith(ending)))).toEqual([]);
  });

  it('name scripts that package.json has', async () => {
    const { scripts } = JSON.parse(await textOf('package.json')) as { scripts: Record<string, string> };
    const named = [...mentions(/npm run (?:--silent )?([\w:-]+)/g), ...mentions(/`((?:bench|chaos):[\w-]+)/g)];
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(([, name = '']) => scripts[name] === undefined)).toEqual([]);
  });

  it('name commands that `admin` has, and docs/operations.md names all of them', async () => {
    const commands = await commandsOfHelp();
    const rows = rowsOf('docs/operations.md', 'Group').map(([group = '', names = '']) => [group, sortedWords(names)]);
    expect(rows).toEqual([...commands].map(([group, names]) => [group, names]));
    const examples = mentions(/\badmin(?: --|\.js) ([a-z]+) ([a-z-]+)/g);
    expect(examples.length).toBeGreaterThan(10);
    // After a command without subcommands, such as `follow`, the next word is an argument.
    const isKnown = ([, group = '', name = '']: readonly (string | undefined)[]): boolean =>
      commands.get(group)?.length === 0 || commands.get(group)?.includes(name) === true;
    expect(examples.filter((example) => !isKnown(example))).toEqual([]);
  });

  it('name every environment variable that config.ts reads, and docker-compose.yml passes all of them on', async () => {
    const config = await textOf('src/platform/config/config.ts');
    const read = [...config.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name = '']) => name);
    const inTable = rowsOf('docs/operations.md', 'Variable').map(([name = '']) => name);
    const documented = inTable.filter((name) => !name.startsWith('OTEL_'));
    expect(documented.sort()).toEqual(read.filter((name) => !/^(OTEL_.*|FAILPOINTS)$/.test(name)).sort());
    const ofTracing = pageText('docs/operations.md').match(/\bOTEL_[A-Z_]+\b/g) ?? [];
    const { 'x-environment': shared, services } = load(await textOf('docker-compose.yml')) as ComposeFile;
    const passed = [...Object.keys(shared), ...Object.keys(services.api?.environment ?? {}), ...settledByCompose];
    expect(passed).toEqual(expect.arrayContaining([...documented, ...ofTracing]));
  });

  it('name the defaults of environment variables that config.ts has', async () => {
    const config = await textOf('src/platform/config/config.ts');
    const defaults = config.matchAll(/^ {2}([A-Z_]+): (?:count\(|.*(?:default|onOff)\('?)([\w.-]+)/gm);
    const read = [...defaults].map(([, name = '', value = '']) => `${name} ${value.replaceAll('_', '')}`);
    expect(read.length).toBeGreaterThan(20);
    const inTable = rowsOf('docs/operations.md', 'Variable').map(([name = '', value = '']) => `${name} ${value}`);
    expect(inTable.map((row) => row.split(',')[0])).toEqual(expect.arrayContaining(read));
  });

  it('name for each rule of the contract a test that exists', async () => {
    // A rule may take several lines. The lines after the first are indented.
    const text = pageText('docs/conformance.md').replaceAll(/\\?\n {2}(?=\S)/g, ' ');
    const rules = [...text.matchAll(/^- (.+)\. Tested by `([\w./-]+)`: “(.+)”$/gm)];
    const lines = text.match(/^- /gm) ?? [];
    expect([rules.length, rules.length > 100]).toEqual([lines.length, true]);
    // Some specs of the QA suite have the name of another spec, so they are named with their folder: `qa/company`.
    const specs = paths.filter((path) => path.endsWith('.spec.ts'));
    const texts = new Map(
      await Promise.all(
        specs.map(async (path) => [/((?:\bqa\/)?[\w.-]+)\.spec\.ts$/.exec(path)?.[1], await textOf(path)] as const),
      ),
    );
    const shared = await textOf('test/qa/validation.ts');
    const missing = rules.filter(([, , spec = '', names = '']) => {
      const source = texts.get(spec);
      return source === undefined || !names.split(' › ').every((name) => hasTitle(source, shared, name));
    });
    expect(missing.map(([, , spec, title]) => `${spec}: ${title}`)).toEqual([]);
  });
});

describe('The pages of the documentation, compared with a running service,', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ env: { METRICS_PORT: '0' } });
  });

  afterAll(() => service.close());

  it('name endpoints that the service has, and docs/architecture.md names all of them', () => {
    const served = routesOf(service.app)
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
      .filter((route) => !/ \/($|docs|openapi|console)/.test(route));
    const listed = pageText('docs/architecture.md').match(/(?<=`)(?:GET|POST) \/[^`]+/g) ?? [];
    expect(listed.sort()).toEqual(served.sort());
    const patterns = served.map((route) => new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
    const named = mentions(/\b((?:GET|POST) \/(?:v1|health|ready)[^\s?`,)]*)/g);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(([, name = '']) => !patterns.some((pattern) => pattern.test(name)))).toEqual([]);
  });

  it('show records in README.md that can be imported', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pages-'));
    const commands = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));
    const files = [...pageText('README.md').matchAll(/^cat > ((companies|persons)\.ndjson) <<'END'\n([^]*?)^END$/gm)];
    expect(files.map(([, , kind]) => kind)).toEqual(['companies', 'persons']);
    for (const [, name = '', kind = '', lines = ''] of files) {
      await writeFile(join(folder, name), lines);
      const summary = await commands.answerOf(['import', kind, join(folder, name)]);
      expect(summary).toMatchObject({ inserted: 2, rejected: 0, warnings: 0, ignored: 0 });
    }
    await rm(folder, { recursive: true });
  });

  it('name all metrics of the service, and no others', async () => {
    const { names } = await scrape(service);
    const ours = names.filter((name) => !/^(process|nodejs)_/.test(name));
    const [, metrics = ''] = /^### Metrics$([^]*?)^### /m.exec(pageText('docs/operations.md')) ?? [];
    const listed = [...metrics.matchAll(/^- `([a-z_]+)(?:\{[a-z,]+\})?`: /gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(ours.sort());
  });
});

/** The paths of all files and folders of the project, without installed packages and other generated files. */
async function pathsIn(root: string): Promise<string[]> {
  const top = await readdir(root, { withFileTypes: true });
  const lists = top
    .filter(({ name }) => !notOurs.includes(name))
    .map(async (entry) => {
      if (!entry.isDirectory()) return [entry.name];
      const inside = await readdir(join(root, entry.name), { recursive: true });
      const ours = inside.filter((path) => !path.includes('node_modules'));
      return [entry.name, ...ours.map((path) => join(entry.name, path))];
    });
  return (await Promise.all(lists)).flat();
}

function textOf(path: string): Promise<string> {
  return readFile(join(projectRoot, path), 'utf8');
}

function pageText(name: string): string {
  return pages.get(name) ?? '';
}

/** All matches of a pattern in all pages. A match is a list: the path of the page, then the groups of the pattern. */
function mentions(pattern: RegExp): [page: string, ...groups: (string | undefined)[]][] {
  return [...pages].flatMap(([page, text]) =>
    [...text.matchAll(pattern)].map(([, ...groups]): [string, ...string[]] => [page, ...groups]),
  );
}

/** The headings of a page in the form that links have: "Test it" is `test-it`. */
function headingsOf(page: string): string[] {
  const prose = pageText(page).replaceAll(/^```[^]*?^```$/gm, '');
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** The cells of the table whose first column has this title, without backquotes. */
function rowsOf(page: string, title: string): string[][] {
  const lines = pageText(page).split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${title} `));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  const rows = lines.slice(start, end).map((line) => line.split('|').slice(1, -1));
  return rows.slice(2).map((cells) => cells.map((cell) => cell.trim().replaceAll('`', '')));
}

/**
 * Whether a spec has a test or a group of tests with this title. A title may be quoted up to a punctuation mark, and not up to a word in
 * its middle. For a placeholder such as `%s` the quotation has to have one of the cases of the spec.
 * @param shared the text of the file that gives the specs of the QA suite their common titles
 */
function hasTitle(source: string, shared: string, title: string): boolean {
  const texts = quotedIn(source);
  const ends = (text: string): boolean => /^(?:$|[,:]| \(|\$\{)/.test(text.slice(title.length));
  if (!/%[sdjp]/.test(title) && texts.some((text) => text.startsWith(title) && ends(text))) return true;
  return [...texts, ...quotedIn(shared)].some((text) => {
    const [before = '', after, ...more] = text.split(/%[sdjp]/);
    if (after === undefined || more.length > 0 || !title.startsWith(before) || !title.endsWith(after)) return false;
    const filled = title.slice(before.length, title.length - after.length);
    return texts.includes(filled) || (filled.startsWith('{') && source.includes(filled));
  });
}

/** The texts between quotation marks in the lines of a program. */
function quotedIn(source: string): string[] {
  return [...source.matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)].map(([, , text = '']) => text);
}

function sortedWords(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .sort();
}

/** The commands of each group in alphabetical order, from the recorded output of `admin --help`. */
async function commandsOfHelp(): Promise<ReadonlyMap<string, readonly string[]>> {
  const recorded = await textOf('test/contract/__snapshots__/golden.spec.ts.snap');
  const helpOf = (group: string): string[] => {
    const start = recorded.indexOf(`\\\`admin ${group} --help\\\``);
    const [, list = ''] = /\nCommands:\n([^]*?)\n",/.exec(recorded.slice(start, recorded.indexOf('\n`;', start))) ?? [];
    return [...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
  };
  return new Map(helpOf('').map((group) => [group, helpOf(group).sort()]));
}
