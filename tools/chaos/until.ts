import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 50;

/**
 * Calls `look` every 50 ms until it returns a truthy value, and returns this value.
 * @param discrepancy what is wrong if that does not happen; the message of the error begins with it
 * @throws Error after `timeoutMs` milliseconds
 */
export async function until<T>(
  look: () => T | Promise<T>,
  timeoutMs: number,
  discrepancy: string,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`${discrepancy} after ${timeoutMs / 1_000} s`);
    await sleep(pollMs);
  }
}
