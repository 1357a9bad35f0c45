import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBouncer } from '../../test/support/outages/pgbouncer.js';
import type { Random } from '../random.js';
import type { ChaosPostgres } from './postgres.js';
import type { ChaosRedis } from './redis.js';
import type { Fleet } from './processes.js';

const pollMs = 50;

/** A kind of kill that happens at random moments. */
export interface Kill {
  readonly label: string;
  /** The weight with which this kind of kill is drawn; 0 if the scenario itself does such kills. */
  readonly weight: number;
  /** Does a kill of this kind. @returns false if there was nothing to kill */
  readonly act: () => Promise<boolean> | boolean;
  /** How many times this kind of kill has happened. */
  count: number;
}

export function killOne(label: string, weight: number, fleet: Fleet, random: Random): Kill {
  const act = (): boolean => {
    const victim = random.pickIfAny(fleet.ready());
    if (victim !== undefined) fleet.kill(victim);
    return victim !== undefined;
  };
  return { label, weight, act, count: 0 };
}

/** The kills of PostgreSQL. @param fleets the processes that must be started again if the server gets another port */
export function postgresKills(postgres: ChaosPostgres, fleets: readonly Fleet[], random: Random): Kill[] {
  const killServer = async (): Promise<boolean> => {
    await postgres.kill();
    await sleep(random.whole(0, 500));
    if (!(await postgres.start())) for (const fleet of fleets) fleet.killAll();
    await postgres.waitForAnswer();
    return true;
  };
  return [
    { label: 'PostgreSQL: server killed', weight: 1, act: killServer, count: 0 },
    { label: 'PostgreSQL: session killed', weight: 1, act: () => postgres.killSession(random), count: 0 },
  ];
}

export function poolerKills(pooler: PgBouncer | null, random: Random): Kill[] {
  if (pooler === null) return [];
  const killPooler = async (): Promise<boolean> => {
    await pooler.kill();
    await sleep(random.whole(0, 500));
    await pooler.restart();
    return true;
  };
  return [{ label: 'PgBouncer: killed', weight: 1, act: killPooler, count: 0 }];
}

export function redisKills(redis: ChaosRedis, random: Random): Kill[] {
  const killServer = async (): Promise<boolean> => {
    await redis.kill();
    await sleep(random.whole(0, 1_000));
    await redis.start();
    return true;
  };
  const flush = async (): Promise<boolean> => {
    await redis.flush();
    return true;
  };
  return [
    { label: 'Redis: server killed', weight: 1, act: killServer, count: 0 },
    { label: 'Redis: flushed', weight: 1, act: flush, count: 0 },
  ];
}

export interface StormOptions {
  readonly kills: readonly Kill[];
  readonly random: Random;
  /** How often each kind of kill has to happen. Kinds that have happened less often come first. */
  readonly least: number;
  /** Whether the killing goes on when every kind of kill has happened `least` times. */
  readonly isUnlimited: () => boolean;
  /** Called after each kill. @returns a function that says whether the next kill may come */
  readonly calm: () => () => boolean;
  readonly isOver: () => boolean;
}

export async function killAtRandom({ kills, random, least, isUnlimited, calm, isOver }: StormOptions): Promise<void> {
  for (;;) {
    const isCalm = calm();
    await sleep(random.whole(200, 1_000));
    while (!isOver() && !isCalm()) await sleep(pollMs);
    if (isOver()) return;
    const possible = kills.filter(({ weight }) => weight > 0);
    const rare = possible.filter(({ count }) => count < least);
    const candidates = rare.length > 0 ? rare : possible;
    if (rare.length === 0 && !isUnlimited()) continue;
    const label = random.weighted(Object.fromEntries(candidates.map((kill) => [kill.label, kill.weight])));
    const kill = candidates.find((candidate) => candidate.label === label);
    if (kill !== undefined && (await kill.act())) kill.count += 1;
  }
}
