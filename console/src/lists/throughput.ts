/** How many of the last answers count for the rate. The number is small, so that the rate soon shows when the service gets slower. */
const window = 12;

/** Measures how many rows are answered in a second. */
export class Throughput {
  private answers: { readonly at: number; readonly rows: number }[] = [];

  /**
   * Begins a new measurement. It is called when a list continues, so that the pause before does not count.
   * @param now a time in milliseconds
   */
  restart(now = performance.now()): void {
    this.answers = [{ at: now, rows: 0 }];
  }

  /** Adds the number of rows that an answer was for. @param now a time in milliseconds */
  add(rows: number, now = performance.now()): void {
    this.answers.push({ at: now, rows });
    if (this.answers.length > window) this.answers.shift();
  }

  /** The number of rows that are answered in a second; null until there is an answer. */
  get rate(): number | null {
    const [first, ...others] = this.answers;
    const last = others.at(-1);
    if (first === undefined || last === undefined || last.at === first.at) return null;
    return (others.reduce((sum, { rows }) => sum + rows, 0) / (last.at - first.at)) * 1_000;
  }
}
