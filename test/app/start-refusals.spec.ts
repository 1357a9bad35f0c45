import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { Folders } from '../platform/embedded-postgres-support.js';
import { RedisServer } from '../../src/platform/throttling/redis-server.fixture.js';
import { type Ended, singleLine, runProgram } from '../support/service/programs.js';
import { dropDatabase, execute } from '../support/service/test-server.mjs';
import { createTestDatabase } from '../support/service/test-database.js';

const folders = new Folders();
const listeners: Server[] = [];
let dataDir: string;

beforeAll(async () => {
  dataDir = await folders.make();
});

afterEach(() => {
  for (const listener of listeners.splice(0)) listener.close();
});

afterAll(() => folders.remove());

function start(env: Record<string, string>): Promise<Ended> {
  return runProgram(['dist/main.js'], { env: { PORT: '0', DATA_DIR: dataDir, SEED: 'off', ...env } });
}

/** A port in use. */
async function usedPort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  listeners.push(listener);
  await once(listener, 'listening');
  return (listener.address() as AddressInfo).port;
}

/** Invalid settings. Each start sets one value of every variable, so it takes as many starts as a variable has values. */
const invalid: readonly (readonly [name: string, value: string, words: RegExp])[] = [
  ['PORT', 'abc', /PORT must be a port number/],
  ['PORT', '65536', /PORT must be at most 65535/],
  ['RATE_PER_SECOND', '0', /RATE_PER_SECOND must be at least 1/],
  ['RATE_BODY_MB_PER_SECOND', 'much', /RATE_BODY_MB_PER_SECOND must be a whole number/],
  ['RATE_BURST_LIMIT', '1e3', /RATE_BURST_LIMIT must be a whole number/],
  ['RATE_BURST_WINDOW_SECONDS', '-60', /RATE_BURST_WINDOW_SECONDS must be a whole number/],
  ['MAX_BATCH', '0', /MAX_BATCH must be at least 1/],
  [
    'DATABASE_URL',
    'mysql://das:hunter2@localhost/das',
    /DATABASE_URL must start with postgresql:\/\/ or postgres:\/\//,
  ],
  [
    'DATABASE_READ_URL',
    'postgresql://das@localhost/das?schema=svc',
    /DATABASE_READ_URL must not name another schema than public/,
  ],
  [
    'DATABASE_URL',
    'postgresql://das@localhost/das?x=1&schema=svc',
    /DATABASE_URL must not name another schema than public/,
  ],
  ['DATABASE_URL', 'postgresql://das:1#hunter2@localhost/das', /DATABASE_URL cannot be read: .* percent-encoded/],
  ['DATABASE_READ_URL', 'postgresql://das:a@hunter2/b@localhost/das', /DATABASE_READ_URL cannot be read: .* %23 for #/],
  ['DATABASE_DIRECT_URL', 'postgresql://a,/das', /DATABASE_DIRECT_URL must name a host before and after every comma/],
  [
    'DATABASE_DIRECT_URL',
    'postgresql://a,b/das?target_session_attrs=prefer-standby',
    /DATABASE_DIRECT_URL must have one of any, read-write, .* as target_session_attrs/,
  ],
  ['REDIS_URL', 'localhost:6379', /REDIS_URL must start with redis:\/\/ or rediss:\/\//],
  ['REDIS_URL', 'redis+sentinel://localhost:26379', /REDIS_URL must look like redis\+sentinel:\/\//],
  ['REDIS_URL', 'redis://:12/hunter2@localhost:6379', /REDIS_URL cannot be read: .* percent-encoded/],
  ['TRUST_PROXY', 'true', /TRUST_PROXY must be a number of proxies or a list of networks/],
  ['TRUST_PROXY', '0.0.0.0/0', /TRUST_PROXY must not trust every address/],
  ['CORS_ORIGINS', 'app.example.com', /CORS_ORIGINS must be \* or a list of origins .*"app\.example\.com"/],
  ['CORS_ORIGINS', 'https://app.example.com/login', /CORS_ORIGINS must be \* or a list of origins/],
  ['CORS_ORIGINS', '*, https://app.example.com', /CORS_ORIGINS must be \* or a list of origins/],
  ['COMPRESSION', 'gzip', /COMPRESSION must be on or off/],
  ['NETWORK_HOSTS', 'www.network.com, https://network.com', /NETWORK_HOSTS must be a list of host names/],
  ['API_KEY_PEPPER', 'salt', /API_KEY_PEPPER must have at least 16 characters/],
  ['SEED', 'no', /SEED must be on or off/],
  ['LOG_LEVEL', 'verbose', /LOG_LEVEL must be debug, info/],
];

describe('The service, which prints one line when it cannot start,', () => {
  const starts: Ended[] = [];
  const startOf = (name: string, value: string): number =>
    invalid.filter((setting) => setting[0] === name).findIndex((setting) => setting[1] === value);

  beforeAll(async () => {
    for (let number = 0; number < 3; number += 1) {
      const settings = invalid.filter(([name, value]) => startOf(name, value) === number);
      starts.push(await start(Object.fromEntries(settings.map(([name, value]) => [name, value]))));
    }
  });

  it.each(invalid)('does not start with %s=%s', (name, value, words) => {
    const ended = starts[startOf(name, value)];
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(singleLine(words)) });
    expect(ended?.stderr).not.toContain('hunter2');
  });

  it('does not start with several invalid variables, and names all of them', () => {
    expect(starts[0]?.stderr).toMatch(singleLine(/: PORT .*; MAX_BATCH .*; SEED /));
  });

  it.each([
    ['does not answer', 'postgres://das:hunter2@127.0.0.1:1/das', /database cannot be reached.*ECONNREFUSED/],
    [
      'has no known host',
      'postgres://das:hunter2@database.invalid/das',
      /database cannot be reached.*database\.invalid/,
    ],
  ])('does not start with a DATABASE_URL that %s, and does not print its password', async (_, url, words) => {
    const ended = await start({ DATABASE_URL: url });
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(singleLine(words)) });
    expect(ended.stderr).not.toMatch(/hunt/);
  });

  it('does not start with a DATABASE_DIRECT_URL and without a DATABASE_URL', async () => {
    const ended = await start({ DATABASE_DIRECT_URL: 'postgresql://a/das' });
    const words = singleLine(/DATABASE_DIRECT_URL needs DATABASE_URL/);
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(words) });
  });

  it('does not start with OPERATOR_API=on and without an OPERATOR_KEY', async () => {
    const ended = await start({ OPERATOR_API: 'on' });
    const words = singleLine(/OPERATOR_API needs OPERATOR_KEY/);
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(words) });
  });

  it('does not start with a secret that is set twice, nor with files of secrets that cannot be used', async () => {
    const folder = await folders.make();
    const empty = join(folder, 'empty');
    await writeFile(empty, '\n');
    const env = {
      ...{ API_KEY_PEPPER: 'a pepper of a test', API_KEY_PEPPER_FILE: empty },
      ...{ DATABASE_URL_FILE: join(folder, 'missing'), OPERATOR_KEY_FILE: empty },
    };
    const words = [
      /API_KEY_PEPPER_FILE and API_KEY_PEPPER are both set; remove one of them; /,
      /DATABASE_URL_FILE: Cannot read .*missing: there is no such file; OPERATOR_KEY_FILE names an empty file, .*empty/,
    ];
    const ended = await start(env);
    for (const each of words) {
      expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(singleLine(each)) });
    }
  });

  it('does not start with MIGRATE=off on a database that lacks migrations', async () => {
    const server = process.env.TEST_SERVER_URL ?? '';
    const url = new URL(server);
    url.pathname = `test_${process.pid}_unmigrated`;
    await execute(server, `create database ${url.pathname.slice(1)}`);
    const stderr = expect.stringMatching(
      singleLine(/lacks \d+ of the migrations of this build; the first of them is \d+_initial\. .* run admin migrate /),
    );
    expect(await start({ DATABASE_URL: url.href, MIGRATE: 'off' })).toEqual({ code: 1, stdout: '', stderr });
    await dropDatabase(server, url.pathname.slice(1));
  });

  it('does not start with a wrong database password, which it does not print', async () => {
    const url = new URL(process.env.TEST_SERVER_URL ?? '');
    url.password = 'hunter2';
    const ended = await start({ DATABASE_URL: url.href });
    const stderr = expect.stringMatching(singleLine(/database cannot be reached \(password authentication failed/));
    expect(ended).toEqual({ code: 1, stdout: '', stderr });
    expect(ended.stderr).not.toContain('hunter2');
  });

  it.each(['PORT', 'METRICS_PORT'])(
    'does not start with a %s in use, and then creates no database',
    async (variable) => {
      const unmade = join(dataDir, `unmade-${variable}`);
      const port = await usedPort();
      const stderr = expect.stringMatching(
        singleLine(RegExp(`^Port ${port} on 127.0.0.1 is in use; .* set ${variable}`)),
      );
      expect(await start({ [variable]: String(port), DATA_DIR: unmade })).toEqual({ code: 1, stdout: '', stderr });
      expect(existsSync(unmade)).toBe(false);
    },
  );

  it('does not start with the same port for requests and for metrics', async () => {
    const port = await usedPort();
    for (const listener of listeners.splice(0)) listener.close();
    const stderr = expect.stringMatching(singleLine(RegExp(`^PORT and METRICS_PORT are both ${port}; `)));
    const ended = await start({ PORT: String(port), METRICS_PORT: String(port) });
    expect(ended).toEqual({ code: 1, stdout: '', stderr });
  });

  it('does not start if the search_path of the database connection names another schema than public', async () => {
    const home = await createTestDatabase();
    const url = new URL(home.url);
    url.searchParams.set('options', '-c search_path=svc');
    const stderr = expect.stringMatching(singleLine(/search_path of the connection is svc/));
    expect(await start({ DATABASE_URL: url.href })).toEqual({ code: 1, stdout: '', stderr });
    await home.drop();
  });

  const itWithRedis = RedisServer.isInstalled() ? it : it.skip;

  itWithRedis.each(['main', 'worker'])(
    'does not start with a node of a Redis Cluster, nor with a Redis Sentinel as a plain Redis (%s)',
    async (program) => {
      const folder = await folders.make();
      const configuration = join(folder, 'sentinel.conf');
      await writeFile(configuration, '');
      const nodes = join(folder, 'nodes.conf');
      const kinds = [
        [
          /a node of a Redis Cluster, which is not supported: set it to/,
          '--cluster-enabled',
          'yes',
          '--cluster-config-file',
          nodes,
        ],
        [/a Redis Sentinel: set it to redis\+sentinel:\/\//, configuration, '--sentinel'],
      ] as const;
      for (const [words, ...args] of kinds) {
        const redis = await RedisServer.start(args);
        const env = { PORT: '0', DATA_DIR: join(dataDir, 'unmade'), SEED: 'off', REDIS_URL: redis.url };
        const ended = await runProgram([`dist/${program}.js`], { env });
        await redis.kill();
        expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(singleLine(words)) });
      }
      expect(existsSync(join(dataDir, 'unmade'))).toBe(false);
    },
  );

  it('does not start if HOST is an IP address of another machine', async () => {
    const stderr = expect.stringMatching(singleLine(/192\.0\.2\.1.*set HOST/));
    expect(await start({ HOST: '192.0.2.1' })).toEqual({ code: 1, stdout: '', stderr });
  });

  it('does not start with a data directory that is a file', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    const stderr = expect.stringMatching(singleLine(/file is not a folder/));
    expect(await start({ DATA_DIR: file })).toEqual({ code: 1, stdout: '', stderr });
  });
});

describe('The programs of the service', () => {
  it.each([
    ['start', /Usage: npm start\n[^]*without it the service runs its own PostgreSQL[^]*docs\/operations\.md/],
    ['worker', /Usage: npm run worker\n[^]* PROSPECTING_CONCURRENCY +\S.* \(4\)\n/],
  ])('print help for %s', async (script, words) => {
    const ended = await runProgram([`scripts/${script}.mjs`, '--help'], { env: { PORT: 'abc' } });
    expect(ended).toEqual({ code: 0, stdout: expect.stringMatching(words), stderr: '' });
  });

  it('print help whose sentences are complete although the help leaves out the links of docs/operations.md', async () => {
    const { stdout } = await runProgram(['scripts/start.mjs', '--help'], { env: {} });
    const linesOf = (name: string): string => new RegExp(`^ {2}${name} +(.*)$`, 'm').exec(stdout)?.[1] ?? '';
    expect(linesOf('COMPRESSION')).toBe('off: answers are sent uncompressed, for a proxy that compresses (on)');
    expect(linesOf('API_KEY_PEPPER')).toBe(
      'Secret under which keys are hashed, at least 16 characters (kept in the database)',
    );
    // A link must be a part of its sentence: without its target, "see Keys" leads nowhere.
    const page = await readFile(join(projectRoot, 'docs', 'operations.md'), 'utf8');
    expect(page.match(/^\| `[A-Z_]+…?` .*(?:\bsee|;) \[[^\]]+\]\([^)]*\) *\|$/gm)).toBeNull();
  });
});

describe('The programs of the service, with invalid arguments,', () => {
  it.each([
    [['--port', '4000'], /npm start takes no argument --port: .* PORT=4000 npm start/],
    [['--log-level=debug'], /npm start takes no argument --log-level: .* LOG_LEVEL=… npm start/],
    [['--database-url=postgres://das:hunter2@db/das'], /DATABASE_URL=… npm start/],
    [['4000'], /npm start takes no argument 4000: .* PORT=4000 npm start \(npm start -- --help lists them\)/],
    [['--two\nlines'], /npm start takes no argument --two lines/],
  ])('print one line for %j', async (args, words) => {
    const ended = await runProgram(['scripts/start.mjs', ...args], { env: { DATA_DIR: dataDir } });
    expect(ended).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(singleLine(words)) });
    expect(ended.stderr).not.toContain('hunter2');
  });
});
