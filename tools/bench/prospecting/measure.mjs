import { performance } from 'node:perf_hooks';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { withClient } from '../data/world.mjs';
import { consumptionOf, cpuMsBelow } from '../load/consumption.mjs';
import { startProgram } from '../load/program.mjs';
import { benchEnvironment } from '../load/service.mjs';
import { endOf, resultsOf, startRun } from './runs.mjs';

/** Until what a start leaves behind is collected. */
const restMs = 2_000;

/** Everything that a run reads of people, in one query and as the driver gives it. */
const bareQuery = `select p.*,
  (select json_agg(s.name) from person_skill s where s.person_id = p.id) as skills,
  (select json_agg(e) from person_education e where e.person_id = p.id) as education,
  (select json_agg(x) from person_experience x where x.person_id = p.id) as experience
  from person p where p.company_id = any($1)`;

/** A process that does nothing but work on runs, so that its memory and processor time are those of the runs. */
export async function openWorker(world, flags = []) {
  const settings = benchEnvironment({ ...world.settings, LOG_LEVEL: 'info' });
  const worker = await startProgram([...flags, join('dist', 'worker.js')], settings);
  await worker.said(/(working on jobs)/);
  return worker;
}

/**
 * Runs for one company and tenant: some one after the other, in turns with the bare query, then many at once, as many of
 * them together as a tenant may have.
 * @param {{ world, api, tenant, page: string, size: number, employers: Map<string, number> }} subject
 * @param {{ rounds: number, atOnce: number }} settings
 */
export async function measureRuns(subject, { rounds, atOnce }) {
  const { world, tenant, page, employers } = subject;
  const ids = [page, ...tenant.ownPages].map((one) => employers.get(one));
  const worker = await openWorker(world);
  try {
    await sleep(restMs);
    const rest = consumptionOf(worker.pid).memory;
    const { prospects } = await checkedRun(subject, worker);
    const [runs, bare] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const turns = [
        async () => runs.push(await checkedRun(subject, worker, prospects)),
        async () => bare.push(await bareSeconds(world, ids)),
      ];
      for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
    }
    const alone = consumptionOf(worker.pid).peak;
    const perMinute = await runsAMinute(subject, atOnce);
    return { runs, bare, perMinute, memory: { rest, alone, together: consumptionOf(worker.pid).peak } };
  } finally {
    await worker.close();
  }
}

/** One run. It has to look at everybody, and to find what the run before has found. */
async function checkedRun({ world, api, tenant, page, size }, worker, expected) {
  const before = { worker: consumptionOf(worker.pid).cpuMs, database: cpuMsBelow(world.postmaster) };
  const jobId = await startRun(api, tenant, page);
  const { begun, ended } = await endOf(api, tenant, jobId);
  const cpuMs = consumptionOf(worker.pid).cpuMs - before.worker;
  const databaseCpuMs = cpuMsBelow(world.postmaster) - before.database;
  const { prospects, metadata } = await resultsOf(api, tenant, jobId);
  if (metadata.candidates.employees !== size) throw new Error(`Run ${jobId} looked at other people than it should`);
  if (expected !== undefined && !isDeepStrictEqual(prospects, expected))
    throw new Error(`Run ${jobId} has found others than the one before`);
  const { candidates, timings_ms: stages } = metadata;
  return {
    prospects,
    seconds: (ended - begun) / 1000,
    cpuMs,
    databaseCpuMs,
    considered: candidates.considered,
    stages,
  };
}

async function bareSeconds({ databaseUrl }, ids) {
  return withClient(databaseUrl, async (client) => {
    const started = performance.now();
    await client.query(bareQuery, [ids]);
    return (performance.now() - started) / 1000;
  });
}

async function runsAMinute({ api, tenant, page }, count) {
  const jobs = [];
  for (let place = 0; place < count; place += 1) jobs.push(await startRun(api, tenant, page));
  const times = [];
  for (const job of jobs) times.push(await endOf(api, tenant, job));
  const begun = Math.min(...times.map((time) => time.begun));
  const ended = Math.max(...times.map((time) => time.ended));
  return (60_000 * count) / (ended - begun);
}
