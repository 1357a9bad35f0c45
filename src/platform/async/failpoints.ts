import { Injectable } from '@nestjs/common';
import type { Config } from '../config/config.js';

/**
 * The points at which a crash test can kill the process during a request or a prospecting run, in the order in which they are
 * reached. Each point lies between two effects, such as reserving credits and reading data. A crash at any of them must lose no
 * data and no credits.
 */
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

/** Kills the process at the points that the setting `FAILPOINTS` names, for crash tests. */
@Injectable()
export class Failpoints {
  private constructor(private readonly chances: ReadonlyMap<string, number>) {}

  static of({ failpoints }: Pick<Config, 'failpoints'>): Failpoints {
    return new Failpoints(failpoints);
  }

  /** Kills the process without cleaning up (SIGKILL). The setting `FAILPOINTS` says how probable that is at this point. */
  reach(point: Failpoint): void {
    const chance = this.chances.get(point);
    if (chance !== undefined && Math.random() < chance) process.kill(process.pid, 'SIGKILL');
  }
}
