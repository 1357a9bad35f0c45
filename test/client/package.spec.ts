import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { wireTypes } from '../../client/scripts/generate.mjs';
import { companyCatalogue } from '../../src/catalogue/company-catalogue.js';
import { personCatalogue } from '../../src/catalogue/person-catalogue.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { bundledClient, compileErrors, folderWithClient, recipes } from '../support/client-package.js';
import { OpenApiDocument } from '../support/openapi-document.js';
import { startTestService } from '../support/test-service.js';

const run = promisify(execFile);
const client = join(projectRoot, 'client');
let folder: string;

beforeAll(async () => {
  folder = await folderWithClient();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const head = `import { DataAccessClient } from 'data-access-client';
  const client = new DataAccessClient({ baseUrl: 'http://127.0.0.1', apiKey: 'x' });\n`;

describe('The package', () => {
  it('has at most 10 kB for a browser', async () => {
    expect(gzipSync(await bundledClient(), { level: 9 }).length).toBeLessThanOrEqual(10_000);
  });

  it('uses nothing but web standards', async () => {
    const { dependencies, peerDependencies } = JSON.parse(
      await readFile(join(client, 'package.json'), 'utf8'),
    ) as Record<string, unknown>;
    expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
    const text = Buffer.from(await bundledClient()).toString();
    expect(text.match(/\b(?:node:|require\(|process\.|Buffer\b|setImmediate)|\bfrom ?"/g)).toBeNull();
  });

  it('contains its build, its README and nothing else', async () => {
    const options = ['--workspace', 'client', '--dry-run', '--json', '--ignore-scripts=false'];
    try {
      const { stdout } = await run('npm', ['pack', ...options], { cwd: projectRoot });
      const [{ files } = { files: [] }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as {
        files: { path: string }[];
      }[];
      const paths = files.map(({ path }) => path);
      const isMeant = (path: string) => /^(dist\/[\w/-]+\.(js|d\.ts)|package\.json|README\.md)$/.test(path);
      expect(paths.filter((path) => !isMeant(path))).toEqual([]);
      expect(paths).toEqual(
        expect.arrayContaining(['dist/client.js', 'dist/client.d.ts', 'dist/generated/wire.d.ts', 'README.md']),
      );
    } finally {
      await rm(join(client, 'dist'), { recursive: true, force: true });
    }
  });

  it('has the types of the OpenAPI document', async () => {
    const service = await startTestService({ env: { WORKER: 'off' } });
    try {
      const { content } = await OpenApiDocument.of(service.baseUrl);
      // `npm run openapi` mends it.
      expect(await readFile(join(client, 'src', 'generated', 'wire.ts'), 'utf8')).toBe(await wireTypes(content));
    } finally {
      await service.close();
    }
  });

  it('has the fields of the catalogues', async () => {
    const text = await readFile(join(client, 'src', 'generated', 'wire.ts'), 'utf8');
    const membersOf = (name: string): string[] => {
      const [, body = ''] = new RegExp(`export interface ${name} \\{\n([^]*?)^\\}`, 'm').exec(text) ?? [];
      return [...body.matchAll(/^ {2}readonly (\w+):/gm)].map(([, member = '']) => member).sort();
    };
    expect(membersOf('Company')).toEqual([...companyCatalogue.keys()].sort());
    expect(membersOf('Person')).toEqual([...personCatalogue.keys()].sort());
  });
});

/** Programs by the name of their file, which one run of the compiler checks. */
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

describe('The types', () => {
  let names: readonly string[];
  /** What the compiler says about all programs, each line beginning with the name of a file. */
  let errors: readonly string[];

  beforeAll(async () => {
    const all = await programs();
    for (const [name, program] of all) await writeFile(join(folder, name), program);
    names = [...all.keys()];
    errors = await compileErrors(folder, names);
  });

  it('of results have exactly what was asked for', () => {
    expect(errors.filter((line) => !line.startsWith('misspelt.ts') && !line.startsWith('recipe'))).toEqual([]);
  });

  it('do not let through what was not asked for, and what is misspelt', () => {
    const lines = errors.flatMap((line) => /^misspelt\.ts\((\d+),/.exec(line)?.slice(1) ?? []);
    expect(lines.map((line) => Number(line) - 2)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('fit the programs in the README', () => {
    expect(names.filter((name) => name.startsWith('recipe'))).toHaveLength(7);
    expect(errors.filter((line) => line.startsWith('recipe'))).toEqual([]);
  });
});
