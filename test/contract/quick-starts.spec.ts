import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { Folders } from '../platform/embedded-postgres-support.js';
import { compileErrors } from '../support/clients/client-package.js';
import { openBreakingProxy } from '../support/outages/breaking-proxy.js';
import { installedProgram } from '../support/outages/server-programs.js';
import { RunningService } from '../support/service/programs.js';

const run = promisify(execFile);

/** A page of `docs/` whose commands and programs can be run. */
interface Page {
  /** The programs of the page by the names under which it says to save them. */
  readonly programs: ReadonlyMap<string, string>;
  /** The commands of the page in their order, each with the heading above it. Commands for Docker are not among them. */
  readonly commands: readonly { readonly heading: string; readonly lines: string }[];
  /** The commands that are for a stopped service, which the page marks as `sh stopped`. */
  readonly stopped: string;
}

async function readPage(name: string): Promise<Page> {
  const text = await readFile(join(projectRoot, 'docs', name), 'utf8');
  const saved = text.matchAll(/\bas `([\w-]+\.\w+)`(?:(?!^```)[^])*?^```\w+\n([^]*?)^```$/gm);
  const blocks = text.matchAll(/^#+ (.+)$|^```sh\n([^]*?)^```$/gm);
  let heading = '';
  const commands: { heading: string; lines: string }[] = [];
  for (const [, title, lines] of blocks) {
    if (title !== undefined) heading = title;
    else if (lines !== undefined) commands.push({ heading, lines });
  }
  const programs = new Map([...saved].map(([, file = '', program = '']) => [file, program]));
  const stopped = [...text.matchAll(/^```sh stopped\n([^]*?)^```$/gm)].map(([, lines = '']) => lines).join('');
  return { programs, commands, stopped };
}

/** Runs a text in a shell that ends at the first command that fails. @returns its output */
async function shell(lines: string, cwd: string, env: Record<string, string> = {}): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const { stdout } = await run('sh', ['-ec', lines], { cwd, env: { PATH, HOME, ...env }, maxBuffer: 2 ** 26 });
  return stdout;
}

/** The time in milliseconds for a test that runs several commands, each of which loads the service's code. */
const commandsTimeoutMs = 300_000;

const missing = ['curl', 'python3'].filter((program) => installedProgram(program) === undefined);

function describeWithPrograms(name: string, tests: () => void): void {
  if (missing.length === 0) describe(name, tests);
  else describe.skip(`${name} (skipped: ${missing.join(' and ')} must be installed)`, tests);
}

describeWithPrograms('The quick start for integrators', () => {
  const folders = new Folders();
  let service: RunningService;
  let page: Page;
  let folder: string;
  /** The output of each command, by the heading above it. */
  const outputs = new Map<string, string[]>();

  beforeAll(async () => {
    const dataDir = await folders.make();
    service = await RunningService.start({ DATA_DIR: dataDir });
    page = await readPage('quick-start.md');
    folder = await mkdtemp(join(tmpdir(), 'quick-start-'));
    await mkdir(join(folder, '.data'));
    await writeFile(join(folder, '.data', 'demo-key'), service.apiKey);
    for (const [name, program] of page.programs) await writeFile(join(folder, name), program);
    const [setting, ...commands] = page.commands.map(({ heading, lines }) => ({ heading, lines }));
    const variables = (setting?.lines ?? '').replace('http://127.0.0.1:3000', service.baseUrl);
    for (const { heading, lines } of commands) {
      const output = await shell(`${variables}\n${lines}`, folder);
      outputs.set(heading, [...(outputs.get(heading) ?? []), output]);
    }
  });

  afterAll(async () => {
    await service.end();
    await folders.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const outputUnder = (heading: string): string => outputs.get(heading)?.join('\n') ?? '';
  const answerUnder = (heading: string): unknown => JSON.parse(outputUnder(heading));

  it('the curl command of the quick start prints the answer that the page shows', async () => {
    const text = await readFile(join(projectRoot, 'docs', 'quick-start.md'), 'utf8');
    const [, shown = ''] = /^```json\n([^]*?)^```$/m.exec(text) ?? [];
    expect(answerUnder('curl')).toEqual(JSON.parse(shown));
  });

  it('the first programs of the quick start in TypeScript and Python print the same companies', () => {
    const lines = ['https://www.siemens.com/de true Siemens 1847', 'nothing-known.example false null null', ''];
    expect(outputUnder('TypeScript')).toBe(`\n${lines.join('\n')}`);
    const inPython = lines.map((line) =>
      line.replace('true', 'True').replace('false', 'False').replaceAll('null', 'None'),
    );
    expect(outputUnder('Python')).toBe(`${inPython.join('\n')}credits: 1\n`);
  });

  it('the TypeScript programs of the quick start compile with the compiler option `strict`', async () => {
    const programs = [...page.programs].filter(([name]) => name.endsWith('.mjs'));
    expect(programs.length).toBe(2);
    const files = programs.map(([name]) => name.replace('.mjs', '.mts'));
    for (const [place, [, program]] of programs.entries()) await writeFile(join(folder, files[place] ?? ''), program);
    const types = join(projectRoot, 'node_modules', '@types');
    expect(await compileErrors(folder, files, ['--module', 'nodenext', '--typeRoots', types])).toEqual([]);
  });

  it('the command of the quick start with `explain` prints the reason why no record matches', () => {
    expect(answerUnder('When no record matches')).toMatchObject({
      results: [{ matched: false, unmatched_reason: 'no_candidate' }],
    });
  });

  it('the command of the quick start for persons prints a person with contact data', () => {
    const data = { full_name: 'Theresa Weber', email: expect.any(String), personas: expect.any(Array) };
    expect(answerUnder('Persons')).toMatchObject({
      results: [{ identifier: { external_id: 'lead-4', resolved_network_url: expect.any(String) }, data }],
    });
  });

  it('the command of the quick start with an invalid request prints all three validation errors', () => {
    const { detail } = answerUnder('Errors') as { detail: { loc: unknown }[] };
    expect(detail.map(({ loc }) => loc)).toEqual([
      ['body', 'companies', 0, 'website'],
      ['body', 'companies', 1],
      ['body', 'fields'],
    ]);
  });

  it('the two requests of the quick start with one idempotency key are charged once', () => {
    const charged = outputUnder('Retries').match(/(?<=charged: )\d/gi);
    expect(charged).toEqual(['1', '0']);
    expect(outputUnder('Retries')).toMatch(/"Siemens"[^]*Idempotent-Replayed: true[^]*"Siemens"/);
  });

  it('the commands of the quick start about cost print the balances of credits, the sums of usage and the list of requests', () => {
    expect(outputUnder('Cost')).toMatch(/"credits":\[[^]*"groups":\[[^]*"requests":\[\{"request_id"/);
  });

  it('the prospecting programs of the quick start in TypeScript and Python print the same prospects', () => {
    const [typescript = '', python = ''] = outputs.get('Prospecting') ?? [];
    expect(typescript.split('\n').length).toBeGreaterThan(2);
    expect(typescript).toMatch(/^\d+(?:\.\d+)? \S+ .+\n/);
    expect(python).toBe(typescript);
  });

  it('the command of the quick start for signals prints signals, grouped by website', () => {
    const { signals } = answerUnder('Signals') as { signals: Record<string, { signal_type: string }[]> };
    const found = Object.values(signals).flat();
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ signal_type }) => signal_type))).toEqual(new Set(['Job Posting']));
  });

  it('the Python program of the quick start repeats a request whose answer was lost, and is charged once', async () => {
    let attempts = 0;
    const proxy = await openBreakingProxy(service.baseUrl, [
      [
        /^POST /,
        (status, headers) => {
          attempts += 1;
          if (attempts === 1) return 'cut';
          if (attempts === 2) return 'half';
          if (attempts === 3) headers['retry-after'] = '0';
          return attempts === 3 ? 503 : status;
        },
      ],
    ]);
    const env = { DATA_ACCESS_URL: proxy.baseUrl, DATA_ACCESS_KEY: service.apiKey };
    const before = await consumed();
    expect(await shell('python3 enrich.py', folder, env)).toContain('Siemens 1847');
    await proxy.close();
    expect([attempts, (await consumed()) - before]).toEqual([4, 1]);
  });

  it('the Python program of the quick start ends with the reason if the API key is invalid', async () => {
    const env = { DATA_ACCESS_URL: service.baseUrl, DATA_ACCESS_KEY: 'wrong' };
    await expect(shell('python3 enrich.py 2>&1 || true', folder, env)).resolves.toMatch(
      /das\.ServiceError: status 401, request [\da-f-]{36}: Invalid API key/,
    );
  });

  async function consumed(): Promise<number> {
    const headers = { 'X-Api-Key': service.apiKey };
    const answer = await fetch(`${service.baseUrl}/v1/credits`, { headers });
    const { credits } = (await answer.json()) as { credits: { feature: string; consumed: number }[] };
    return credits.find(({ feature }) => feature === 'data_access')?.consumed ?? 0;
  }
});

describeWithPrograms('The quick start for operators', () => {
  const folders = new Folders();
  let service: RunningService;
  let folder: string;
  let env: Record<string, string>;
  /** The commands for both ways of starting, and those that need a stopped service. */
  let page: Page;
  /** The definition of the function `admin`. */
  let definition: string;

  beforeAll(async () => {
    // A folder that looks like a checkout, in which the commands can write files.
    folder = await folders.make();
    for (const name of ['package.json', 'scripts']) await symlink(join(projectRoot, name), join(folder, name));
    env = { DATA_DIR: join(folder, '.data') };
    page = await readPage('quick-start-operators.md');
    [definition = ''] = /^admin\(\).*$/m.exec(page.commands[0]?.lines ?? '') ?? [];
    service = await RunningService.start({ ...env, SEED: 'off' }, ['scripts/start.mjs']);
  });

  afterAll(async () => {
    await service.end();
    await folders.remove();
  });

  /** Runs all commands under a heading. The tests run in the order of the page, because each builds on those before. */
  function outputUnder(heading: string): Promise<string> {
    const lines = page.commands.filter((block) => block.heading === heading).map((block) => block.lines);
    expect(lines.length).toBeGreaterThan(0);
    const here = lines.join('').replaceAll('http://127.0.0.1:3000', service.baseUrl);
    return shell(`${definition}\n${here}`, folder, env);
  }

  it('the service that the quick start for operators starts has an empty database', async () => {
    const status = await outputUnder('Start from a checkout');
    expect(JSON.parse(status)).toMatchObject({ tenants: 0, companies: 0, persons: 0 });
  });

  it(
    'the commands of the quick start for operators import two companies and two persons, and show one of each',
    async () => {
      const output = await outputUnder('Import the first records');
      expect(output.match(/"inserted":2,[^}]*"rejected":0\b/g)).toHaveLength(2);
      expect(output).toMatch(/"Acme"[^]*"Jane Doe"[^]*jane\.doe@acme\.com/);
    },
    commandsTimeoutMs,
  );

  it(
    'the commands of the quick start for operators create a tenant whose key gets an answer and is charged for it',
    async () => {
      const output = await outputUnder('Create the first tenant');
      expect(output).toContain('"data":{"name":"Acme","employee_count":120},"matched":true');
      expect(output).toMatch(/"data_access":\{"granted":10000,"consumed":1,/);
    },
    commandsTimeoutMs,
  );

  it('the commands of the quick start for operators find the service ready and healthy', async () => {
    expect(await outputUnder('Watch it')).toMatch(/"status":"ok"/);
  });

  it('the commands of the quick start for operators restore the database from a backup', async () => {
    await outputUnder('Back up');
    await service.end();
    await shell(`${definition}\nadmin tenant delete acme --yes`, folder, env);
    await shell(`${definition}\n${page.stopped}`, folder, env);
    const status = await shell(`${definition}\nadmin status`, folder, env);
    expect(JSON.parse(status)).toMatchObject({ tenants: 1, companies: 2, persons: 2 });
  });
});
