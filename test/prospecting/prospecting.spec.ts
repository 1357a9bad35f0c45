import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeOnBothQueues } from '../support/prospecting/both-queues.js';
import { usedCredits } from '../support/credits/credits.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import {
  endOfRun,
  jobOf,
  knownCompany,
  resultsOf,
  start,
  startRun,
  storeKnownCompany,
  storedRuns,
  type ProspectingClient,
} from '../support/prospecting/prospecting.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const anyId = expect.any(Number) as unknown;

describeOnBothQueues('Prospecting', (queue) => {
  let service: TestService;
  let ours: ProspectingClient;

  beforeAll(async () => {
    service = await startTestService({ env: { ...queue.env, WORKER: 'inline' } });
    await storeKnownCompany(service);
    ours = await service.clientOf('ours');
  });

  afterAll(() => service.close());

  describe('succeeds', () => {
    it('the service finds prospects in a run, and charges the run when it succeeds', async () => {
      const client = await service.clientOf('buyer');
      const body = { network_url: knownCompany, team_name: 'emea', client_email: 'kim@buyer.example' };
      const answer = await start(client, body);
      expect(answer.status).toBe(202);
      expect(answer.body).toEqual({
        job_id: anyId,
        status: 'running',
        tenant: 'buyer',
        team_name: 'emea',
        message: expect.stringMatching(
          /^The run has started .* seconds\. There is no team "emea", so the default/,
        ) as unknown,
      });
      expect(answer.headers.get('X-Credits-Prospecting-Charged')).toBe('0');
      expect(answer.headers.get('X-Credits-Prospecting-Reserved')).toBe('1');
      expect(answer.headers.get('X-Credits-Prospecting-Remaining')).toBe('999999999');
      const { job_id: id } = answer.body as { job_id: number };
      expect(await endOfRun(client, id)).toEqual({
        job_id: id,
        status: 'success',
        tenant_id: 'buyer',
        company_network_url: knownCompany,
        team: 'emea',
        client_email: 'kim@buyer.example',
        run_start_time: expect.stringMatching(timestamp) as unknown,
        run_end_time: expect.stringMatching(timestamp) as unknown,
        failure_reason: null,
      });
      const results = await resultsOf(client, id);
      expect(results).toMatchObject({ job_id: id, status: 'success', total_results: 3 });
      expect(results.resulting_prospects).toHaveLength(3);
      const score = expect.any(Number) as unknown;
      const scores = { technical: score, buyer: score, receptive: score, warm_intro: 0 };
      expect(results.metadata).toMatchObject({
        pipeline_version: expect.any(String) as unknown,
        scores: [scores, scores, scores],
      });
      expect((await usedCredits(service.database, 'buyer')).prospecting).toEqual({ charged: 1, reserved: 0 });
    });

    it('the answers of the routes match the OpenAPI document', async () => {
      const document = await OpenApiDocument.of(service.baseUrl);
      const schemas = ['components', 'schemas'];
      const answer = await start(ours);
      const { job_id: id } = answer.body as { job_id: number };
      await endOfRun(ours, id);
      expect(document.faults([...schemas, 'StartProspectingResponse'], answer.body)).toEqual([]);
      expect(document.faults([...schemas, 'ProspectingJob'], await jobOf(ours, id))).toEqual([]);
      const results = await resultsOf(ours, id);
      expect(document.faults([...schemas, 'ProspectingResults'], results)).toEqual([]);
      const [prospect = {}] = results.resulting_prospects;
      const documented = document.content.components.schemas.Prospect as { properties: object };
      expect(Object.keys(prospect)).toEqual(Object.keys(documented.properties));
    });

    it('a start is accepted if its `team_name` is null and it has no `client_email`', async () => {
      const id = await startRun(ours, { network_url: knownCompany, team_name: null });
      expect(await jobOf(ours, id)).toMatchObject({ team: null, client_email: null });
    });

    it('a start stores an empty team name and an invalid e-mail address as they were sent', async () => {
      const answer = await start(ours, { network_url: knownCompany, team_name: '', client_email: 'no mail' });
      const { job_id: id, message } = answer.body as { job_id: number; message: string };
      expect([answer.status, message]).toEqual([202, expect.stringContaining('There is no team ""')]);
      expect(await jobOf(ours, id)).toMatchObject({ team: '', client_email: 'no mail' });
    });

    it('job ids are safe integers and not sequential', async () => {
      const ids: number[] = [];
      for (let started = 0; started < 3; started += 1) ids.push(await startRun(ours));
      expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true);
      expect(Math.abs((ids[1] ?? 0) - (ids[0] ?? 0))).toBeGreaterThan(1);
      const { rows } = await service.database.pool.query<{ different: number; largest: number }>(
        `select count(distinct id)::int as different, max(id)::float8 as largest
           from generate_series(1, 20000) as number, prospecting_job_id(number) as id`,
      );
      expect(rows[0]).toEqual({ different: 20_000, largest: expect.any(Number) as unknown });
      expect(rows[0]?.largest).toBeLessThan(2 ** 52);
    });

    it('the run of an unknown company fails, and its credit is released', async () => {
      const client = await service.clientOf('guesser');
      for (const url of ['acme.example', 'https://www.example.com/foo', 'https://www.network.com/company/unknown']) {
        const id = await startRun(client, { network_url: url, team_name: '\0', client_email: '\0' });
        const job = await endOfRun(client, id);
        expect([url, job.status, job.failure_reason]).toEqual([url, 'failed', 'Company not found']);
        expect(await resultsOf(client, id)).toEqual({
          job_id: id,
          status: 'failed',
          total_results: 0,
          resulting_prospects: [],
          metadata: null,
        });
      }
      expect((await usedCredits(service.database, 'guesser')).prospecting).toEqual({ charged: 0, reserved: 0 });
    });

    it('a run is not charged with CREDITS=off', async () => {
      const free = await startTestService({ sharing: service, env: { ...queue.env, CREDITS: 'off' } });
      const { apiKey } = await free.issueKeyWithoutCredits('guest');
      const client = { baseUrl: free.baseUrl, apiKey };
      const answer = await start(client);
      expect(answer.headers.get('X-Credits-Prospecting-Remaining')).toBe('unlimited');
      expect(answer.headers.get('X-Credits-Prospecting-Reserved')).toBe('0');
      const { job_id: id } = answer.body as { job_id: number };
      expect((await endOfRun(client, id)).status).toBe('success');
      await free.close();
    });
  });

  describe('rejects', () => {
    it('a start without credits is answered with 402, and no run is stored', async () => {
      const { apiKey } = await service.issueKeyWithoutCredits('poor');
      const answer = await start({ baseUrl: service.baseUrl, apiKey });
      const document = await OpenApiDocument.of(service.baseUrl);
      expect(document.faultsOfAnswer('POST', '/v1/prospecting/start', answer)).toEqual([]);
      expect(answer.headers.get('X-Credits-Prospecting-Remaining')).toBe('0');
      expect([answer.status, answer.body]).toEqual([
        402,
        {
          detail: {
            status: 'INSUFFICIENT_CREDITS',
            message: expect.stringContaining('1 prospecting (0 left)') as unknown,
          },
        },
      ]);
      expect((await storedRuns(service)).filter(({ tenantId }) => tenantId === 'poor')).toEqual([]);
    });
  });

  describe('protects', () => {
    it('the database rejects every change of a run that has ended', async () => {
      const id = await startRun(ours);
      const job = await endOfRun(ours, id);
      for (const change of [`status = 'running', run_end_time = null`, `attempt = 9`, `metadata = '{}'`]) {
        const sql = `update prospecting_job set ${change} where id = $1`;
        await expect(service.database.pool.query(sql, [id])).rejects.toThrow(/has ended/);
      }
      expect(await jobOf(ours, id)).toEqual(job);
    });
  });
});
