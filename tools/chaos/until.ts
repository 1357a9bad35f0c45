import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 50;

/**
 * Polls until `look` returns something truthy.
 * @param discrepancy the beginning of the error's message
 * @throws Error after `timeoutMs`
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
