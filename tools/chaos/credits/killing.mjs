import { setTimeout as sleep } from 'node:timers/promises';

/** What is killed at random moments, and how often compared with the others. */
const WEIGHTS = { process: 6, server: 1, session: 1 };

/**
 * Kills at random moments until it is told that it is over.
 * @param {Record<string, number>} killed what was killed how often; counted up
 * @param {number} least what was killed less often goes first
 * @param {() => boolean} isOver
 */
export async function killAtRandom({ fleet, postgres, random, killed, least, isOver }) {
  const kill = {
    process: () => fleet.kill(random.pick(fleet.listening())),
    session: () => postgres.killSession(random),
    server: async () => {
      await postgres.kill();
      await sleep(random.whole(0, 500));
      // Somebody else has taken its port: its users have to be told the new one.
      if (!(await postgres.start())) fleet.killAll();
      await postgres.answers();
    },
  };
  while (!isOver()) {
    await sleep(random.whole(200, 1_200));
    // What has just been started has nothing to lose yet.
    if (fleet.listening().length === 0) continue;
    const behind = Object.entries(WEIGHTS).filter(([what]) => killed[what] < least);
    const what = random.weighted(behind.length > 0 ? Object.fromEntries(behind) : WEIGHTS);
    if ((await kill[what]()) !== false) killed[what] += 1;
  }
}
