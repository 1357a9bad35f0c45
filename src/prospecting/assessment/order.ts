/** For sorting texts from the last to the first, by code units, so that the order is the same on every machine. */
export function descending(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}

/** For sorting texts from the first to the last, by code units. */
export function ascending(a: string, b: string): number {
  return descending(b, a);
}
