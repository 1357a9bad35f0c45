const firstRetrySeconds = 5;

/** How long a run waits after something that it needs has failed: 5, 20, 80, 320 seconds. */
export function secondsUntilRetry(failures: number): number {
  return firstRetrySeconds * 4 ** (failures - 1);
}

/** What a client is told of a run that took too long. */
export function timedOut(limitSeconds: number): string {
  const [count, unit] = limitSeconds % 60 === 0 ? [limitSeconds / 60, 'minute'] : [limitSeconds, 'second'];
  return `Timed out after ${count} ${unit}${count === 1 ? '' : 's'}`;
}
