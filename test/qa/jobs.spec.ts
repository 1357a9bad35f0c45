import { describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http/http.js';
import type { JobRecord } from '../support/prospecting/prospecting.js';
import { describeWith } from './known.js';
import { ask, startPath, theirKey, unique, type Ask } from './target.js';
import { describeQueryValidation } from './validation.js';

interface JobPage {
  readonly jobs: readonly JobRecord[];
  readonly next_cursor: string | null;
}

const list = '/v1/prospecting/jobs';
/** A run of an unknown company, which fails unless it is cancelled before. */
const started = await ask(startPath, { body: { network_url: `https://www.network.com/company/${unique}-job` } });
const job = started.status === 402 ? null : (started.body as { job_id: number });

async function recordOf(id: number): Promise<JobRecord> {
  return (await ask(`${list}/${id}`)).body as JobRecord;
}

function cancel(id: number | string, options: Ask = {}): Promise<Answer> {
  return ask(`${list}/${id}/cancel`, { method: 'POST', ...options });
}

/** The ids of the jobs in the pages of the list, up to the page with the job `id`. */
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

describe('The list of prospecting jobs and their cancellation', () => {
  describeWith(
    job,
    'the tenant of E2E_API_KEY needs prospecting credits',
    'with a run of the tenant',
    ({ job_id: id }) => {
      it('a tenant can neither cancel the run of another tenant nor see it in its own list', async () => {
        const { status, body } = await cancel(id, { apiKey: theirKey });
        expect([status, body]).toEqual([403, { detail: 'Job belongs to a different tenant' }]);
        expect((await cancel(id, { apiKey: unique })).status).toBe(401);
        const { jobs } = (await ask(`${list}?limit=100`, { apiKey: theirKey })).body as JobPage;
        expect(jobs.map(({ job_id: listed }) => listed)).not.toContain(id);
      });

      it('a run can be cancelled twice with the same answer, and if it had ended before, both answers are 409', async () => {
        const answers = [await cancel(id), await cancel(id)];
        const record = await recordOf(id);
        expect(record.status).toBe('failed');
        const isCancelled = record.failure_reason === 'Cancelled by the client';
        for (const { status, body } of answers) {
          if (isCancelled) expect([status, body]).toEqual([200, record]);
          else expect([status, body]).toMatchObject([409, { detail: { status: 'JOB_ENDED' } }]);
        }
      });

      it('the list has each run once, also if it is filtered by status', async () => {
        for (const filter of ['', 'status=failed']) {
          const ids = await idsUpTo(id, filter);
          expect(ids).toContain(id);
          expect(new Set(ids).size).toBe(ids.length);
        }
      });
    },
  );

  describeQueryValidation(list, [
    ['limit=0', 'greater_than_equal', 'limit'],
    ['limit=101', 'less_than_equal', 'limit'],
    [`limit=1${'0'.repeat(30)}`, 'less_than_equal', 'limit'],
    ['limit=ten', 'int_parsing', 'limit'],
    ['limit=', 'int_parsing', 'limit'],
    ['limit=1&limit=2', 'int_type', 'limit'],
    ['status=ended', 'enum', 'status'],
    ['cursor=x', 'value_error', 'cursor'],
    ['cursor=', 'value_error', 'cursor'],
    ['cursor=MS4x&cursor=MS4x', 'string_type', 'cursor'],
  ]);

  it.each([0, -1, '9'.repeat(30)])('the cancellation of the unknown run %s is refused with 404', async (id) => {
    const { status, body } = await cancel(id);
    expect([status, body]).toEqual([404, { detail: 'Job not found' }]);
  });

  it('the cancellation of a run whose id is not an integer is refused with 422', async () => {
    const { status, body } = await cancel('seven');
    expect([status, body]).toMatchObject([422, { detail: [{ type: 'int_parsing', loc: ['path', 'job_id'] }] }]);
  });

  it('a request for the list without a valid key gets 401 before the query is checked', async () => {
    expect((await ask(`${list}?limit=0`, { apiKey: unique })).status).toBe(401);
  });
});
