import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { preflight, PreflightError } from '../qa/preflight.mjs';
import { openBreakingProxy, openRefusingProxy, type Breach } from '../support/outages/breaking-proxy.js';
import { usedCredits } from '../support/credits/credits.js';
import { eventually } from '../support/service/eventually.js';
import { call, freePort } from '../support/http/http.js';
import { startPersonService, type PersonService } from '../support/records/person-service.js';
import { RunningService, singleLine, runProgram, type Ended } from '../support/service/programs.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const isNginxInstalled = spawnSync('nginx', ['-v']).status === 0;

type Env = Record<string, string>;

/** A run takes many seconds where the machine has other things to do. */
jest.setTimeout(300_000);

let folder: string;
/** Issues keys for the database of `shipped`. */
let service: TestService;
/** The built program, with the demo data. */
let shipped: RunningService;
/** The variables for it. */
let demo: Env;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qa-suite-'));
  service = await startTestService();
  const limits = { RATE_BURST_LIMIT: '1000000', RATE_PER_SECOND: '1000000' };
  shipped = await RunningService.start({
    ...{ DATABASE_URL: service.databaseUrl, HOST: '127.0.0.1', DATA_DIR: folder, MCP: 'on' },
    ...{ ...limits },
  });
  const other = await service.issueKey('other');
  demo = {
    ...{ E2E_BASE_URL: shipped.baseUrl, E2E_API_KEY: shipped.apiKey, E2E_OTHER_API_KEY: other.apiKey },
    E2E_ANSWER_SECONDS: '60',
  };
});

afterAll(async () => {
  await shipped.end();
  await service.close();
  await rm(folder, { recursive: true });
});

function runSuite(env: Env, ...args: string[]): Promise<Ended> {
  return runProgram([join('scripts', 'test-e2e.mjs'), ...args, '--runInBand'], { env });
}

/** The reasons for which a run has skipped tests. */
function reasonsOf(run: Ended): string[] {
  return [...endOf(run).matchAll(/^ {2}(\S.*)$/gm)].map(([, reason = '']) => reason).toSorted();
}

/** The end of what a run has printed: the skipped tests under their reasons, and the numbers of tests. */
function endOf({ stderr }: Ended): string {
  return stderr.slice(stderr.search(/^(Skipped:|Test Suites:)/m));
}

describe('npm run test:e2e succeeds', () => {
  it('passes with the demo data in two runs at the same time, even if each request of one run is first refused, and lists what it skips', async () => {
    const file = join(folder, 'report.xml');
    const refusing = await openRefusingProxy(shipped.baseUrl);
    const refused = runSuite({ ...demo, E2E_BASE_URL: refusing.baseUrl });
    const [run, beside] = await Promise.all([runSuite(demo, '--junit', file), refused]);
    await refusing.close();
    expect([beside.code, beside.stderr]).toEqual([0, expect.stringMatching(/^Tests: +1 skipped, \d{3} passed, /m)]);
    expect([run.code, run.stderr]).toEqual([
      0,
      expect.stringMatching(/^Tests: +1 skipped, \d{3} passed, \d{3} total$/m),
    ]);
    expect(endOf(run)).toMatch(
      /^Skipped:\n {2}.*set E2E_RATE_LIMIT=provoke\n {4}The rate limit protects refuses .*\n\n?Test Suites/,
    );
    const { tests } = await readReport(file);
    expect(tests.size).toBeGreaterThan(300);
    expect([...tests.values()].filter((state) => state !== 'passed')).toEqual(['skipped']);
    const printed = JSON.stringify([run, beside, await readFile(file, 'utf8')]);
    for (const key of [demo.E2E_API_KEY, demo.E2E_OTHER_API_KEY]) expect(printed).not.toContain(key);
    const [, data = 0, contact = 0, runs = 0] = /most (\d+) data_access, (\d+) .* (\d+) prosp/.exec(run.stdout) ?? [];
    const used = await usedCredits(service.database, 'demo');
    expect(used.data_access?.charged).toBeLessThanOrEqual(2 * Number(data));
    expect(used.contact_data?.charged).toBeLessThanOrEqual(2 * Number(contact));
    // The demo data has a prospecting run.
    expect(used.prospecting?.charged).toBeLessThanOrEqual(2 * Number(runs) + 1);
  });

  describe('with records of a customer', () => {
    const named = { E2E_COMPANY_WEBSITE: 'acme.test, beta.test', E2E_PERSON_NETWORK_URL: 'network.com/in/jane-roe' };

    it('passes with the records that the variables name, skips tests that need other records, and says what to set for them', async () => {
      const other = await startPersonService({ companies, persons }, { WORKER: 'inline' });
      const keys = keysOf(other);
      const pages = 'network.com/in/jane-roe,network.com/in/ada-stone';
      const [run, choosing, unnamed] = await Promise.all([
        // The tests of bodies need no records, so they are left out.
        runSuite({ ...keys, ...named }, '--testPathIgnorePatterns=qa/body'),
        runSuite({ ...keys, ...named, E2E_PERSON_NETWORK_URL: pages }, 'person'),
        runSuite(keys, 'company', 'person'),
      ]);
      await other.close();
      expect([run.code, run.stderr]).toEqual([0, expect.stringMatching(/^Tests: +\d+ skipped, \d{3} passed/m)]);
      expect(reasonsOf(run)).toEqual([
        expect.stringMatching(/^exceeding it/),
        expect.stringMatching(/^other persons on record fit, too, set E2E_PERSON_NETWORK_URL/),
        expect.stringMatching(/^set E2E_COMPANY_WEBSITE to a company of which .* has signals$/),
        expect.stringMatching(/^the service has no tools for agents, start it with MCP=on$/),
        expect.stringMatching(/^the tenant of E2E_API_KEY has no query field/),
        expect.stringMatching(/^the tenant of E2E_API_KEY has no team$/),
      ]);
      const note = /^The name of the person is not unique at their employer .*several_candidates/m;
      expect(run.stdout).toMatch(note);
      expect(choosing).toMatchObject({ code: 0, stdout: expect.not.stringMatching(note) });
      expect(reasonsOf(choosing)).toEqual([]);
      expect(unnamed.code).toBe(0);
      expect(reasonsOf(unnamed)).toEqual([
        'set E2E_COMPANY_WEBSITE to the website of a company on record',
        'set E2E_PERSON_NETWORK_URL to the profile page of a person on record',
      ]);
    });

    it('passes against a service that counts no credits', async () => {
      const other = await startPersonService({ companies, persons }, { CREDITS: 'off', MCP: 'on' });
      const areas = ['credits', 'idempotency', 'usage', 'client', 'mcp'];
      const run = await runSuite({ ...keysOf(other), ...named }, ...areas);
      await other.close();
      expect([run.code, run.stdout]).toEqual([
        0,
        expect.stringMatching(/^Testing .*, for nothing, because the service/),
      ]);
      expect(reasonsOf(run)).toEqual([
        expect.stringMatching(/^set E2E_COMPANY_WEBSITE to a company of which .* has signals$/),
        'the service does not count credits',
      ]);
    });

    it('passes with the key of a tenant with a low rate limit, and says how long it waits for the rate limit', async () => {
      const limits = { burstLimit: 1_000, burstWindowSeconds: 60, perSecond: 5 };
      const { apiKey } = await service.issueKey('slow', limits);
      const run = await runSuite({ ...demo, E2E_API_KEY: apiKey }, 'signals');
      expect([run.code, run.stderr]).toEqual([0, expect.stringMatching(/^Waiting \d+ s for the rate limit$/m)]);
      expect(run.stdout).toMatch(/^The rate limit, .* 5 requests in 1 s, .* about \d minutes\.$/m);
    });
  });

  const itBehindNginx = isNginxInstalled ? it : it.skip;
  itBehindNginx('passes behind nginx with a path prefix and default settings', async () => {
    const nginx = await startNginx(shipped.baseUrl);
    const run = await runSuite(
      { ...demo, E2E_BASE_URL: `${nginx.baseUrl}/data` },
      '--testPathIgnorePatterns=prospecting',
    );
    await nginx.stop();
    expect([run.code, run.stderr]).toEqual([0, expect.stringMatching(/^Tests: +\d+ skipped, \d{3} passed/m)]);
    expect(reasonsOf(run)).toEqual([
      expect.stringMatching(/^a proxy in front of the service answers such paths itself/),
      expect.stringMatching(/^a proxy in front of the service refuses bodies of 5 MB/),
      expect.stringMatching(/^exceeding it/),
    ]);
  });

  it('prints its options and variables for --help', async () => {
    const { code, stdout } = await runSuite({}, '--help');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/--junit FILE.*E2E_OTHER_API_KEY.*E2E_TEAM/s)]);
  });
});

const companies = [
  { website: 'acme.test', network_url: 'network.com/company/acme-test', name: 'Acme Test Works', employee_count: 12 },
  { website: 'beta.test', network_url: 'network.com/company/beta-test', network_id: '7700123', name: 'Beta' },
];
const persons = [
  ['Jane', 'Roe', 'jane-roe', 'Chief Technology Officer'],
  ['Jane', 'Roe', 'jane-roe-2', 'Accountant'],
  ['Ada', 'Stone', 'ada-stone', 'Data Engineer'],
].map(([first_name, last_name, slug, job_title]) => ({
  network_url: `network.com/in/${slug}`,
  ...{ first_name, last_name, full_name: `${first_name} ${last_name}`, job_title },
  company_website: 'beta.test',
  emails: [{ address: `${slug}@beta.test`, type: 'work' }],
}));

function keysOf({ baseUrl, ours, theirs }: PersonService): Env {
  const keys = { E2E_API_KEY: ours.apiKey, E2E_OTHER_API_KEY: theirs.apiKey };
  return { E2E_BASE_URL: `${baseUrl}/`, ...keys, E2E_ANSWER_SECONDS: '60' };
}

/** Starts an nginx that passes requests below `/data` to the target. */
async function startNginx(target: string): Promise<{ readonly baseUrl: string; stop(): Promise<void> }> {
  const port = await freePort();
  const home = join(folder, 'nginx');
  await mkdir(home);
  // If root starts nginx, its worker runs under another account, which must be able to enter the folder.
  await chmod(folder, 0o755);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `${name}_temp_path ${home}/${name};`).join(' ');
  const location = `location /data/ { proxy_pass ${target}/; }`;
  const file = join(home, 'nginx.conf');
  await writeFile(
    file,
    `daemon off; pid ${home}/pid; error_log stderr; events {}
http { access_log off; ${paths} server { listen 127.0.0.1:${port}; ${location} } }`,
  );
  const program = spawn('nginx', ['-e', 'stderr', '-c', file], { stdio: 'ignore' });
  const baseUrl = `http://127.0.0.1:${port}`;
  await eventually(() =>
    call(`${baseUrl}/data/health`).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  return {
    baseUrl,
    stop: async () => {
      program.kill();
      await once(program, 'close');
    },
  };
}

it('npm run test:e2e rejects a service with MAX_BATCH=10 before any test runs, because its tests send more identifiers', async () => {
  const small = await startTestService({ sharing: service, env: { MAX_BATCH: '10' } });
  const refusal: unknown = await preflight({ ...demo, E2E_BASE_URL: small.baseUrl }).catch((error: unknown) => error);
  await small.close();
  expect(String(refusal)).toContain('has at most 10 identifiers (MAX_BATCH); the suite needs 100');
});

describe('npm run test:e2e rejects before any test runs', () => {
  it.each<[what: string, change: () => Env | Promise<Env>, words: RegExp]>([
    ['a missing address', () => ({ E2E_BASE_URL: '' }), /^E2E_BASE_URL is not set/],
    ['an address that is no URL', () => ({ E2E_BASE_URL: 'localhost' }), /^E2E_BASE_URL must be an address/],
    [
      'a closed port',
      () => ({ E2E_BASE_URL: 'http://127.0.0.1:2' }),
      /^E2E_BASE_URL .* cannot be reached: ECONNREFUSED/,
    ],
    ['an unknown host', () => ({ E2E_BASE_URL: 'http://nowhere.invalid' }), /^E2E_BASE_URL .* cannot be reached/],
    [
      'a wrong time',
      () => ({ E2E_ANSWER_SECONDS: 'soon' }),
      /^E2E_ANSWER_SECONDS must be a number of seconds, at most 3600/,
    ],
    ['another service', () => ({ E2E_BASE_URL: `${shipped.baseUrl}/docs` }), /^E2E_BASE_URL is not this service/],
    ['a missing key', () => ({ E2E_API_KEY: '' }), /^E2E_API_KEY is not set/],
    ['a wrong key', () => ({ E2E_API_KEY: 'garbage' }), /^E2E_API_KEY is not a valid key/],
    ['a key over two lines', () => ({ E2E_API_KEY: 'a\nb' }), /^E2E_API_KEY is not an API key/],
    ['a missing second key', () => ({ E2E_OTHER_API_KEY: '' }), /^E2E_OTHER_API_KEY is not set/],
    ['a wrong second key', () => ({ E2E_OTHER_API_KEY: 'garbage' }), /^E2E_OTHER_API_KEY is not a valid key/],
    [
      'one key twice',
      () => ({ E2E_OTHER_API_KEY: demo.E2E_API_KEY ?? '' }),
      /^E2E_OTHER_API_KEY belongs to the tenant/,
    ],
    [
      'two keys of one tenant',
      async () => ({ E2E_OTHER_API_KEY: (await service.issueKey('demo')).apiKey }),
      /^E2E_OTHER_API_KEY belongs to the tenant/,
    ],
    [
      'a tenant without credits',
      async () => ({ E2E_API_KEY: (await service.issueKeyWithoutCredits('poor')).apiKey }),
      /^The tenant of E2E_API_KEY has 0 data_access credits left; the suite needs 200, .* spends at most 80 of them/,
    ],
    [
      'an unknown team',
      () => ({ E2E_TEAM: 'nobody' }),
      /^E2E_TEAM: the tenant of E2E_API_KEY has no team "nobody", but databases/,
    ],
    [
      'an address of several persons',
      () => ({ E2E_PERSON_NETWORK_URL: 'network.com/in/a,network.com/in/b', E2E_PERSON_EMAIL: 'a@b.test' }),
      /^E2E_PERSON_EMAIL is the address of one person/,
    ],
    ['an unknown company', () => ({ E2E_COMPANY_WEBSITE: 'x.test' }), /^E2E_COMPANY_WEBSITE: .* no company x\.test/],
    ['an unknown person', () => ({ E2E_PERSON_EMAIL: 'x@x.test' }), /^E2E_PERSON_EMAIL: .* no person/],
  ])('refuses %s with one line that says what to set', async (_what, change, words) => {
    const refusal: unknown = await preflight({ ...demo, ...(await change()) }).catch((error: unknown) => error);
    if (!(refusal instanceof PreflightError)) throw new Error('Nothing was refused');
    expect(`${refusal.message}\n`).toMatch(singleLine(words));
    expect(refusal.message).not.toContain('das_live_');
  });

  it('gives up after 0.8 s if the address never answers', async () => {
    const silent = createServer();
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const run = await runSuite({ ...demo, E2E_BASE_URL: `http://127.0.0.1:${port}`, E2E_ANSWER_SECONDS: '' });
    silent.close();
    const words = /^E2E_BASE_URL .* cannot be reached: no answer to \/health within 0\.8 s; .* E2E_ANSWER_SECONDS/;
    expect([run.code, run.stdout, run.stderr]).toEqual([1, '', expect.stringMatching(singleLine(words))]);
  });

  it('refuses --junit without the name of a file', async () => {
    const { code, stderr } = await runSuite(demo, '--junit');
    expect([code, stderr]).toEqual([1, '--junit needs the name of a file\n']);
  });
});

interface ToolBody {
  readonly structuredContent?: { readonly credits_charged?: Record<string, number> };
}

/** Breaches of the contract: the requests whose answers are changed, the change, and the title of a test that must fail for it. */
const breaches: readonly (readonly [requests: RegExp, breach: Breach, failing: RegExp])[] = [
  [
    /^GET \/v1\/prospecting\/jobs\/\d+$/,
    (status) => (status === 403 ? 404 : status),
    /403 for the jobs of a tenant to another tenant/,
  ],
  [/^PUT/, (status, headers) => (delete headers['x-request-id'], status), /headers of the contract: 405 for PUT/],
  [/^POST \/v1\/nothing/, () => 500, /POST \/v1\/nothing because of its path/],
  [/^DELETE/, (status, headers) => ((headers.allow = 'GET'), status), /405 to DELETE .docs and/],
  [
    /^POST \/v1\/person/,
    // Only short lists are reversed, because Jest takes long to print the difference of two long lists.
    (status, _, body) => (Array.isArray(body.results) && body.results.length < 8 && body.results.reverse(), status),
    /unknown persons in the order/,
  ],
  [
    /^POST \/v1\/company/,
    (status, headers) => (headers['idempotent-replayed'] && (headers['x-credits-data-access-charged'] = '1'), status),
    /repeats the answer without a second charge/,
  ],
  [
    /^POST \/v1\/signals/,
    (status, _, { detail }) => {
      for (const fault of Array.isArray(detail) ? (detail as { msg?: string }[]) : []) delete fault.msg;
      return status;
    },
    /get-signals rejects refuses no start with 422/,
  ],
  [
    /^GET \/v1\/usage\/requests/,
    (status, _, body) => (Array.isArray(body.entries) && body.entries.pop(), status),
    /charges for a match, and not for an identifier without a match/,
  ],
  [/^GET \/ready/, () => 503, /ready succeeds/],
  [
    /^POST \/mcp/,
    (status, _, { result }) => {
      const { credits_charged: charged } = (result as ToolBody | undefined)?.structuredContent ?? {};
      if (charged !== undefined) charged.data_access = 2;
      return status;
    },
    /POST \/mcp succeeds answers what the route answers/,
  ],
];

describe('npm run test:e2e protects from a service that breaks the contract', () => {
  it('fails in the tests of the rules that the service breaks, and not in the tests of rules that it keeps', async () => {
    const proxy = await openBreakingProxy(shipped.baseUrl, breaches);
    const file = join(folder, 'broken.xml');
    const areas = ['http', 'routing', 'service', 'person', 'prospecting', 'signals', 'credits', 'idempotency', 'mcp'];
    const run = await runSuite({ ...demo, E2E_BASE_URL: proxy.baseUrl }, `--junit=${file}`, ...areas);
    await proxy.close();
    expect([run.code, endOf(run)]).toEqual([1, expect.stringMatching(/^Tests: +\d+ failed, /m)]);
    const failed = [...(await readReport(file)).tests].filter(([, state]) => state === 'failed').map(([name]) => name);
    for (const [, , failing] of breaches) expect(failed).toContainEqual(expect.stringMatching(failing));
    expect(failed.filter((name) => /openapi|docs succeeds|Routing rejects answers 404 to (?!POST)/.test(name))).toEqual(
      [],
    );
  });
});

/** Reads a JUnit file, which must be well-formed XML. @returns the outcome of each test, by its title */
async function readReport(file: string): Promise<{ tests: Map<string, 'passed' | 'failed' | 'skipped'> }> {
  const xml = await readFile(file, 'utf8');
  const open: string[] = [];
  for (const [, end, name = '', , empty] of xml.matchAll(/<(\/?)([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>/g)) {
    if (end === '/') expect(open.pop()).toBe(name);
    else if (empty !== '/') open.push(name);
  }
  expect([open, xml.startsWith('<?xml')]).toEqual([[], true]);
  const cases = xml.matchAll(/<testcase classname="[^"]*" name="([^"]*)"[^>]*?(?:\/>|>(.*?)<\/testcase>)/gs);
  const states = [...cases].map(([, name = '', inner = '']) => {
    const state = inner.includes('<failure') ? 'failed' : inner.includes('<skipped') ? 'skipped' : 'passed';
    return [name, state] as const;
  });
  return { tests: new Map(states) };
}
