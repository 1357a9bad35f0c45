import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PgBouncer, type PoolMode } from '../../test/support/outages/pgbouncer.js';
import { type Random, randomFor } from '../random.js';
import type { Clients, ClientRequest } from './clients.js';
import { killAtRandom, type Kill } from './kills.js';
import { ChaosPostgres } from './postgres.js';
import type { Fleet } from './processes.js';
import { ChaosRedis } from './redis.js';
import { type Findings, reportOf } from './report.js';
import { until } from './until.js';

export type Backend = 'postgres' | 'redis';

export interface Options {
  readonly seed: string;
  /** Of load, at least. */
  readonly seconds: number;
  /** The number of prospecting runs that are started, at least. */
  readonly runs: number;
  /** How often each fail point has to end a process, and how often each random kill has to happen. */
  readonly least: number;
  /** Whether the folder with the database stays. */
  readonly isKept: boolean;
  /** How a PgBouncer between the processes and PostgreSQL works; null for none. */
  readonly pooler: PoolMode | null;
}

/** The servers that a scenario starts its processes on. */
export interface Stage {
  readonly options: Options;
  readonly backend: Backend;
  readonly postgres: ChaosPostgres;
  /** Null without `--pooler`. */
  readonly pooler: PgBouncer | null;
  /** The settings by which processes reach the database. */
  readonly databaseSettings: () => Readonly<Record<string, string>>;
  /** Null with jobs in PostgreSQL. */
  readonly redis: ChaosRedis | null;
  /** For files. */
  readonly folder: string;
  readonly random: (label: string) => Random;
  /** Registers what has to be closed; the latest is closed first. */
  readonly own: (close: () => Promise<unknown>) => void;
}

/** What a scenario adds to the harness. */
export interface Scenario<Request extends ClientRequest, Reading> {
  readonly title: string;
  readonly fleets: readonly Fleet[];
  readonly clients: Clients<Request, Reading>;
  readonly clientCount: number;
  readonly kills: readonly Kill[];
  /** Counts what the service has done; between two kills it has to do `doneBetweenKills` more. */
  readonly done: () => number;
  readonly doneBetweenKills: number;
  /** Runs beside the kills until `isOver`. */
  readonly disturb: (isOver: () => boolean) => Promise<void>;
  /** Ends the load early: after a discrepancy, some of what the load waits for may never happen. */
  readonly isRefuted?: () => boolean;
  /** Whether the load has lasted long enough; all kills are counted by the harness. */
  readonly isEnough: () => boolean;
  /** For a machine with other work. */
  readonly loadTimeoutMs: number;
  /** After the load: waits for the end of all work. @returns discrepancies */
  readonly settle: (wait: Wait) => Promise<string[]>;
  /** Compares what clients were told with what is stored. */
  readonly judge: () => Promise<Findings<Reading>>;
}

/** Polls; a timeout becomes a discrepancy. */
export type Wait = (look: () => boolean | Promise<boolean>, discrepancy: string) => Promise<void>;

const startTimeoutMs = 300_000;
/** A kill waits no longer than this for work. */
const maxCalmMs = 2_500;
/** A run whose database was killed twice is retried after a delay. */
const restTimeoutMs = 240_000;

/** The settings of all processes: no rate limits, no demo data, a free port. */
export const commonSettings = {
  PORT: '0',
  HOST: '127.0.0.1',
  SEED: 'off',
  RATE_BURST_LIMIT: '1000000',
  RATE_PER_SECOND: '1000000',
};

export async function openStage(own: Stage['own'], backend: Backend, options: Options): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'data-access-service-chaos-'));
  // PostgreSQL runs under another account when the harness runs as root.
  await chmod(folder, 0o711);
  if (options.isKept) process.stdout.write(`The database stays: DATA_DIR=${folder} npm run admin -- tenant list\n`);
  else own(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const postgres = await ChaosPostgres.open(folder);
  own(() => postgres.close(options.isKept ? 'keep' : 'remove'));
  const pooler = options.pooler === null ? null : await PgBouncer.start(postgres.url, options.pooler);
  if (pooler !== null) own(() => pooler.close());
  const redis = backend === 'redis' ? await ChaosRedis.open() : null;
  if (redis !== null) own(() => redis.kill());
  const random = (label: string): Random => randomFor(`${options.seed} ${backend} ${label}`);
  const databaseSettings = (): Record<string, string> =>
    pooler === null
      ? { DATABASE_URL: postgres.url }
      : { DATABASE_URL: pooler.urlOf(postgres.url), DATABASE_DIRECT_URL: postgres.url, DATABASE_PREPARED: 'off' };
  return { options, backend, postgres, pooler, databaseSettings, redis, folder, random, own };
}

/** Runs a scenario and prints its report. @returns whether there is no discrepancy */
export async function perform<Request extends ClientRequest, Reading>(
  stage: Stage,
  scenario: Scenario<Request, Reading>,
  startedAt: number,
): Promise<boolean> {
  const { fleets, clients, kills, title } = scenario;
  await until(() => fleets.every((fleet) => fleet.isComplete()), startTimeoutMs, 'The processes do not start');
  const loadedAt = Date.now();
  const discrepancies = await storm(stage, scenario);
  const restedAt = Date.now();
  const wait: Wait = async (look, discrepancy) => {
    await until(look, restTimeoutMs, discrepancy).catch((error: unknown) => discrepancies.push(messageOf(error)));
  };
  for (const fleet of fleets) fleet.disarm();
  // The claims of the killed processes expire now instead of in 15 s.
  const expireClaims = 'update stored_answer set lease_until = now() where status is null';
  const hasExpired = (): Promise<boolean> =>
    stage.postgres.query(expireClaims).then(
      () => true,
      () => false,
    );
  await wait(hasExpired, 'PostgreSQL does not answer');
  await wait(() => fleets.every((fleet) => fleet.isComplete()), 'Not all processes are ready');
  await wait(() => clients.undecided === 0, 'Requests with an idempotency key are not answered');
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

/** Lets clients send requests while everything is killed. @returns discrepancies about what did not happen */
async function storm<Request extends ClientRequest, Reading>(
  { options: { least }, random }: Stage,
  { fleets, clients, clientCount, kills, disturb, isEnough, loadTimeoutMs, ...scenario }: Scenario<Request, Reading>,
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
    // Starting processes takes most of the time, so those that are not needed any more do not die.
    for (const fleet of fleets) fleet.armBelow(least);
    return counts().every((count) => count >= least);
  };
  const work = Promise.all([
    clients.start(clientCount),
    killAtRandom({ kills, random: random('kills'), least, isUnlimited: () => !isEnough(), calm, isOver: () => isOver }),
    disturb(() => isOver),
  ]);
  const end = until(isDone, loadTimeoutMs, `Not everything happened ${least} times`);
  await Promise.race([end.catch((error: unknown) => discrepancies.push(messageOf(error))), work]);
  isOver = true;
  clients.stop();
  await work;
  return discrepancies;
}

/** The next kill has to wait until processes are ready and have worked, because a kill of an idle process tests little. */
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
