import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { describeOnBothQueues } from '../support/prospecting/both-queues.js';
import { eventually } from '../support/service/eventually.js';
import {
  deleteRuns,
  knownCompany,
  reconcile,
  RunBlock,
  storeKnownCompany,
  storedRuns,
} from '../support/prospecting/prospecting.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

describeOnBothQueues('Workers protect tenants from each other', (queue) => {
  let home: TestService;
  let standstill: RunBlock | undefined;
  const workers: TestService[] = [];

  const openWorker = async (runsAtATime: number): Promise<void> => {
    const limits = { PROSPECTING_CONCURRENCY: String(runsAtATime), PROSPECTING_TENANT_CONCURRENCY: '2' };
    const env = { ...queue.env, ...limits, WORKER: 'inline' };
    workers.push(await startTestService({ sharing: home, env }));
  };
  /** Stores runs that were started some minutes ago and wait for a worker. The queue has no jobs for them. */
  const storeWaitingRuns = async (tenant: string, runs: number, minutesAgo: number): Promise<void> => {
    await home.database.pool.query(
      `insert into prospecting_job (id, tenant_id, company_network_url, run_start_time)
       select prospecting_job_id(nextval('prospecting_job_number')), $1, $2, now() - make_interval(mins => $3)
         from generate_series(1, $4)`,
      [tenant, knownCompany, minutesAgo, runs],
    );
  };
  const underWay = async (): Promise<string[]> =>
    (await storedRuns(home)).filter(({ isLeased }) => isLeased).map(({ tenantId }) => tenantId);
  const holdUp = async (): Promise<void> => {
    standstill = await RunBlock.begin(home);
  };

  beforeAll(async () => {
    home = await startTestService({ env: { ...queue.env, WORKER: 'off' } });
    await storeKnownCompany(home);
    for (const tenant of ['many', 'few']) await home.issueKey(tenant);
  });

  afterEach(async () => {
    await standstill?.end();
    await Promise.all(workers.splice(0).map((worker) => worker.close()));
    await deleteRuns(home);
  });

  afterAll(() => home.close());

  it('the only run of a tenant is one of the first two runs that workers begin, even if another tenant has a thousand older runs', async () => {
    await holdUp();
    await storeWaitingRuns('many', 1_000, 60);
    await storeWaitingRuns('few', 1, 0);
    await openWorker(2);
    await eventually(async () => (await underWay()).length === 2, 10_000);
    expect((await underWay()).sort()).toEqual(['few', 'many']);
  });

  it('workers of all processes together work on no more runs of a tenant at the same time than the maximum', async () => {
    await holdUp();
    await storeWaitingRuns('many', 12, 60);
    await Promise.all([openWorker(4), openWorker(4)]);
    await eventually(async () => (await underWay()).length === 2, 10_000);
    await storeWaitingRuns('few', 1, 0);
    for (const worker of workers) await reconcile(worker);
    let most = 0;
    const watch = async (): Promise<void> => {
      const tenants = await underWay();
      most = Math.max(most, tenants.filter((tenant) => tenant === 'many').length);
    };
    // Waits until a worker has claimed the run of the other tenant.
    await eventually(async () => {
      await watch();
      return (await underWay()).includes('few');
    }, 10_000);
    await standstill?.end();
    await eventually(async () => {
      await watch();
      return (await storedRuns(home)).every(({ status }) => status === 'success');
    }, 20_000);
    expect(most).toBe(2);
  });
});
