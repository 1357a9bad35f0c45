/** Waits between the attempts, in seconds: soon at first, for a hiccup; then rarely, for an outage of most of a day. */
const waits = [10, 60, 300, 900, 3_600, 7_200, 14_400, 28_800];

/**
 * How long to wait after a failed attempt.
 * @param attempts how many there were, from 1
 * @returns seconds, or null when there is to be no other
 */
export function waitAfter(attempts: number): number | null {
  return waits[attempts - 1] ?? null;
}
