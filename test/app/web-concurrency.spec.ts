import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from '../support/service/command-line.js';
import { eventually } from '../support/service/eventually.js';
import { call } from '../support/http/http.js';
import { RunningService, runProgram, singleLine } from '../support/service/programs.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

let database: TestDatabase;
let service: RunningService;
let apiKey: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const limits = { RATE_BURST_LIMIT: '40', RATE_PER_SECOND: '1000', TRUST_PROXY: '1' };
  const DATABASE_URL = database.url;
  service = await RunningService.start({
    DATABASE_URL,
    HOST: '127.0.0.1',
    SEED: 'off',
    WEB_CONCURRENCY: '2',
    ...limits,
  });
  const admin = new CommandLine(() => ({ DATABASE_URL }));
  await admin.answerOf(['tenant', 'create', 'ours']);
  apiKey = (await admin.answerOf<{ api_key: string }>(['key', 'create', 'ours'])).api_key;
  await eventually(() => started().length === 2, 60_000);
});

afterAll(async () => {
  await service.end();
  await database.drop();
});

/** The processes in the order of their starts, and the addresses at which they listen. */
function started(): { process: number; pid: number }[] {
  return linesWith('process started') as { process: number; pid: number }[];
}

function linesWith(message: string): Record<string, unknown>[] {
  const lines = service.output.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === message);
}

/** The statuses of requests that one client sends at once, over connections of their own. */
async function send(client: string, count: number): Promise<number[]> {
  const headers = { 'X-Forwarded-For': client, Connection: 'close' };
  const sent = Array.from({ length: count }, () => call(`${service.baseUrl}/v1/me`, { apiKey, headers }));
  return (await Promise.all(sent)).map(({ status }) => status);
}

describe('WEB_CONCURRENCY', () => {
  it('lets all processes serve at one address', () => {
    expect(new Set(linesWith('listening').map(({ url }) => url)).size).toBe(1);
    expect(started().map(({ process }) => process)).toEqual([1, 2]);
  });

  it('lets all processes together allow exactly as many requests as one rate limit allows', async () => {
    const statuses = await send('203.0.113.1', 100);
    expect(statuses.filter((status) => status === 200)).toHaveLength(40);
    expect(statuses.filter((status) => status === 429)).toHaveLength(60);
  });
});

describe('A service with WEB_CONCURRENCY', () => {
  it.each([1, 2])('replaces process %d when that process ends, and continues to answer requests', async (number) => {
    const pid = started().findLast((line) => line.process === number)?.pid ?? 0;
    const before = started().length;
    process.kill(pid, 'SIGKILL');
    await eventually(() => linesWith('a process ended; another one replaces it').length === number);
    expect(await send(`203.0.113.${number + 1}`, 20)).toEqual(Array(20).fill(200));
    await eventually(() => started().length === before + 1, 60_000);
    expect(await send('203.0.113.1', 1)).toEqual([429]);
  });

  it('leaves no process behind when it ends', async () => {
    const pids = started().map(({ pid }) => pid);
    expect(await service.end()).toMatchObject({ code: 0, stderr: '' });
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

describe('An invalid WEB_CONCURRENCY', () => {
  it.each([
    ['0', /WEB_CONCURRENCY must be at least 1/],
    ['many', /WEB_CONCURRENCY must be a whole number/],
  ])('is refused with one line: %s', async (WEB_CONCURRENCY, words) => {
    const { code, stderr } = await runProgram(['dist/main.js'], { env: { WEB_CONCURRENCY } });
    expect([code, stderr]).toEqual([1, expect.stringMatching(singleLine(words))]);
  });
});
