import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks again and again until `isSo` holds, and fails the test if that takes longer than `patienceMs`. The default is
 * below every time after which the service looks again by itself, so that only an announcement can make it true.
 */
export async function eventually(isSo: () => Promise<boolean> | boolean, patienceMs = 5_000): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > deadline)
      throw new Error(`It did not come to that within ${patienceMs} ms: ${String(isSo)}`);
    await sleep(20);
  }
}
