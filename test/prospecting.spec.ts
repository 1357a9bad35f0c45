import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RedisServer } from '../src/platform/rate-limit/redis-server.fixture.js';
import { usedCredits } from './support/credits.js';
import { eventually } from './support/patience.js';
import {
  askJob,
  askResults,
  ended,
  jobOf,
  knownCompany,
  resultsOf,
  start,
  startRun,
  Standstill,
  storeKnownCompany,
  storedRuns,
  type ProspectingClient,
} from './support/prospecting.js';
import { describeInside, isExternal } from './support/target.js';
import { startTestService, type TestService } from './support/test-service.js';

jest.setTimeout(60_000);

let home: TestService;
let ours: ProspectingClient;

beforeAll(async () => {
  if (isExternal) return;
  home = await startTestService({ env: { PROSPECTING_LEASE_SECONDS: '2' } });
  await storeKnownCompany(home);
  ours = { baseUrl: home.baseUrl, apiKey: (await home.issueKey('ours')).apiKey };
});

afterAll(() => (isExternal ? undefined : home.close()));

describeInside('a run', () => {
  it('succeeds', async () => {
    const answer = await start(ours);
    console.log(answer.status, answer.body, Object.fromEntries(answer.headers));
    const id = (answer.body as { job_id: number }).job_id;
    const job = await ended(ours, id);
    console.log(job, JSON.stringify(await resultsOf(ours, id)).slice(0, 1500));
    console.log(await storedRuns(home), await usedCredits(home.database, 'ours'));
    expect(job.status).toBe('success');
  });
});
