import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until a condition holds, and checks it every 20 ms. The default timeout is shorter than every polling interval of the service.
 * So what the service notices only by polling is too late, and a test proves that it was notified.
 * @throws Error after `timeoutMs` milliseconds
 */
export async function eventually(condition: () => Promise<boolean> | boolean, timeoutMs = 5_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`The condition did not hold within ${timeoutMs} ms: ${String(condition)}`);
    await sleep(20);
  }
}
