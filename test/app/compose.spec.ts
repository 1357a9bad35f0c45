import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { Folders, query } from '../platform/embedded-postgres-support.js';
import { call } from '../support/http/http.js';
import { RunningService, runProgram } from '../support/service/programs.js';

type Environment = Record<string, string | null>;

interface ComposeService {
  readonly image: string;
  readonly build?: unknown;
  readonly environment?: Environment;
  readonly volumes?: string[];
}

interface ComposeFile {
  readonly 'x-environment': Environment;
  readonly services: Record<string, ComposeService>;
}

const ownImage = 'data-access-service:';

const folders = new Folders();
const databases: EmbeddedPostgres[] = [];

afterAll(async () => {
  for (const database of databases) await database.stop();
  await folders.remove();
});

async function readCompose(): Promise<ComposeFile> {
  const text = await readFile(join(projectRoot, 'docker-compose.yml'), 'utf8');
  return load(text, { schema: CORE_SCHEMA.withTags(mergeTag) }) as ComposeFile;
}

/** The services that run this project's image, by their names. */
async function ownServices(): Promise<[name: string, service: ComposeService][]> {
  return Object.entries((await readCompose()).services).filter(([, { image }]) => image.startsWith(ownImage));
}

/** The instructions of the last stage of `Dockerfile`, each in one line. */
async function instructionsOfImage(): Promise<string[]> {
  const text = await readFile(join(projectRoot, 'Dockerfile'), 'utf8');
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  return lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
}

async function variablesOfImage(): Promise<string[]> {
  const instructions = (await instructionsOfImage()).filter((line) => line.startsWith('ENV '));
  return instructions.flatMap((line) => [...line.matchAll(/(?<= )(\w+)=/g)].map(([, name = '']) => name));
}

describe('Dockerfile', () => {
  it('labels the image with the title, description, license, version and revision', async () => {
    const { version, description, license } = JSON.parse(
      await readFile(join(projectRoot, 'package.json'), 'utf8'),
    ) as Record<string, string>;
    const instructions = await instructionsOfImage();
    expect(instructions).toEqual(expect.arrayContaining([`ARG VERSION=${version}`, 'ARG REVISION=']));
    const labels = instructions.find((line) => line.startsWith('LABEL ')) ?? '';
    const pairs = [...labels.matchAll(/org\.opencontainers\.image\.(\w+)=(?:"([^"]*)"|(\S+))/g)];
    expect(Object.fromEntries(pairs.map(([, name, quoted, plain]) => [name, quoted ?? plain]))).toEqual({
      title: 'Data Access Service',
      description,
      licenses: license,
      version: '$VERSION',
      revision: '$REVISION',
    });
  });

  it('puts the licenses of the project and of all packages into the image', async () => {
    const copied = (await instructionsOfImage()).filter((line) => line.startsWith('COPY '));
    expect(copied).toEqual(
      expect.arrayContaining(['COPY LICENSE ./', 'COPY --from=build /app/LICENSES-OF-PACKAGES.txt ./']),
    );
    expect(await readFile(join(projectRoot, '.dockerignore'), 'utf8')).toMatch(/^!LICENSE$/m);
    const { code, stdout } = await runProgram(['scripts/licenses.mjs'], { env: {} });
    const { dependencies } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const inConsole = ['preact', '@preact/signals', '@preact/signals-core', 'idb', 'diff'];
    const listed = [...stdout.matchAll(/^={80}\n(\S+) \S+: (.+)$/gm)].map(([, name, license]) => ({ name, license }));
    expect([code, stdout.includes('Permission is hereby granted')]).toEqual([0, true]);
    expect(listed.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...Object.keys(dependencies).filter((name) => name !== 'data-access-client'),
        ...inConsole,
      ]),
    );
    expect(listed.filter(({ license }) => license === 'license not stated')).toEqual([]);
    expect(listed.filter(({ name }) => name === 'jest' || name === 'typescript')).toEqual([]);
  });
});

describe('docker-compose.yml', () => {
  it('unsets no environment variable that the image sets', async () => {
    const variables = await variablesOfImage();
    expect(variables).toEqual(expect.arrayContaining(['NODE_ENV', 'HOST', 'SEED', 'DATA_DIR']));
    const services = await ownServices();
    expect(services.map(([name]) => name)).toEqual(['api', 'worker']);
    // Compose removes a variable whose value is missing, also from what the image sets.
    const removed = services.flatMap(([name, { environment = {} }]) =>
      variables.filter((variable) => environment[variable] === null).map((variable) => `${name} ${variable}`),
    );
    expect(removed).toEqual([]);
    expect((await readCompose())['x-environment'].SEED).toBe('${SEED:-off}');
  });

  it('tags the image with the version of the project, and builds it only once', async () => {
    const { version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as { version: string };
    const services = await ownServices();
    expect(services.map(([, { image }]) => image)).toEqual(services.map(() => `data-access-service:${version}`));
    expect(services.filter(([, { build }]) => build !== undefined).map(([name]) => name)).toEqual(['api']);
  });

  it('gives the processes a read-only root file system and no privileges', async () => {
    for (const [, service] of await ownServices()) {
      expect(service).toMatchObject({
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
  });

  it('mounts only files that exist', async () => {
    const { services } = await readCompose();
    const mounted = Object.values(services).flatMap(({ volumes = [] }) =>
      volumes.filter((each) => each.startsWith('.')),
    );
    expect(mounted.length).toBeGreaterThan(0);
    for (const each of mounted) expect((await stat(join(projectRoot, each.split(':')[0] ?? ''))).isFile()).toBe(true);
  });

  it('accepts a database password with slashes, quotation marks and other special characters', async () => {
    const password = `p/@#?:% "'$x\\`;
    const port = await portOfDatabaseWith(password);
    const { 'x-environment': environment } = await readCompose();
    const passed = (name: string) => environment[name]?.replace(/\$\{POSTGRES_PASSWORD:-\w+\}/, () => password) ?? '';
    const DATABASE_URL = passed('DATABASE_URL').replace('@postgres:5432/', `@127.0.0.1:${port}/`);
    const env = { DATABASE_URL, PGPASSWORD: passed('PGPASSWORD'), DATA_DIR: await folders.make(), HOST: '127.0.0.1' };
    const service = await RunningService.start({ ...env, SEED: 'off' });
    const well = { status: 'ok', queue: { backend: 'postgres', status: 'ok' } };
    expect((await call(`${service.baseUrl}/health`)).body).toMatchObject(well);
    const tenant = await runProgram(['scripts/admin.mjs', 'tenant', 'create', 'acme'], { env });
    expect(tenant).toMatchObject({ code: 0, stderr: '' });
    expect(await service.end()).toMatchObject({ code: 0, stderr: '' });
  });
});

/** Starts a database server whose role `das` has the password. */
async function portOfDatabaseWith(password: string): Promise<string> {
  const dataDir = await folders.make();
  const database = await startEmbeddedPostgres({ dataDir, durability: 'none', log: () => undefined });
  databases.push(database);
  const { url } = database;
  await query(url, `alter role das password '${password.replaceAll("'", "''")}'`);
  return new URL(url).port;
}
