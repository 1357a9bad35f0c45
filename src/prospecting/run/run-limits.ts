const firstRetrySeconds = 5;

/** How long a run waits after something that it needs has failed: 5, 20, 80, 320 seconds. */
export function secondsUntilRetry(failures: number): number {
  return firstRetrySeconds * 4 ** (failures - 1);
}
