import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http/http.js';
import type { JobRecord, Results } from '../support/prospecting/prospecting.js';
import { describeWith, itWith, known, needs } from './known.js';
import { ask, credits, nowhere, startPath, theirKey, unique, type Ask } from './target.js';
import { faultsOf } from './validation.js';

const seconds = Number(process.env.E2E_PROSPECTING_SECONDS ?? 90);
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const page = { network_url: `https://www.network.com/company/${unique}` };

/** The members of a prospect with their types. A type with `?` may be null; `json` is a string with a JSON text. */
const prospectMembers: Readonly<Record<string, string>> = {
  ...{ region: 'string', full_name: 'string', first_name: 'string', last_name: 'string', title_name: 'string' },
  ...{ company_name: 'string', network_url: 'string', ai_reasoning: 'string', location_name: 'string' },
  ...{ location_region: 'string?', location_country: 'string?', prospect_tags: 'list', composite_score: 'number' },
  ...{ current_personas: 'json', personas_with_years: 'json', connection_factors: 'json' },
  ...{ company_network_url: 'string', product_talking_points: 'object', company_tech_growth_12mo: 'string' },
  ...{ recent_titles_last_5_years: 'string', months_in_latest_experience: 'number' },
  ...{ months_since_last_promotion: 'number?', past_companies_used_client_tech: 'string' },
  ...{ connecting_employee_network_url: 'string?', prospect_awareness_competitor_tech_current: 'json' },
  prospect_awareness_complimentary_tech_current: 'json',
};

interface Run {
  readonly id: number;
  readonly request: object;
  readonly started: Answer;
  /** The status and the results of the run, as they were right after its start. */
  readonly early: { readonly job: Answer; readonly results: Answer };
  readonly job: JobRecord;
  readonly results: Results;
}

function jobPath(id: number | string): string {
  return `/v1/prospecting/jobs/${id}`;
}

/** Starts a run and waits for its end, at most for `seconds`. @returns null if the tenant has too few credits */
async function runOf(request: object, options: Ask = {}): Promise<Run | null> {
  const started = await ask(startPath, { body: request, ...options });
  if (started.status === 402) return null;
  const { job_id: id } = started.body as { job_id: number };
  const early = { job: await ask(jobPath(id)), results: await ask(`${jobPath(id)}/results`) };
  const deadline = performance.now() + seconds * 1_000;
  let job = early.job.body as JobRecord;
  for (let pause = 250; job.status === 'running' && performance.now() < deadline; pause = Math.min(2 * pause, 5_000)) {
    await sleep(pause);
    job = (await ask(jobPath(id))).body as JobRecord;
  }
  const results = (await ask(`${jobPath(id)}/results`)).body as Results;
  return { id, request, started, early, job, results };
}

// The runs end before the tests are declared, because their outcome decides which tests are skipped.
const ofKnown = {
  network_url: known.prospectingCompany,
  ...(known.team === null ? {} : { team_name: known.team }),
  client_email: `qa@${nowhere}`,
};
const [failing, succeeding] = await Promise.all([
  runOf(page),
  known.prospectingCompany === null ? null : runOf(ofKnown),
]);
const noCredits = failing === null ? 'the tenant of E2E_API_KEY needs prospecting credits' : null;
const ended = failing?.job.status === 'running' ? null : failing;
const slow = `the run had not ended after ${seconds} s, set E2E_PROSPECTING_SECONDS`;

function whyNoProspects(): string {
  if (noCredits !== null) return noCredits;
  if (succeeding === null) return 'set E2E_PROSPECTING_COMPANY to the page of a company with employees on record';
  if (succeeding.job.status === 'running') return slow;
  return `the run failed (${succeeding.job.failure_reason ?? ''}), set E2E_PROSPECTING_COMPANY to a company with employees`;
}

describe('Prospecting', () => {
  describe('succeeds', () => {
    describeWith(failing, noCredits ?? '', 'with a run that was started', (run) => {
      it('answers 202 with a job id, and charges nothing yet', () => {
        const { status, body } = run.started;
        expect([status, body]).toEqual([
          202,
          {
            job_id: expect.any(Number),
            status: 'running',
            tenant: expect.any(String),
            team_name: null,
            message: expect.stringMatching(/\w/),
          },
        ]);
        expect(Number.isSafeInteger(run.id) && run.id > 0).toBe(true);
        expect(credits(run.started, 'Prospecting', 'Charged')).toBe(0);
      });

      it('returns the job with the tenant and the company of the request', () => {
        const { tenant } = run.started.body as { tenant: string };
        expect(run.early.job).toMatchObject({
          status: 200,
          body: {
            job_id: run.id,
            tenant_id: tenant,
            company_network_url: page.network_url,
            team: null,
            client_email: null,
          },
        });
        expect(run.job.run_start_time).toMatch(timestamp);
      });

      it('returns no prospects before the end of the run', () => {
        const { status, body } = run.early.results;
        const none = { job_id: run.id, total_results: 0, resulting_prospects: [], metadata: null };
        expect([status, body]).toMatchObject([200, none]);
      });
    });

    describeWith(ended, noCredits ?? slow, 'with a run of an unknown company', (run) => {
      it('ends the run as failed, with a reason, a time and no prospects', async () => {
        expect(run.job).toMatchObject({ status: 'failed', failure_reason: expect.stringMatching(/\w/) });
        expect(run.job.run_end_time).toMatch(timestamp);
        expect(run.results).toMatchObject({ status: 'failed', total_results: 0, resulting_prospects: [] });
        expect((await ask(jobPath(run.id))).body).toEqual(run.job);
      });
    });

    const isSuccess = succeeding?.job.status === 'success';
    describeWith(
      isSuccess ? succeeding : null,
      whyNoProspects(),
      'with a run that found prospects',
      ({ id, job, results, ...run }) => {
        it('returns the job with the status success and the time of its end, and returns the same when asked again', async () => {
          expect(job).toEqual({
            job_id: id,
            status: 'success',
            tenant_id: (run.started.body as { tenant: string }).tenant,
            company_network_url: known.prospectingCompany,
            team: known.team,
            client_email: ofKnown.client_email,
            run_start_time: expect.stringMatching(timestamp),
            run_end_time: expect.stringMatching(timestamp),
            failure_reason: null,
          });
          expect(job.run_start_time <= (job.run_end_time ?? '')).toBe(true);
          expect((await ask(jobPath(id))).body).toEqual(job);
          expect((await ask(`${jobPath(id)}/results`)).body).toEqual(results);
        });

        it('returns as many prospects as it states, the best first, and the versions of the pipeline and the schema', () => {
          expect(results).toMatchObject({
            job_id: id,
            status: 'success',
            total_results: results.resulting_prospects.length,
          });
          const scores = results.resulting_prospects.map(({ composite_score: score }) => Number(score));
          expect(scores).toEqual(scores.toSorted((one, other) => other - one));
          const versions = { pipeline_version: expect.any(String), schema_version: expect.any(String) };
          expect(results.metadata ?? versions).toMatchObject(versions);
        });

        const hasProspects = results.total_results > 0;
        const noneFit = 'no employee of the company fits the team, set E2E_PROSPECTING_COMPANY or E2E_TEAM';
        itWith(
          hasProspects ? results : null,
          noneFit,
          'returns prospects with exactly the members of the contract',
          ({ resulting_prospects }) => {
            for (const prospect of resulting_prospects) {
              expect(Object.keys(prospect).toSorted()).toEqual(Object.keys(prospectMembers).toSorted());
              const misshapen = Object.entries(prospectMembers).filter(([name, type]) => !isOf(type, prospect[name]));
              expect(misshapen).toEqual([]);
              expect(prospect.ai_reasoning).toMatch(/SUMMARY.*TECHNICAL.*BUYER.*RECEPTIVE.*WARM INTRO/s);
            }
            return Promise.resolve();
          },
        );

        itWith(known.team, needs.team, 'uses the schema of the team', () => {
          expect(results.metadata).toMatchObject({ team_schema: 'team' });
          return Promise.resolve();
        });
      },
    );
  });

  function isOf(type: string, value: unknown): boolean {
    if (type.endsWith('?')) return value === null || isOf(type.slice(0, -1), value);
    if (type === 'list') return Array.isArray(value) && value.every((item) => typeof item === 'string');
    if (type === 'json') return typeof value === 'string' && typeof JSON.parse(value) === 'object';
    return typeof value === type && value !== null;
  }

  describe('rejects', () => {
    it.each(['seven', '1.5', 'NaN'])('refuses the job id %s, which is no integer, with 422', async (id) => {
      for (const path of [jobPath(id), `${jobPath(id)}/results`]) {
        expect(await faultsOf(path, {})).toMatchObject([
          {
            type: 'int_parsing',
            loc: ['path', 'job_id'],
            input: id,
            msg: 'Input should be a valid integer, unable to parse string as an integer',
          },
        ]);
      }
    });

    it('answers 404 to integers that are no job id, also to one of 1,000 digits', async () => {
      for (const id of ['0', '-1', '9007199254740993', '9223372036854775808', '9'.repeat(1_000)]) {
        for (const path of [jobPath(id), `${jobPath(id)}/results`]) {
          const { status, body } = await ask(path);
          expect([status, body]).toEqual([404, { detail: 'Job not found' }]);
        }
      }
    });
  });

  describe('protects', () => {
    itWith(failing, noCredits ?? '', 'answers 403 for the jobs of a tenant to another tenant', async ({ id }) => {
      for (const path of [jobPath(id), `${jobPath(id)}/results`]) {
        const { status, body } = await ask(path, { apiKey: theirKey });
        expect([status, body]).toEqual([403, { detail: 'Job belongs to a different tenant' }]);
      }
    });

    itWith(failing, noCredits ?? '', 'answers 401 for a job to requests without a valid key', async ({ id }) => {
      for (const apiKey of [undefined, unique]) {
        const { status, body } = await ask(jobPath(id), { apiKey });
        expect([status, body]).toEqual([401, { detail: 'Invalid API key' }]);
      }
    });
  });
});
