import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { TeamService } from '../../src/prospecting/teams/team.service.js';
import { endRun } from '../support/prospecting/callbacks.js';
import { call, type Answer } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import {
  deleteRuns,
  jobOf,
  startRun,
  type JobRecord,
  type ProspectingClient,
} from '../support/prospecting/prospecting.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const list = '/v1/prospecting/jobs';

interface JobPage {
  readonly jobs: readonly JobRecord[];
  readonly next_cursor: string | null;
}

let service: TestService;
let document: OpenApiDocument;
let ours: ProspectingClient;
let theirs: ProspectingClient;

/** The service has no worker, so runs stay as they are. */
beforeAll(async () => {
  service = await startTestService({ env: { WORKER: 'off' } });
  document = await OpenApiDocument.of(service.baseUrl);
  ours = await service.clientOf('ours');
  theirs = await service.clientOf('theirs');
});

afterEach(() => deleteRuns(service));

afterAll(() => service.close());

/** Sends a request for the list of jobs, and checks that the OpenAPI document describes the answer. */
async function ask(query: string, { baseUrl, apiKey } = ours): Promise<Answer> {
  const answer = await call(`${baseUrl}${list}${query}`, { apiKey });
  expect(document.faultsOfAnswer('GET', list, answer)).toEqual([]);
  return answer;
}

async function pageOf(query = '', client = ours): Promise<JobPage> {
  const { status, body } = await ask(query, client);
  expect(status).toBe(200);
  return body as JobPage;
}

/** All pages of the list for a query. */
async function pagesOf(query: string): Promise<JobPage[]> {
  const pages = [await pageOf(query)];
  for (let last = pages.at(-1); last?.next_cursor; last = pages.at(-1)) {
    pages.push(await pageOf(`${query}&cursor=${last.next_cursor}`));
  }
  return pages;
}

async function startRuns(count: number, client = ours): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await startRun(client));
  return ids;
}

const idsOf = ({ jobs }: JobPage): number[] => jobs.map(({ job_id: id }) => id);

describe('GET /v1/prospecting/jobs succeeds', () => {
  it('returns the jobs of the tenant, the newest first, each in the form that the route of a single job returns', async () => {
    const first = await startRun(ours, { network_url: 'network.com/company/a', client_email: 'a@b.example' });
    const second = await startRun(ours, { network_url: 'network.com/company/b', team_name: 'nobody' });
    await startRuns(1, theirs);
    const jobs = [await jobOf(ours, second), await jobOf(ours, first)];
    expect(await pageOf()).toEqual({ jobs, next_cursor: null });
  });

  it('returns an empty list for a tenant without jobs', async () => {
    await startRuns(1, theirs);
    expect(await pageOf()).toEqual({ jobs: [], next_cursor: null });
  });

  it.each([
    ['at different times', 'run_start_time'],
    ['at the same time', `'2026-01-02T03:04:05.678Z'`],
  ])('returns each job once in pages, for jobs that were started %s', async (_when, time) => {
    await startRuns(5);
    await startRuns(2, theirs);
    await service.database.pool.query(`update prospecting_job set run_start_time = ${time}`);
    const whole = idsOf(await pageOf());
    expect(new Set(whole).size).toBe(5);
    for (const limit of [1, 2, 4, 5]) {
      const pages = await pagesOf(`?limit=${limit}`);
      expect(pages.flatMap(idsOf)).toEqual(whole);
      expect(pages.map(({ jobs }) => jobs.length)).toEqual(sizesOfPages(5, limit));
    }
  });

  it('returns after the first page the next older jobs, even if new jobs were started in the meantime', async () => {
    const [oldest, second, third] = await startRuns(3);
    const { next_cursor: cursor } = await pageOf('?limit=1');
    await startRuns(2);
    expect(idsOf(await pageOf(`?cursor=${cursor ?? ''}`))).toEqual([second, oldest]);
    expect(idsOf(await pageOf('?limit=3')).at(-1)).toBe(third);
  });

  it('returns 20 jobs if the request has no limit', async () => {
    await startRuns(21);
    const { jobs, next_cursor: cursor } = await pageOf();
    expect([jobs.length, idsOf(await pageOf(`?cursor=${cursor ?? ''}`)).length]).toEqual([20, 1]);
  });

  it('returns only the jobs with the given status, also in pages', async () => {
    const success = [await endRun(service, 'ours'), await endRun(service, 'ours')].reverse();
    const failed = [await endRun(service, 'ours', 'failed')];
    const running = (await startRuns(3)).reverse();
    for (const [status, ids] of Object.entries({ success, failed, running })) {
      expect(idsOf(await pageOf(`?status=${status}`))).toEqual(ids);
      expect((await pagesOf(`?limit=1&status=${status}`)).flatMap(idsOf)).toEqual(ids);
    }
  });
});

describe('GET /v1/prospecting/jobs with a request id succeeds', () => {
  const start = async (requestId: string, { baseUrl, apiKey } = ours): Promise<number> => {
    const request = { apiKey, headers: { 'X-Request-Id': requestId }, body: { network_url: 'network.com/company/a' } };
    return ((await call(`${baseUrl}/v1/prospecting/start`, request)).body as { job_id: number }).job_id;
  };

  it('returns only the job that the request with this X-Request-Id has started for the tenant', async () => {
    await startRuns(1);
    const first = await start('first');
    const second = await start('second');
    await start('first', theirs);
    expect(idsOf(await pageOf('?request_id=first'))).toEqual([first]);
    expect(idsOf(await pageOf('?request_id=second&status=running'))).toEqual([second]);
    expect(idsOf(await pageOf('?request_id=second&status=failed'))).toEqual([]);
    expect(idsOf(await pageOf('?request_id=third'))).toEqual([]);
  });

  it('returns all jobs of requests with the same id, in pages', async () => {
    const ids = [await start('same'), await start('same'), await start('same')].reverse();
    await start('other');
    expect((await pagesOf('?limit=2&request_id=same')).flatMap(idsOf)).toEqual(ids);
  });
});

describe('GET /v1/prospecting/jobs rejects', () => {
  it('reports several faults at once, and returns the documented example for a limit that is too high', async () => {
    const { example } = document.operation('GET', list).responses['422']?.content['application/json'] ?? {};
    expect((await ask('?limit=1000')).body).toEqual(example);
    const { body } = await ask('?limit=0&cursor=x&status=y&request_id=%00');
    expect((body as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc[1]).sort()).toEqual([
      ...['cursor', 'limit', 'request_id', 'status'],
    ]);
  });
});

describe('GET /v1/prospecting/jobs protects', () => {
  it('returns no jobs of another tenant, not even with a cursor of that tenant', async () => {
    await startRuns(3);
    await startRuns(3, theirs);
    const { next_cursor: cursor } = await pageOf('?limit=1', theirs);
    const behind = await pageOf(`?cursor=${cursor ?? ''}`);
    expect(behind.jobs.map(({ tenant_id: tenant }) => tenant)).toEqual(['ours', 'ours', 'ours']);
  });
});

describe('GET /v1/teams succeeds', () => {
  const teamsWith = async ({ baseUrl, apiKey }: ProspectingClient): Promise<unknown> => {
    const answer = await call(`${baseUrl}/v1/teams`, { apiKey });
    expect(document.faultsOfAnswer('GET', '/v1/teams', answer)).toEqual([]);
    return answer.body;
  };

  it("returns the names of the tenant's teams in alphabetical order, and no teams of another tenant", async () => {
    expect(await teamsWith(ours)).toEqual({ teams: [] });
    const teams = service.app.get(TeamService, { strict: false });
    for (const name of ['security', 'databases']) await teams.set('ours', name, {});
    await teams.set('theirs', 'secret', {});
    expect(await teamsWith(ours)).toEqual({ teams: [{ name: 'databases' }, { name: 'security' }] });
  });
});

function sizesOfPages(count: number, limit: number): number[] {
  return Array.from({ length: Math.ceil(count / limit) }, (_, page) => Math.min(limit, count - page * limit));
}
