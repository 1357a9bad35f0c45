import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { withClient, type World } from '../data/world.js';
import { consumptionOf, cpuMsBelow } from '../load/consumption.js';
import { turnsOf } from '../load/machine.js';
import { type Program, startProgram } from '../load/program.js';
import { benchEnvironment, type Server } from '../load/service.js';
import { type BenchTenant, endOf, resultsOf, type RunResults, type Stage, startRun } from './runs.js';

/**
 * The time between the start of the worker and the measurement of its memory at rest, in milliseconds. In this time garbage is collected.
 */
const restMs = 2_000;

/** One query that reads all that a run reads about persons. */
const bareQuery = `select p.*,
  (select json_agg(s.name) from person_skill s where s.person_id = p.id) as skills,
  (select json_agg(e) from person_education e where e.person_id = p.id) as education,
  (select json_agg(x) from person_experience x where x.person_id = p.id) as experience
  from person p where p.company_id = any($1)`;

/** The run that is measured. */
export interface Subject {
  readonly world: World;
  readonly api: Server;
  readonly tenant: BenchTenant;
  /** The profile page of the company. */
  readonly page: string;
  /** The number of employees of the company. */
  readonly size: number;
  /** The ids of the companies by their profile pages. */
  readonly employers: ReadonlyMap<string, number>;
}

export interface MeasuredRun {
  readonly seconds: number;
  readonly cpuMs: number;
  readonly databaseCpuMs: number;
  readonly considered: number;
  readonly stages: Readonly<Record<Stage, number>>;
}

export interface MeasuredRuns {
  readonly runs: readonly MeasuredRun[];
  /** The seconds that the plain query took, in each round. */
  readonly bare: readonly number[];
  readonly perMinute: number;
  /** The memory of the worker in mebibytes: at rest, and the peaks with one run and with concurrent runs. */
  readonly memory: { readonly rest: number; readonly alone: number; readonly together: number };
}

/** Starts a process that does nothing but work on runs, so that its memory and processor time are those of the runs. */
export async function openWorker(world: World, flags: readonly string[] = []): Promise<Program> {
  const settings = benchEnvironment({ ...world.settings, LOG_LEVEL: 'info' });
  const worker = await startProgram([...flags, join('dist', 'worker.js')], settings);
  await worker.output(/(working on jobs)/);
  return worker;
}

/** Measures single runs in turns with the plain query, and then `atOnce` runs that are started together. */
export async function measureRuns(
  subject: Subject,
  { rounds, atOnce }: { readonly rounds: number; readonly atOnce: number },
): Promise<MeasuredRuns> {
  const { world, tenant, page, employers } = subject;
  const ids = [page, ...tenant.ownPages].map((one) => employers.get(one));
  const worker = await openWorker(world);
  try {
    await sleep(restMs);
    const rest = consumptionOf(worker.pid).memory;
    const { prospects } = await checkedRun(subject, worker);
    const runs: MeasuredRun[] = [];
    const bare: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const turn of turnsOf(['run', 'bare'], round)) {
        if (turn === 'run') runs.push((await checkedRun(subject, worker, prospects)).run);
        else bare.push(await bareSeconds(world, ids));
      }
    }
    const alone = consumptionOf(worker.pid).peak;
    const perMinute = await runsAMinute(subject, atOnce);
    return { runs, bare, perMinute, memory: { rest, alone, together: consumptionOf(worker.pid).peak } };
  } finally {
    await worker.close();
  }
}

/** Does one run. @throws Error if it has not read all employees, or if its prospects are not the `expected` ones */
async function checkedRun(
  { world, api, tenant, page, size }: Subject,
  worker: Program,
  expected?: RunResults['resulting_prospects'],
): Promise<{ run: MeasuredRun; prospects: RunResults['resulting_prospects'] }> {
  const before = { worker: consumptionOf(worker.pid).cpuMs, database: cpuMsBelow(world.postmaster) };
  const jobId = await startRun(api, tenant, page);
  const { begun, ended } = await endOf(api, tenant, jobId);
  const cpuMs = consumptionOf(worker.pid).cpuMs - before.worker;
  const databaseCpuMs = cpuMsBelow(world.postmaster) - before.database;
  const { resulting_prospects: prospects, metadata } = await resultsOf(api, tenant, jobId);
  const { candidates, timings_ms: stages } = metadata;
  if (candidates.employees !== size)
    throw new Error(`Run ${jobId} has read ${candidates.employees} of ${size} employees`);
  if (expected !== undefined && !isDeepStrictEqual(prospects, expected))
    throw new Error(`Run ${jobId} has found other prospects than the run before`);
  const run = { seconds: (ended - begun) / 1000, cpuMs, databaseCpuMs, considered: candidates.considered, stages };
  return { run, prospects };
}

async function bareSeconds({ databaseUrl }: World, ids: readonly (number | undefined)[]): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const started = performance.now();
    await client.query(bareQuery, [ids]);
    return (performance.now() - started) / 1000;
  });
}

async function runsAMinute({ api, tenant, page }: Subject, count: number): Promise<number> {
  const jobs: string[] = [];
  for (let index = 0; index < count; index += 1) jobs.push(await startRun(api, tenant, page));
  const times = [];
  for (const job of jobs) times.push(await endOf(api, tenant, job));
  const begun = Math.min(...times.map((time) => time.begun));
  const ended = Math.max(...times.map((time) => time.ended));
  return (60_000 * count) / (ended - begun);
}
