/** Measures how long the stages of a run take; a stage that is entered again adds to its time. */
export class StageClock<Stage extends string> {
  private readonly begun = performance.now();
  private readonly spent = new Map<Stage, number>();

  /** @param stages in the order in which they are told */
  constructor(stages: readonly Stage[]) {
    for (const stage of stages) this.spent.set(stage, 0);
  }

  async time<T>(stage: Stage, work: () => T | Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.spent.set(stage, (this.spent.get(stage) ?? 0) + performance.now() - start);
    }
  }

  /** Whole milliseconds by stage, and of everything since the clock was made. */
  read(): Readonly<Record<string, number>> {
    const stages = [...this.spent].map(([stage, spent]) => [stage, Math.round(spent)] as const);
    return Object.fromEntries([...stages, ['total', Math.round(performance.now() - this.begun)]]);
  }
}
