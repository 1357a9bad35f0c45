import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operatorTypes, wireTypes } from '../../client/scripts/generate.mjs';
import { packClient } from '../../client/scripts/package.mjs';
import { companyCatalogue } from '../../src/catalogue/company-catalogue.js';
import { personCatalogue } from '../../src/catalogue/person-catalogue.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import {
  bundledClient,
  compileErrors,
  folderWithClient,
  install,
  npm,
  recipes,
} from '../support/clients/client-package.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const run = promisify(execFile);
const client = join(projectRoot, 'client');
let service: TestService;
let apiKey: string;
/** A folder in which the client is installed, for programs that are modules. */
let folder: string;
const folders: string[] = [];

beforeAll(async () => {
  service = await startTestService({ env: { WORKER: 'off' } });
  ({ apiKey } = await service.issueKey('ours'));
  folder = await folderWithClient(service.baseUrl);
  folders.push(folder);
});

afterAll(async () => {
  await service.close();
  for (const each of folders) await rm(each, { recursive: true, force: true });
});

/** Downloads the package from the service. @returns the path of the file */
async function download(): Promise<string> {
  const file = join(folder, 'served.tgz');
  const answer = await fetch(`${service.baseUrl}/client.tgz`);
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  return file;
}

/** Creates an empty package. @param type whether Node reads its files as modules or as CommonJS */
async function newFolder(type: 'module' | 'commonjs'): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'integration-'));
  folders.push(made);
  await writeFile(join(made, 'package.json'), JSON.stringify({ type }));
  return made;
}

/** A copy of the checkout without installed packages and without a build. It has only the files that npm needs to install the client. */
async function copyOfProject(): Promise<string> {
  const project = await newFolder('module');
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, workspaces: ['client'] }));
  await cp(join(projectRoot, '.npmrc'), join(project, '.npmrc'));
  const isSource = (path: string): boolean => path !== join(client, 'dist');
  await cp(client, join(project, 'client'), { recursive: true, filter: isSource });
  return project;
}

const use = `new DataAccessClient({ baseUrl: process.env.DATA_ACCESS_URL ?? '', apiKey: process.env.DATA_ACCESS_KEY ?? '' })
  .me().then(({ tenant_id }) => console.log(tenant_id));\n`;
const commonJsProgram = `const { DataAccessClient } = require('data-access-client');\n${use}`;
const moduleProgram = `import { DataAccessClient } from 'data-access-client';\n${use}`;

/** The output of a program that asks the service for its tenant. */
async function tenantAskedBy(home: string, name: string, program: string): Promise<string> {
  await writeFile(join(home, name), program);
  const env = { ...process.env, DATA_ACCESS_URL: service.baseUrl, DATA_ACCESS_KEY: apiKey };
  return (await run(process.execPath, [name], { cwd: home, env })).stdout;
}

const head = `import { DataAccessClient } from 'data-access-client';
  const client = new DataAccessClient({ baseUrl: 'http://127.0.0.1', apiKey: 'x' });\n`;

describe('The package of the client', () => {
  it('has at most 10 kB when it is bundled for a browser and compressed', async () => {
    expect(gzipSync(await bundledClient(), { level: 9 }).length).toBeLessThanOrEqual(10_000);
  });

  it('has no dependencies, and uses no modules and no globals of Node', async () => {
    const { dependencies, peerDependencies } = JSON.parse(
      await readFile(join(client, 'package.json'), 'utf8'),
    ) as Record<string, unknown>;
    expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
    const text = Buffer.from(await bundledClient()).toString();
    expect(text.match(/\b(?:node:|require\(|process\.|Buffer\b|setImmediate)|\bfrom ?"/g)).toBeNull();
  });

  it('contains, as the service serves it, only its build, package.json, README and licence', async () => {
    const { stdout } = await run('tar', ['tzf', await download()]);
    const paths = stdout.trim().split('\n');
    const isMeant = (path: string): boolean =>
      /^package\/(dist\/[\w/-]+\.(js|d\.ts)|(dist\/cjs\/)?package\.json|README\.md|LICENSE)$/.test(path);
    expect(paths.filter((path) => !isMeant(path))).toEqual([]);
    const built = ['client.js', 'client.d.ts', 'generated/wire.d.ts'].flatMap((file) => [file, `cjs/${file}`]);
    const expected = [...built.map((file) => `dist/${file}`), 'dist/cjs/package.json', 'README.md', 'LICENSE'];
    expect(paths).toEqual(expect.arrayContaining(expected.map((path) => `package/${path}`)));
  });

  it('is served with "Cache-Control: no-cache", so that no proxy serves an old version', async () => {
    const { status, headers } = await fetch(`${service.baseUrl}/client.tgz`, { method: 'HEAD' });
    expect([status, headers.get('Content-Type'), headers.get('Cache-Control')]).toEqual([
      200,
      'application/gzip',
      'no-cache',
    ]);
  });

  it('has the version and the licence of the service', async () => {
    const installed = join(folder, 'node_modules', 'data-access-client');
    const versions = [projectRoot, client, installed].map(async (path) => {
      const manifest = JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as { readonly version: string };
      return manifest.version;
    });
    const { version } = (await (await fetch(`${service.baseUrl}/health`)).json()) as { readonly version: string };
    expect(await Promise.all(versions)).toEqual([version, version, version]);
    const licences = [projectRoot, client, installed].map((path) => readFile(join(path, 'LICENSE'), 'utf8'));
    expect(new Set(await Promise.all(licences)).size).toBe(1);
  });

  it('has no scripts in its package.json, because npm would warn of them', async () => {
    const text = await readFile(join(folder, 'node_modules', 'data-access-client', 'package.json'), 'utf8');
    expect(JSON.parse(text)).not.toHaveProperty('scripts');
  });

  it('has the same bytes when it is packed again', async () => {
    const again = join(folder, 'again.tgz');
    await packClient(again);
    expect((await readFile(again)).equals(await readFile(await download()))).toBe(true);
  });

  it('cannot be packed before it is built', async () => {
    const project = await copyOfProject();
    const folderOfClient = join(project, 'client');
    await expect(npm(folderOfClient, 'pack')).rejects.toMatchObject({
      stderr: expect.stringMatching(/no such file.*client\/dist\//),
    });
    await mkdir(join(folderOfClient, 'dist'));
    expect(await npm(folderOfClient, 'pack')).toContain('data-access-client-');
  });

  it('is built when it is installed from its folder', async () => {
    const project = await copyOfProject();
    await symlink(join(projectRoot, 'node_modules'), join(project, 'node_modules'));
    const consumer = await newFolder('commonjs');
    await install(consumer, `file:${join(project, 'client')}`);
    expect(await tenantAskedBy(consumer, 'program.cjs', commonJsProgram)).toBe('ours\n');
  });

  it('has exactly the types that are generated from the OpenAPI document of the service', async () => {
    const { content } = await OpenApiDocument.of(service.baseUrl);
    // `npm run openapi` mends it.
    expect(await readFile(join(client, 'src', 'generated', 'wire.ts'), 'utf8')).toBe(await wireTypes(content));
  });

  it('has beside it a console with exactly the types that are generated from the document of the API for operators', async () => {
    const document: unknown = JSON.parse(await readFile(join('docs', 'operator-openapi.json'), 'utf8'));
    expect(await readFile(join('console', 'src', 'generated', 'operator.ts'), 'utf8')).toBe(
      await operatorTypes(document),
    );
  });

  it('has types of companies and persons with exactly the fields of the catalogues', async () => {
    const text = await readFile(join(client, 'src', 'generated', 'wire.ts'), 'utf8');
    const membersOf = (name: string): string[] => {
      const [, body = ''] = new RegExp(`export interface ${name} \\{\n([^]*?)^\\}`, 'm').exec(text) ?? [];
      return [...body.matchAll(/^ {2}readonly (\w+):/gm)].map(([, member = '']) => member).sort();
    };
    expect(membersOf('Company')).toEqual([...companyCatalogue.keys()].sort());
    expect(membersOf('Person')).toEqual([...personCatalogue.keys()].sort());
  });
});

describe('The installed package', () => {
  it('works in Node with import', async () => {
    expect(await tenantAskedBy(folder, 'program.mjs', moduleProgram)).toBe('ours\n');
  });

  it('works in Node with require', async () => {
    expect(await tenantAskedBy(folder, 'program.cjs', commonJsProgram)).toBe('ours\n');
    const path = `console.log(require.resolve('data-access-client'));`;
    expect(await tenantAskedBy(folder, 'path.cjs', path)).toMatch(/dist\/cjs\/client\.js\n$/);
  });

  it('works in Jest with CommonJS', async () => {
    const home = await newFolder('commonjs');
    await install(home, `${service.baseUrl}/client.tgz`);
    const test = `const { DataAccessClient, Unauthorised } = require('data-access-client');
      test('works in a Jest test that loads the package with require', async () => {
        const client = new DataAccessClient({ baseUrl: process.env.DATA_ACCESS_URL, apiKey: 'unknown' });
        await expect(client.me()).rejects.toBeInstanceOf(Unauthorised);
      });\n`;
    await writeFile(join(home, 'client.test.js'), test);
    const { NODE_OPTIONS: _, JEST_WORKER_ID: __, ...env } = process.env;
    const jest = join(projectRoot, 'node_modules', 'jest', 'bin', 'jest.js');
    const { stderr } = await run(process.execPath, [jest, '--rootDir', home], {
      cwd: home,
      env: { ...env, DATA_ACCESS_URL: service.baseUrl },
    });
    expect(stderr).toContain('Tests:       1 passed, 1 total');
  });

  // The compiler of today refuses the older `node10` without the second option.
  const node10 = ['--moduleResolution', 'node10', '--ignoreDeprecations', '6.0'];
  it.each<[way: string, file: string, options: readonly string[]]>([
    ['moduleResolution node10', 'node10.cts', ['--module', 'commonjs', ...node10]],
    ['module node16 in CommonJS', 'node16.cts', ['--module', 'node16']],
    ['module node16', 'node16.mts', ['--module', 'node16']],
    ['module nodenext in CommonJS', 'nodenext.cts', ['--module', 'nodenext']],
    ['module nodenext', 'nodenext.mts', ['--module', 'nodenext']],
    ['moduleResolution bundler', 'bundler.ts', ['--module', 'esnext', '--moduleResolution', 'bundler']],
  ])('has types that the compiler finds with %s', async (_, file, options) => {
    const wrong =
      '// @ts-expect-error: no such option\nnew DataAccessClient({ baseUrl: "", apiKey: "", nonsense: 1 });\n';
    await writeFile(join(folder, file), moduleProgram + wrong);
    expect(await compileErrors(folder, [file], options)).toEqual([]);
  });
});

/** Programs by the names of their files. One run of the compiler checks all of them. */
async function programs(): Promise<ReadonlyMap<string, string>> {
  const exact = `
    const [company] = await client.enrichCompanies([{ website: 'a.example' }], {
      fields: ['name', 'founded_year', 'specialities'], queryFields: ['pilots'], allow_signals: { type: 'Article' },
    });
    const exact: { name: string | null; founded_year: number | null; specialities: readonly string[] | null;
      pilots: number | null; signals: readonly { date: string | null }[] | null } = company!.data;
    const [person] = await client.enrichPersons([{ work_email: 'a@b.example' }], {
      fields: ['job_title'], include_personas: true, include_contact_data: true, enrich_company: ['name'], companyQueryFields: ['crew'],
    });
    const other: { job_title: string | null; personas: readonly string[] | null; email: string | null;
      company: { name: string | null; crew: number | null } | null } = person!.data;
    const [all] = await client.enrichPersons([{ network_url: 'x' }], { enrich_company: true });
    const year: number | null | undefined = all?.data.company?.founded_year;
    const [meta] = await client.enrichCompanies([{ network_id: '1' }], { fields: ['name'], include_metadata: true });
    const name: string | null = meta!.data.name;
    const count: string | number | boolean | readonly string[] | null | undefined = meta?.data['pilots'];
    const flag = Math.random() > 0.5;
    const [maybe] = await client.enrichPersons([{ network_url: 'x' }], { fields: ['job_title'], include_contact_data: flag });
    const email: string | null | undefined = maybe?.data.email;
    console.log(exact, other, year, name, count, email);
  `;
  const misspelt = [
    "const list = [{ website: 'a.example' }];",
    "await client.enrichCompanies(list, { fields: ['name', 'founded'] });",
    "await client.enrichCompanies(list, { field: ['name'] });",
    "await client.enrichCompanies(list, { fields: ['name'], include_personas: true });",
    "await client.enrichCompanies([{ web: 'a.example' }], { fields: ['name'] });",
    "(await client.enrichCompanies(list, { fields: ['name'] }))[0]?.data.industry;",
    "(await client.enrichPersons([{ network_url: 'x' }], { fields: ['full_name'] }))[0]?.data.email;",
    "(await client.enrichPersons([{ network_url: 'x' }], { enrich_company: ['name'] }))[0]?.data.company?.size;",
    "(await client.enrichCompanies(list, { queryFields: ['pilots'] }))[0]?.data.pilot;",
    "await client.enrichCompanies(list, { allow_signals: { type: 'article' } });",
    'export {};',
  ].join('\n');
  const own = 'export async function listAccounts(): Promise<{ id: string; website: string }[]> { return []; }\n';
  const more =
    'export async function update(id: string, data: object): Promise<void> {}\nexport async function store(page: string, prospects: readonly object[]): Promise<void> {}\n';
  return new Map([
    ['exact.ts', head + exact],
    ['misspelt.ts', head + misspelt],
    ['crm.ts', own + more],
    ...[...(await recipes()).values()].map((program, index) => [`recipe-${index}.ts`, program] as const),
  ]);
}

describe('The types of the client', () => {
  let names: readonly string[];
  /** The errors of the compiler in all programs. Each line begins with the name of a file. */
  let errors: readonly string[];

  beforeAll(async () => {
    const all = await programs();
    for (const [name, program] of all) await writeFile(join(folder, name), program);
    names = [...all.keys()];
    errors = await compileErrors(folder, names);
  });

  it('give results exactly the members that were requested', () => {
    expect(errors.filter((line) => !line.startsWith('misspelt.ts') && !line.startsWith('recipe'))).toEqual([]);
  });

  it('refuse members that were not requested, and misspelt names', () => {
    const lines = errors.flatMap((line) => /^misspelt\.ts\((\d+),/.exec(line)?.slice(1) ?? []);
    expect(lines.map((line) => Number(line) - 2)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('accept the programs of the README', () => {
    expect(names.filter((name) => name.startsWith('recipe'))).toHaveLength(7);
    expect(errors.filter((line) => line.startsWith('recipe'))).toEqual([]);
  });
});
