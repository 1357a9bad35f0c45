import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { JobService } from '../../src/prospecting/jobs/job.service.js';
import { failureReasons } from '../../src/prospecting/run/run-result.js';
import { RunSql } from '../../src/prospecting/run/run.sql.js';
import { callbackOf, endRun, setCallback } from '../support/prospecting/callbacks.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { grantCredits, usedCredits } from '../support/credits/credits.js';
import { call, type Answer } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { deleteRuns, jobOf, resultsOf, startRun, type ProspectingClient } from '../support/prospecting/prospecting.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const cancel = '/v1/prospecting/jobs/{job_id}/cancel';

let service: TestService;
let document: OpenApiDocument;
let ours: ProspectingClient;
let theirs: ProspectingClient;

/** The service has no worker, so runs stay as they are. */
beforeAll(async () => {
  service = await startTestService({ env: { WORKER: 'off', CALLBACK_PRIVATE_TARGETS: 'on' } });
  document = await OpenApiDocument.of(service.baseUrl);
  ours = await service.clientOf('ours');
  theirs = await service.clientOf('theirs');
});

afterEach(() => deleteRuns(service));

afterAll(() => service.close());

/** Cancels a job, and checks that the OpenAPI document describes the answer. */
async function cancelJob(id: number | string, client = ours): Promise<Answer> {
  const url = `${client.baseUrl}${cancel.replace('{job_id}', String(id))}`;
  const answer = await call(url, { method: 'POST', apiKey: client.apiKey });
  expect(document.faultsOfAnswer('POST', cancel, answer)).toEqual([]);
  return answer;
}

describe('POST /v1/prospecting/jobs/{job_id}/cancel succeeds', () => {
  it('ends the job as failed without prospects, and releases its credit once', async () => {
    const { apiKey } = await service.issueKeyWithoutCredits('thrifty');
    const client = { ...ours, apiKey };
    await grantCredits(service.database, 'thrifty', 'prospecting', 2);
    await setCallback(service, 'thrifty', 'http://127.0.0.1:9/');
    const id = await startRun(client);
    const reserved = { prospecting: { charged: 0, reserved: 1 } };
    expect(await usedCredits(service.database, 'thrifty')).toEqual(reserved);
    const answers = await Promise.all([1, 2, 3, 4].map(() => cancelJob(id, client)));
    const record = await jobOf(client, id);
    expect(record).toMatchObject({ status: 'failed', failure_reason: 'Cancelled by the client' });
    for (const answer of [...answers, await cancelJob(id, client)]) {
      expect([answer.status, answer.body]).toEqual([200, record]);
    }
    expect(await usedCredits(service.database, 'thrifty')).toEqual({ prospecting: { charged: 0, reserved: 0 } });
    expect(await resultsOf(client, id)).toMatchObject({ status: 'failed', total_results: 0 });
    expect(await callbackOf(service, id)).toMatchObject({ isDelivered: false });
    expect(await creditDiscrepancies(service.database.pool)).toEqual([]);
  });

  it('answers 200 for a job that the operator has already cancelled, and changes nothing', async () => {
    const id = await startRun(ours);
    const cancelled = await service.app.get(JobService, { strict: false }).cancel(BigInt(id));
    expect(await cancelJob(id)).toMatchObject({ status: 200, body: cancelled });
    expect(cancelled.failure_reason).toBe(failureReasons.cancelled);
  });

  it('ends a job that a worker has claimed, and this worker can then no longer end the job', async () => {
    const id = await startRun(ours);
    const runs = service.app.get(RunSql, { strict: false });
    const claimed = await runs.claim(1, 60);
    expect((await cancelJob(id)).status).toBe(200);
    const attempt = claimed?.attempt ?? { jobId: '0', number: 0 };
    expect(attempt.jobId).toBe(String(id));
    expect(await runs.finish(attempt, { status: 'success', prospects: [], metadata: {} })).toBeNull();
    expect(await jobOf(ours, id)).toMatchObject({ status: 'failed', failure_reason: 'Cancelled by the client' });
  });
});

describe('POST /v1/prospecting/jobs/{job_id}/cancel rejects', () => {
  it.each(['success', 'failed'])('answers 409 for a job that ended with %s, and changes nothing', async (status) => {
    const id = await endRun(service, 'ours', status);
    const before = await jobOf(ours, id);
    const message = 'The run has ended already and cannot be cancelled.';
    const answer = await cancelJob(id);
    expect([answer.status, answer.body]).toEqual([409, { detail: { status: 'JOB_ENDED', message } }]);
    expect(answer.headers.has('Retry-After')).toBe(false);
    expect(await jobOf(ours, id)).toEqual(before);
  });
});

describe('POST /v1/prospecting/jobs/{job_id}/cancel protects', () => {
  it('answers 403 for a job of another tenant, and does not cancel it', async () => {
    const id = await startRun(theirs);
    expect(await cancelJob(id)).toMatchObject({ status: 403, body: { detail: 'Job belongs to a different tenant' } });
    expect((await jobOf(theirs, id)).status).toBe('running');
  });
});
