import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandLine } from '../support/service/command-line.js';
import { call } from '../support/http/http.js';
import { type Ended, endOf, RunningService, singleLine, startProgram } from '../support/service/programs.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

const ours = 'the pepper of this installation';
const other = 'a pepper from another place';

let home: TestDatabase;
let admin: CommandLine;

beforeEach(async () => {
  home = await createTestDatabase();
  admin = new CommandLine(() => ({ DATABASE_URL: home.url, API_KEY_PEPPER: ours }));
});

afterEach(() => home.drop());

async function issueKey(pepper: string): Promise<string> {
  await admin.answerOf(['tenant', 'create', 'acme'], { env: { API_KEY_PEPPER: pepper } });
  const env = { API_KEY_PEPPER: pepper };
  return (await admin.answerOf<{ api_key: string }>(['key', 'create', 'acme'], { env })).api_key;
}

/** Starts a program that is expected to refuse; one that does not is killed. */
async function start(program: 'main' | 'worker', pepper: Record<string, string>): Promise<Ended> {
  const env = { PORT: '0', SEED: 'off', DATABASE_URL: home.url, ...pepper };
  const started = startProgram([`dist/${program}.js`], { env });
  const timer = setTimeout(() => started.kill('SIGKILL'), 60_000);
  const ended = await endOf(started);
  clearTimeout(timer);
  return ended;
}

const refused = (words: RegExp): Ended => ({
  code: 1,
  stdout: '',
  stderr: expect.stringMatching(singleLine(words)) as never,
});

describe('A process without the right pepper', () => {
  const words =
    /^API_KEY_PEPPER is not the pepper of this database.* set API_KEY_PEPPER to the value .*update installation set pepper_check = null/;

  it.each(['main', 'worker'] as const)(
    'does not start, and prints one line that says what to do (%s)',
    async (program) => {
      await issueKey(ours);
      expect(await start(program, { API_KEY_PEPPER: other })).toEqual(refused(words));
    },
  );

  it('prints one line that says what to do, and runs no admin command', async () => {
    await issueKey(ours);
    expect(await admin.run(['tenant', 'list'], { env: { API_KEY_PEPPER: other } })).toEqual(refused(words));
  });

  it('does not start if it has no pepper, and when it has the right one, it starts and accepts the existing key', async () => {
    const apiKey = await issueKey(ours);
    expect(await start('main', {})).toEqual(refused(/^API_KEY_PEPPER is not set, but .* set it to the value/));
    const service = await RunningService.start({ SEED: 'off', DATABASE_URL: home.url, API_KEY_PEPPER: ours });
    expect((await call(`${service.baseUrl}/v1/me`, { apiKey })).status).toBe(200);
    await service.end();
  });

  it('does not start with a configured pepper when the database stores another pepper, and prints that the configured one must be removed', async () => {
    await issueKey('');
    expect(await start('main', { API_KEY_PEPPER: ours })).toEqual(
      refused(/with the pepper that the database keeps: remove/),
    );
    expect(await admin.run(['tenant', 'list'], { env: { API_KEY_PEPPER: '' } })).toMatchObject({ code: 0 });
  });

  it('does not start even if only identifiers of erased persons are hashed with the right pepper', async () => {
    await admin.answerOf(['erase', 'person', '--network-url', 'network.com/in/jane-doe']);
    expect(await start('main', { API_KEY_PEPPER: other })).toEqual(refused(words));
  });
});

describe('A pepper', () => {
  it('can be changed as long as nothing is hashed with it', async () => {
    await admin.answerOf(['tenant', 'create', 'acme'], { env: { API_KEY_PEPPER: other } });
    expect(await admin.run(['key', 'create', 'acme'])).toMatchObject({ code: 0 });
    expect((await admin.run(['tenant', 'list'], { env: { API_KEY_PEPPER: other } })).code).toBe(1);
  });

  it('is recorded by the first command on a database of an earlier version, and then another pepper is refused', async () => {
    await issueKey(ours);
    await home.database.pool.query('update installation set pepper_check = null');
    expect(await admin.run(['tenant', 'list'])).toMatchObject({ code: 0 });
    expect((await admin.run(['tenant', 'list'], { env: { API_KEY_PEPPER: other } })).code).toBe(1);
    expect(await admin.run(['tenant', 'list'])).toMatchObject({ code: 0 });
  });

  it('is recorded by only one of two commands that run at the same moment with different peppers, and the other command is refused', async () => {
    await issueKey(ours);
    await home.database.pool.query('update installation set pepper_check = null');
    const codes = await Promise.all(
      [ours, other].map(
        async (pepper) => (await admin.run(['tenant', 'list'], { env: { API_KEY_PEPPER: pepper } })).code,
      ),
    );
    expect(codes.sort()).toEqual([0, 1]);
  });
});
