import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from '../support/service/command-line.js';
import { eventually } from '../support/service/eventually.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await service.issueKey('acme');
});

afterAll(() => service.close());

const limits = { RATE_PER_SECOND: '7', RATE_BURST_LIMIT: '90', RATE_BURST_WINDOW_SECONDS: '30' };
const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl, ...limits }));

describe('status succeeds', () => {
  it('shows versions, backends, counts and the number of serving processes', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    const before = await admin.answerOf<Record<string, number>>(['status']);
    expect(before).toMatchObject({
      version,
      node_version: process.version,
      database: 'external',
      queue: 'postgres',
      rate_limits: 'memory',
      per_second: 7,
      burst_limit: 90,
      burst_window_seconds: 30,
      database_version: expect.stringMatching(/^\d+\.\d+/),
      newest_migration: expect.stringMatching(/^\d{14}_/),
      suspended_tenants: 0,
      prospecting_running: 0,
    });
    expect(before.database_size_bytes).toBeGreaterThan(1_000_000);
    const other = await startTestService({ sharing: service });
    await service.issueKey('third');
    await admin.answerOf(['tenant', 'suspend', 'third']);
    await admin.answerOf(['import', 'companies', '-'], { stdin: JSON.stringify({ website: 'more.example' }) });
    const counts = { companies: Number(before.companies) + 1, tenants: Number(before.tenants) + 1 };
    const now = { ...counts, suspended_tenants: 1, serving_processes: Number(before.serving_processes) + 1 };
    expect(await admin.answerOf(['status'])).toMatchObject(now);
    await other.close();
    await eventually(async () => {
      const status = await admin.answerOf<Record<string, number>>(['status']);
      return status.serving_processes === before.serving_processes;
    });
    const { stdout } = await admin.run(['status'], { screen: 80 });
    expect(stdout).toMatch(/^serving processes +1$/m);
  });
});
