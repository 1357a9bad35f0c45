import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PgBouncer, type PoolMode } from '../../test/support/outages/pgbouncer.js';
import { type Random, randomFor } from '../random.js';
import type { Attempt, ClientRequest } from './clients.js';
import { killAtRandom, type Kill } from './kills.js';
import { ChaosPostgres, type Queryable } from './postgres.js';
import type { Fleet } from './processes.js';
import { ChaosRedis } from './redis.js';
import { type Findings, reportOf } from './report.js';
import { until } from './until.js';

export type Backend = 'postgres' | 'redis';

export interface Options {
  readonly seed: string;
  /** The minimum number of seconds for which clients send requests. */
  readonly seconds: number;
  /** The minimum number of prospecting runs that are started. */
  readonly runs: number;
  /** The minimum number of times that each fail point has to end a process, and that each random kill has to happen. */
  readonly least: number;
  /** Whether the folder with the database is kept after the run. */
  readonly isKept: boolean;
  /** The mode of the PgBouncer between the processes and PostgreSQL; null if there is no PgBouncer. */
  readonly pooler: PoolMode | null;
  /** How many requests a second the clients of an installation send. */
  readonly rate: number;
}

/** What every scenario has. */
export interface Ground {
  readonly options: Options;
  /** A folder for files. */
  readonly folder: string;
  readonly random: (label: string) => Random;
  /** Registers a function that is called at the end to close something. The last registered one is called first. */
  readonly own: (close: () => Promise<unknown>) => void;
}

/** The servers that the processes of a scenario use. */
export interface Stage extends Ground {
  readonly backend: Backend;
  readonly postgres: ChaosPostgres;
  /** The PgBouncer in front of PostgreSQL; null without `--pooler`. */
  readonly pooler: PgBouncer | null;
  /** The settings by which processes reach the database. */
  readonly databaseSettings: () => Readonly<Record<string, string>>;
  /** The Redis server with the jobs; null if the jobs are in PostgreSQL. */
  readonly redis: ChaosRedis | null;
}

/** The clients of a scenario. */
export interface Load<Reading> {
  readonly requests: readonly ClientRequest[];
  readonly attempts: readonly Attempt<Reading>[];
  /** The number of requests with a key that no answer has decided yet. */
  readonly undecided: number;
  readonly start: (count: number) => Promise<unknown>;
  readonly stop: () => void;
}

/** The part of a test that is different for each scenario. */
export interface Scenario<Reading> {
  readonly title: string;
  readonly fleets: readonly Fleet[];
  readonly clients: Load<Reading>;
  readonly clientCount: number;
  readonly kills: readonly Kill[];
  /** How much work the service has done so far. After a kill, it has to do `doneBetweenKills` more before the next one. */
  readonly done: () => number;
  readonly doneBetweenKills: number;
  /** Does other disturbances while processes are killed, until `isOver` returns true. */
  readonly disturb: (isOver: () => boolean) => Promise<void>;
  /** Whether a discrepancy was found already. The load then ends early, because events for which it waits may never happen. */
  readonly isRefuted?: () => boolean;
  /** Whether the load has lasted long enough. The harness itself counts the kills. */
  readonly isEnough: () => boolean;
  /** The time after which the load fails, in milliseconds. It is long enough for a machine that does other work, too. */
  readonly loadTimeoutMs: number;
  /** Waits after the load until all work has ended. @returns discrepancies */
  readonly settle: (wait: Wait) => Promise<string[]>;
  /** Compares the answers that clients got with what is stored. */
  readonly judge: () => Promise<Findings<Reading>>;
}

/** Waits until `look` returns true. If that does not happen in time, `discrepancy` is added to the discrepancies. */
export type Wait = (look: () => boolean | Promise<boolean>, discrepancy: string) => Promise<void>;

const startTimeoutMs = 300_000;
/** The maximum time that a kill waits until the service has done enough work since the last kill, in milliseconds. */
const maxCalmMs = 2_500;
/**
 * How long the harness waits for the end of all work. It is long, because a run whose database was killed twice is retried after a
 * delay.
 */
const restTimeoutMs = 240_000;

/** The settings of all processes: no rate limits, no demo data, a free port. */
export const commonSettings = {
  PORT: '0',
  HOST: '127.0.0.1',
  SEED: 'off',
  RATE_BURST_LIMIT: '1000000',
  RATE_PER_SECOND: '1000000',
};

export async function openGround(own: Ground['own'], label: string, options: Options): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'data-access-service-chaos-'));
  // If root runs the harness, PostgreSQL runs under another account, which must be able to enter the folder.
  await chmod(folder, 0o711);
  if (!options.isKept) own(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return { options, folder, random: (stream) => randomFor(`${options.seed} ${label} ${stream}`), own };
}

export async function openStage(own: Ground['own'], backend: Backend, options: Options): Promise<Stage> {
  const ground = await openGround(own, backend, options);
  const { folder } = ground;
  if (options.isKept)
    process.stdout.write(
      `The database is kept. Look at it with commands such as DATA_DIR=${folder} npm run admin -- tenant list\n`,
    );
  const postgres = await ChaosPostgres.open(folder);
  own(() => postgres.close(options.isKept ? 'keep' : 'remove'));
  const pooler = options.pooler === null ? null : await PgBouncer.start(postgres.url, options.pooler);
  if (pooler !== null) own(() => pooler.close());
  const redis = backend === 'redis' ? await ChaosRedis.open() : null;
  if (redis !== null) own(() => redis.kill());
  const databaseSettings = (): Record<string, string> =>
    pooler === null
      ? { DATABASE_URL: postgres.url }
      : { DATABASE_URL: pooler.urlOf(postgres.url), DATABASE_DIRECT_URL: postgres.url, DATABASE_PREPARED: 'off' };
  return { ...ground, backend, postgres, pooler, databaseSettings, redis };
}

/** Runs a scenario and prints its report. @returns whether there is no discrepancy */
export async function perform<Reading>(
  stage: Ground & { readonly postgres: Queryable },
  scenario: Scenario<Reading>,
  startedAt: number,
): Promise<boolean> {
  const { fleets, clients, kills, title } = scenario;
  await until(() => fleets.every((fleet) => fleet.isComplete()), startTimeoutMs, 'Not all processes have started');
  const loadedAt = Date.now();
  const discrepancies = await storm(stage, scenario);
  const restedAt = Date.now();
  const wait: Wait = async (look, discrepancy) => {
    await until(look, restTimeoutMs, discrepancy).catch((error: unknown) => discrepancies.push(messageOf(error)));
  };
  for (const fleet of fleets) fleet.disarm();
  // Killed processes leave claims of idempotency keys, which would expire after 15 s. They are ended now, so that the test is shorter.
  const expireClaims = 'update stored_answer set lease_until = now() where status is null';
  const hasExpired = (): Promise<boolean> =>
    stage.postgres.query(expireClaims).then(
      () => true,
      () => false,
    );
  await wait(hasExpired, 'After the load PostgreSQL did not answer');
  await wait(() => fleets.every((fleet) => fleet.isComplete()), 'After the load not all processes were ready');
  await wait(() => clients.undecided === 0, 'Some requests with an idempotency key were not answered');
  discrepancies.push(...(await scenario.settle(wait)));
  const findings = await scenario.judge();
  const seconds = {
    setup: wholeSeconds(loadedAt - startedAt),
    load: wholeSeconds(restedAt - loadedAt),
    rest: wholeSeconds(Date.now() - restedAt),
  };
  discrepancies.push(...findings.discrepancies);
  const { requests, attempts } = clients;
  const report = reportOf({ title, seconds, fleets, kills, requests, attempts }, { ...findings, discrepancies });
  process.stdout.write(`${report}\n`);
  return discrepancies.length === 0;
}

/** Lets clients send requests while processes and servers are killed. @returns a discrepancy if not all kills have happened in time */
async function storm<Reading>(
  { options: { least }, random }: Ground,
  { fleets, clients, clientCount, kills, disturb, isEnough, loadTimeoutMs, ...scenario }: Scenario<Reading>,
): Promise<string[]> {
  const discrepancies: string[] = [];
  let isOver = false;
  const counts = (): number[] => [
    ...fleets.flatMap(({ diedAt }) => [...diedAt.values()]),
    ...kills.map(({ count }) => count),
  ];
  const calm = calmAfter(fleets, scenario.done, scenario.doneBetweenKills);
  const isDone = (): boolean => {
    if (scenario.isRefuted?.() === true) return true;
    if (!isEnough()) return false;
    // The starts of processes take most of the time. So from now on the load uses only fail points that have not yet ended enough
    // processes.
    for (const fleet of fleets) fleet.armBelow(least);
    return counts().every((count) => count >= least);
  };
  const work = Promise.all([
    clients.start(clientCount),
    killAtRandom({ kills, random: random('kills'), least, isUnlimited: () => !isEnough(), calm, isOver: () => isOver }),
    disturb(() => isOver),
  ]);
  const end = until(isDone, loadTimeoutMs, `Not every fail point and kill has happened ${least} times`);
  await Promise.race([end.catch((error: unknown) => discrepancies.push(messageOf(error))), work]);
  isOver = true;
  clients.stop();
  await work;
  return discrepancies;
}

/** Decides when the next kill may come: when processes are ready and have done work. A kill of an idle process would test little. */
function calmAfter(fleets: readonly Fleet[], done: () => number, count: number): () => () => boolean {
  return () => {
    const target = done() + count;
    let readySince: number | null = null;
    return () => {
      readySince = fleets.every((fleet) => fleet.ready().length > 0) ? (readySince ?? Date.now()) : null;
      return readySince !== null && (done() >= target || Date.now() - readySince > maxCalmMs);
    };
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function wholeSeconds(milliseconds: number): number {
  return Math.round(milliseconds / 1_000);
}
