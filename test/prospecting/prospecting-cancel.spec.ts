import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from '../support/service/command-line.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { grantCredits } from '../support/credits/credits.js';
import { eventually } from '../support/service/eventually.js';
import { singleLine } from '../support/service/programs.js';
import {
  endOfRun,
  knownCompany,
  RunBlock,
  startRun,
  storedRuns,
  storeKnownCompany,
} from '../support/prospecting/prospecting.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;

/** The service runs the jobs. */
beforeAll(async () => {
  service = await startTestService({ env: { WORKER: 'inline' } });
  await service.issueKey('acme');
  await storeKnownCompany(service);
});

afterAll(() => service.close());

const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
const unknownCompany = 'https://www.network.com/company/nobody';

describe('The command prospecting cancel', () => {
  const creditsOf = async (tenant: string): Promise<unknown> =>
    (await admin.answerOf<{ prospecting: unknown }>(['credits', 'show', tenant])).prospecting;

  it('ends a running job as failed, releases its credit, and the job does not change any more', async () => {
    const { apiKey } = await service.issueKeyWithoutCredits('cancelling');
    await grantCredits(service.database, 'cancelling', 'prospecting', 1);
    const client = { baseUrl: service.baseUrl, apiKey };
    const standstill = await RunBlock.begin(service);
    const id = await startRun(client, { network_url: knownCompany });
    await eventually(async () => (await storedRuns(service)).some((run) => run.id === id && run.isLeased), 10_000);
    const cancelled = await admin.answerOf(['prospecting', 'cancel', String(id)]);
    expect(cancelled).toMatchObject({
      job_id: id,
      status: 'failed',
      failure_reason: 'Cancelled by the operator',
      run_end_time: time,
    });
    expect(await creditsOf('cancelling')).toEqual({ granted: 1, consumed: 0, reserved: 0, available: 1 });
    await standstill.end();
    // When the worker has ended the next run, it has dropped the cancelled one.
    await endOfRun(client, await startRun(client, { network_url: unknownCompany }));
    expect(await admin.answerOf(['prospecting', 'show', String(id)])).toEqual(cancelled);
    expect(await creditDiscrepancies(service.database.pool)).toEqual([]);
    const stderr = expect.stringMatching(singleLine(/has ended already: Cancelled by the operator/));
    expect(await admin.run(['prospecting', 'cancel', String(id)])).toEqual({ code: 1, stdout: '', stderr });
  });

  it('ends with an error for a run that was successful, and changes nothing', async () => {
    const job = await admin.answerOf<{ job_id: number }>([
      ...['prospecting', 'enqueue', 'acme', '--network-url', knownCompany, '--wait'],
    ]);
    const stderr = expect.stringMatching(singleLine(/has ended already: success/));
    expect(await admin.run(['prospecting', 'cancel', String(job.job_id)])).toEqual({ code: 1, stdout: '', stderr });
    expect(await admin.answerOf(['prospecting', 'show', String(job.job_id)])).toEqual(job);
  });
});
