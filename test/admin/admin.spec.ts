import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from '../support/service/command-line.js';
import { call } from '../support/http/http.js';
import { eventually } from '../support/service/eventually.js';
import { endOf, singleLine, startProgram } from '../support/service/programs.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

interface Issued {
  readonly key_id: string;
  readonly tenant: string;
  readonly api_key: string;
}

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), 'admin-'));
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl, DATA_DIR: folder }));

async function statusWith(apiKey: string): Promise<number> {
  // Signals are free, and the tenants here have no credits.
  const body = { companies: [{ website: 'acme.example' }], allow_signals: {} };
  return (await call(`${service.baseUrl}/v1/company/enrich`, { apiKey, body })).status;
}

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const noLimits = { burst_limit: null, burst_window_seconds: null, per_second: null };
/** What a tenant has that no option was given for. */
const defaults = { note: null, callback_url: null, suspended_at: null, previews: false, search: false };

describe('The admin command line succeeds', () => {
  it('creates tenants with an optional name and limits, and lists them', async () => {
    const plain = { tenant: 'plain', name: 'plain', ...noLimits, ...defaults, created_at: time };
    expect(await admin.answerOf(['tenant', 'create', 'plain'])).toEqual(plain);
    const limits = ['--burst-limit', '50', '--burst-window', '10', '--per-second', '5'];
    const limited = { burst_limit: 50, burst_window_seconds: 10, per_second: 5 };
    const own = { tenant: 'own-limits', name: 'Own Limits', ...limited, ...defaults, created_at: time };
    expect(await admin.answerOf(['tenant', 'create', 'own-limits', '--name', 'Own Limits', ...limits])).toEqual(own);
    expect(await admin.answerOf(['tenant', 'list'])).toEqual([own, plain]);
  });

  it('creates a key that is accepted, does not show it again, and revokes it', async () => {
    await admin.answerOf(['tenant', 'create', 'keyed']);
    const issued = await admin.answerOf<Issued>(['key', 'create', 'keyed', '--label', 'the crm']);
    const { key_id, api_key } = issued;
    expect(issued).toEqual({ key_id: expect.stringMatching(/^key_/), tenant: 'keyed', api_key: expect.any(String) });
    expect(await statusWith(api_key)).toBe(200);
    const stored = { key_id, tenant: 'keyed', label: 'the crm', ends_with: api_key.slice(-4), created_at: time };
    const open = { ...stored, last_used_at: null, expires_at: null, revoked_at: null, successor: null };
    expect(await admin.answerOf(['key', 'list', 'keyed'])).toEqual([open]);
    expect(await admin.answerOf(['key', 'revoke', key_id])).toEqual({ ...open, revoked_at: time });
    // The service drops the key when the notification arrives.
    await eventually(async () => (await statusWith(api_key)) === 401);
  });

  it('rotates a key, which stays valid for another day by default, and becomes invalid at once with --grace 0', async () => {
    await admin.answerOf(['tenant', 'create', 'rotating']);
    const first = await admin.answerOf<Issued>(['key', 'create', 'rotating']);
    const second = await admin.answerOf<Issued>(['key', 'rotate', first.key_id]);
    expect([await statusWith(first.api_key), await statusWith(second.api_key)]).toEqual([200, 200]);
    const [listed] = await admin.answerOf<{ expires_at: string }[]>(['key', 'list', 'rotating']);
    const hoursLeft = (Date.parse(listed?.expires_at ?? '') - Date.now()) / 3_600_000;
    expect(hoursLeft).toBeGreaterThan(23.9);
    expect(hoursLeft).toBeLessThanOrEqual(24);
    const third = await admin.answerOf<Issued>(['key', 'rotate', second.key_id, '--grace', '0']);
    // The service drops the key when the notification arrives.
    await eventually(async () => (await statusWith(second.api_key)) === 401);
    expect(await statusWith(third.api_key)).toBe(200);
    const stderr = expect.stringMatching(singleLine(/has expired/));
    expect(await admin.run(['key', 'rotate', second.key_id])).toEqual({ code: 1, stdout: '', stderr });
  });

  it('prints its help', async () => {
    const ended = await admin.run(['key', 'rotate', '--help']);
    expect(ended).toEqual({ code: 0, stdout: expect.stringContaining('--grace <duration>'), stderr: '' });
  });
});

describe('The admin command line, with a message of one line,', () => {
  it.each([
    ['an unknown command', 'frobnicate', /unknown command 'frobnicate'/],
    [
      'an unknown command on tenants',
      'tenant drop',
      /create, update, list, requests, note, suspend, resume, delete, set-callback, callbacks or/,
    ],
    [
      'an unknown command on keys',
      'key show',
      /There is no command "key show"\. Subcommands of key: create, list, revoke or rotate/,
    ],
    [
      'a misspelt command on tenants',
      'tenant creat x',
      /There is no command "tenant creat"\. Did you mean "tenant create"\? /,
    ],
    ['two exchanged letters', 'import compnaies x', /Did you mean "import companies"\?/],
    ['a group without a command', 'tenant', /Missing subcommand of tenant: create, update, list/],
    [
      'a command of another group',
      'person remove',
      /There is no command "person remove".*; erase person deletes a person/,
    ],
    ['no person to show', 'person show', /Name the person once/],
    [
      'a person to erase in an argument and in an option',
      'erase person a@b.example --email a@b.example',
      /Name the person once/,
    ],
    ['an address for a page', 'person show --network-url a@b.example', /--network-url must be the profile URL/],
    ['a page for an address', 'erase person --email network.com/in/jane', /--email must be an e-mail address/],
    ['an import of something unknown', 'import gadgets', /companies/],
    ['an unknown option', 'tenant list --sorted', /unknown option '--sorted'/],
    ['a missing argument', 'key create', /missing required argument 'tenant'/],
    ['an argument too many', 'key revoke key_1 key_2', /too many arguments/],
    ['an option without its value', 'tenant create x --name', /'--name <name>' argument missing/],
    ['a number that is none', 'tenant create x --per-second fast', /--per-second must be a whole number/],
    ['a limit of zero', 'tenant create x --burst-limit 0', /--burst-limit must be a whole number from 1/],
    ['a duration that is none', 'key rotate key_1 --grace soon', /--grace must be a duration/],
    ['a tenant id that is none', 'tenant create Ünsinn', /Tenant id "Ünsinn" must be/],
    ['a key of an unknown tenant', 'key create missing', /There is no tenant "missing"/],
    ['the keys of an unknown tenant', 'key list missing', /There is no tenant "missing"/],
    ['an unknown key', 'key revoke key_1', /There is no key "key_1"/],
    ['an unknown format', 'import companies x.ndjson --format xml', /--format must be ndjson or csv/],
    ['a missing file', 'import companies nowhere.ndjson', /nowhere\.ndjson.*no such file/],
    ['a directory instead of a file', 'import companies src', /src.*directory/],
  ])('rejects %s', async (_, line, words) => {
    expect(await admin.run(line.split(' '))).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(singleLine(words)),
    });
  });

  it('rejects the creation of a tenant whose id exists already', async () => {
    await admin.answerOf(['tenant', 'create', 'twice']);
    const stderr = expect.stringMatching(singleLine(/Tenant "twice" exists already/));
    expect(await admin.run(['tenant', 'create', 'twice'])).toEqual({ code: 1, stdout: '', stderr });
  });

  it('reports a database that cannot be reached, without its password', async () => {
    const env = { DATABASE_URL: 'postgres://das:hunter2@127.0.0.1:1/das' };
    const ended = await admin.run(['tenant', 'list'], { env });
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(singleLine(/ECONNREFUSED/)) });
    expect(ended.stderr).not.toContain('hunter2');
  });

  it('rejects an invalid environment variable', async () => {
    const stderr = expect.stringMatching(singleLine(/API_KEY_PEPPER must have at least 16 characters/));
    const ended = await admin.run(['tenant', 'list'], { env: { API_KEY_PEPPER: 'salt' } });
    expect(ended).toEqual({ code: 1, stdout: '', stderr });
  });
});

describe('The admin program succeeds', () => {
  const start = (args: readonly string[]) =>
    startProgram(['scripts/admin.mjs', ...args], { env: { DATABASE_URL: service.databaseUrl, DATA_DIR: folder } });

  it('reads from standard input and answers on standard output', async () => {
    const program = start(['import', 'companies', '-']);
    program.stdin.end('{"website":"program.example"}');
    const ended = await endOf(program);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ended.stdout)).toMatchObject({ read: 1, inserted: 1 });
  });

  it('writes an error as one line to standard error', async () => {
    const stderr = expect.stringMatching(singleLine(/There is no tenant "missing"/));
    expect(await endOf(start(['key', 'list', 'missing']))).toEqual({ code: 1, stdout: '', stderr });
  });

  it('prints its help', async () => {
    const stdout = expect.stringContaining('Usage: admin [options] [command]');
    expect(await endOf(start(['--help']))).toEqual({ code: 0, stdout, stderr: '' });
  });

  it('stops an import at Ctrl-C and prints its summary', async () => {
    const program = start(['import', 'companies', '-']);
    const ending = endOf(program);
    // More than one batch, so that the first one is merged while the command waits for the rest.
    for (let row = 0; row < 6_000; row += 1) program.stdin.write(`{"website":"endless-${row}.example"}\n`);
    const merged = service.database.prisma.company;
    await eventually(async () => (await merged.count({ where: { website: { startsWith: 'endless-' } } })) > 0, 60_000);
    program.kill('SIGINT');
    const { code, stdout, stderr } = await ending;
    expect([code, stderr]).toEqual([1, expect.stringMatching(singleLine(/Interrupted/))]);
    const { read, inserted } = JSON.parse(stdout) as { read: number; inserted: number };
    expect([read >= 5_000, inserted]).toEqual([true, read]);
  });
});
