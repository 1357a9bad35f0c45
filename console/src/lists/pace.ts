/** Answers by which the rate is measured, so that it follows a service that gets slower. */
const window = 12;

/** How fast rows are answered. */
export class Pace {
  private answers: { readonly at: number; readonly rows: number }[] = [];

  /** Begins a new measurement, without the pause before. */
  restart(now = performance.now()): void {
    this.answers = [{ at: now, rows: 0 }];
  }

  add(rows: number, now = performance.now()): void {
    this.answers.push({ at: now, rows });
    if (this.answers.length > window) this.answers.shift();
  }

  /** Rows in a second; null before the second answer. */
  get rate(): number | null {
    const [first, ...others] = this.answers;
    const last = others.at(-1);
    if (first === undefined || last === undefined || last.at === first.at) return null;
    return (others.reduce((sum, { rows }) => sum + rows, 0) / (last.at - first.at)) * 1_000;
  }
}
