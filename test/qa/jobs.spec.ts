import { expect, it } from '@jest/globals';
import type { Answer } from '../support/http.js';
import type { JobRecord } from '../support/prospecting.js';
import { describeWith } from './known.js';
import { ask, startPath, theirKey, unique, type Ask } from './target.js';
import { faultsOf } from './validation.js';

interface JobPage {
  readonly jobs: readonly JobRecord[];
  readonly next_cursor: string | null;
}

const list = '/v1/prospecting/jobs';
/** A run that fails, if it is not cancelled before. */
const started = await ask(startPath, { body: { network_url: `https://www.network.com/company/${unique}-job` } });
const job = started.status === 402 ? null : (started.body as { job_id: number });

async function recordOf(id: number): Promise<JobRecord> {
  return (await ask(`${list}/${id}`)).body as JobRecord;
}

function cancel(id: number, options: Ask = {}): Promise<Answer> {
  return ask(`${list}/${id}/cancel`, { method: 'POST', ...options });
}

/** The ids of the jobs in all pages, up to the page with a job. */
async function idsUpTo(id: number, filter: string): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor: string | null = ''; cursor !== null && !ids.includes(id);) {
    const { status, body } = await ask(`${list}?limit=100&${filter}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect(status).toBe(200);
    const page = body as JobPage;
    ids.push(...page.jobs.map(({ job_id: listed }) => listed));
    cursor = page.next_cursor;
  }
  return ids;
}

describeWith(job, 'the tenant of E2E_API_KEY needs prospecting credits', 'Jobs', ({ job_id: id }) => {
  it('protect runs from the keys of other tenants', async () => {
    const { status, body } = await cancel(id, { apiKey: theirKey });
    expect([status, body]).toEqual([403, { detail: 'Job belongs to a different tenant' }]);
    expect((await cancel(id, { apiKey: unique })).status).toBe(401);
    const { jobs } = (await ask(`${list}?limit=100`, { apiKey: theirKey })).body as JobPage;
    expect(jobs.map(({ job_id: listed }) => listed)).not.toContain(id);
  });

  it('succeed in cancelling a run, any number of times, unless it has ended before', async () => {
    const answers = [await cancel(id), await cancel(id)];
    const record = await recordOf(id);
    expect(record.status).toBe('failed');
    const isCancelled = record.failure_reason === 'Cancelled by the client';
    for (const { status, body } of answers) {
      if (isCancelled) expect([status, body]).toEqual([200, record]);
      else expect([status, body]).toMatchObject([409, { detail: { status: 'JOB_ENDED' } }]);
    }
  });

  it('succeed in being listed, each once, and by status', async () => {
    for (const filter of ['', 'status=failed']) {
      const ids = await idsUpTo(id, filter);
      expect(ids).toContain(id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});

it.each([
  ['limit=0', 'greater_than_equal', 'limit'],
  ['limit=101', 'less_than_equal', 'limit'],
  ['cursor=x', 'value_error', 'cursor'],
  ['status=ended', 'enum', 'status'],
])('Jobs reject %s with 422', async (query, type, member) => {
  const faults = await faultsOf(`${list}?${query}`, {});
  expect(faults.map((fault) => [fault.type, ...fault.loc])).toEqual([[type, 'query', member]]);
});

it('Jobs reject the cancellation of an unknown run with 404', async () => {
  const { status, body } = await cancel(0);
  expect([status, body]).toEqual([404, { detail: 'Job not found' }]);
});
