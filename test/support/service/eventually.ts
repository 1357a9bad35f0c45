import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls until `condition` holds; throws after `timeoutMs`. The default is below every polling interval of the service, so that only a
 * notification can fulfil the condition in time.
 */
export async function eventually(condition: () => Promise<boolean> | boolean, timeoutMs = 5_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`The condition did not hold within ${timeoutMs} ms: ${String(condition)}`);
    await sleep(20);
  }
}
