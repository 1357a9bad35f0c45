import { Injectable } from '@nestjs/common';
import type { Config } from '../config/config.js';

/** The points between two effects of a request or a run, in their order; a crash at any of them must lose no data and no credits. */
export type Failpoint =
  | 'answer-claimed'
  | 'credits-reserved'
  | 'data-read'
  | 'credits-settled'
  | 'run-stored'
  | 'run-committed'
  | 'run-queued'
  | 'run-claimed'
  | 'run-ranked'
  | 'run-finished';

/** Kills the process at the points that the configuration names. Only tests name any. */
@Injectable()
export class Failpoints {
  private constructor(private readonly chances: ReadonlyMap<string, number>) {}

  static of({ failpoints }: Pick<Config, 'failpoints'>): Failpoints {
    return new Failpoints(failpoints);
  }

  /** Returns, unless the configuration kills the process here. */
  reach(point: Failpoint): void {
    const chance = this.chances.get(point);
    if (chance !== undefined && Math.random() < chance) process.kill(process.pid, 'SIGKILL');
  }
}
