import { setTimeout as sleep } from 'node:timers/promises';
import { holders } from './history.mjs';

/** What is killed at random moments, and how often compared with the others. */
const WEIGHTS = { worker: 5, api: 2, server: 1, session: 1, redis: 1, flush: 1 };
/** So many runs end between two deaths, or so much time passes, lest all are always starting. */
const ENDS = 2;
const LONGEST_PEACE_MS = 5_000;
/** A worker that nobody else takes anything from is let go after this long. */
const LONGEST_PAUSE_MS = 15_000;

/**
 * Kills at random moments until it is told that it is over.
 * @param stage `workers`, `apis`, `postgres`, `redis`, which is null where there is none, `watch` and `random`
 * @param {Record<string, number>} killed what was killed how often; counted up, for all that can be
 * @param {number} least what was killed less often goes first
 * @param {() => boolean} isOver
 */
export async function killAtRandom({ workers, apis, postgres, redis, random, watch }, killed, least, isOver) {
  const killOneOf = (fleet, candidates) => {
    if (candidates.length === 0) return false;
    fleet.kill(random.pick(candidates));
    return true;
  };
  const kill = {
    worker: () => killOneOf(workers, workers.ready()),
    api: () => killOneOf(apis, apis.listening()),
    session: () => postgres.killSession(random),
    server: async () => {
      await postgres.kill();
      await sleep(random.whole(0, 500));
      // Somebody else has taken its port: its users have to be told the new one.
      if (!(await postgres.start())) for (const fleet of [apis, workers]) fleet.killAll();
      await postgres.answers();
    },
    redis: async () => {
      await redis.kill();
      await sleep(random.whole(0, 1_000));
      await redis.start();
    },
    flush: () => redis.flush(),
  };
  const possible = (what) => killed[what] !== undefined;
  const isUp = (fleet) => fleet.ready().length > 1;
  for (;;) {
    const ended = watch.ends.size;
    const endsAt = Date.now() + LONGEST_PEACE_MS;
    await sleep(random.whole(200, 1_000));
    while (!isOver() && !(isUp(apis) && isUp(workers) && (watch.ends.size >= ended + ENDS || Date.now() > endsAt))) {
      await sleep(50);
    }
    if (isOver()) return;
    const behind = Object.keys(killed).filter((what) => killed[what] < least);
    const due = Object.entries(WEIGHTS).filter(([what]) =>
      behind.length > 0 ? behind.includes(what) : possible(what),
    );
    const what = random.weighted(Object.fromEntries(due));
    if ((await kill[what]()) !== false) killed[what] += 1;
  }
}

/**
 * Pauses workers for longer than their leases last, and lets them go on when others have their runs.
 * @param paused how often that was done, and how often a run was given away meanwhile; counted up
 * @param {number} leaseSeconds
 */
export async function pauseAtRandom({ workers, postgres, random }, paused, leaseSeconds, isOver) {
  while (!isOver()) {
    await sleep(random.whole(200, 2_000));
    // Somebody has to take what the paused one has.
    if (workers.ready().length < 2) continue;
    const busy = await holders(postgres).catch(() => []);
    const [worker] = random.sample(
      workers.ready().filter(({ name }) => busy.some(({ who }) => who === name)),
      1,
    );
    if (worker === undefined) continue;
    workers.pause(worker);
    const endsAt = Date.now() + LONGEST_PAUSE_MS;
    await sleep(leaseSeconds * random.whole(1_100, 1_500));
    const held = busy.filter(({ who }) => who === worker.name);
    while (Date.now() < endsAt && !isOver() && !(await isGivenAway(postgres, held))) await sleep(100);
    paused.inAll += 1;
    if (await isGivenAway(postgres, held)) paused.givenAway += 1;
    workers.resume(worker);
  }
}

/** Whether somebody else works on one of these runs, or has ended it. */
async function isGivenAway(postgres, held) {
  const sql = `select 1 from prospecting_job j
                 join unnest($1::bigint[], $2::int[]) as held (id, attempt) on j.id = held.id and j.attempt > held.attempt`;
  const values = [held.map(({ job }) => job), held.map(({ attempt }) => attempt)];
  return postgres.query(sql, values).then(
    (rows) => rows.length > 0,
    () => false,
  );
}
