import {
  type BeforeApplicationShutdown,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { singleLine } from '../errors/command-error.js';
import { StoppableWork } from './with-timeout.js';

/**
 * How long a shutdown waits for a round that is under way. The shutdown first aborts the signal of the round, so that it ends
 * early.
 */
const stopTimeoutMs = 5_000;

/**
 * The share of the interval by which a pause may randomly be shorter or longer. Without this variation, processes that start
 * together would do all their rounds at the same time.
 */
const jitter = 0.1;

/**
 * Work that a process repeats in the background. The first round runs when the process starts. When a round has ended, a pause
 * follows, and then the next round. Every process with workers runs its own rounds, so a round must be safe while other processes
 * do the same work. If a round fails, the error is logged and the next round runs as usual.
 */
export abstract class IntervalTimer implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  private readonly rounds = new StoppableWork();
  private timer: NodeJS.Timeout | undefined;
  private stopped: Promise<void> | undefined;

  /**
   * Makes a timer. Its first round runs when the process starts.
   * @param everyMs the pause from the end of a round to the beginning of the next, in milliseconds; it varies by 10 %
   * @param timeLimitMs the time in milliseconds after which the signal of a round aborts
   */
  constructor(
    private readonly everyMs: number,
    private readonly timeLimitMs: number,
  ) {}

  /** Does one round of the work. When the signal aborts, the round must stop soon; the next round does the rest. */
  abstract round(signal: AbortSignal): Promise<void>;

  onApplicationBootstrap(): void {
    void this.begin();
  }

  /** This is the first hook of a shutdown, so all background work of the process stops at the same time. */
  onModuleDestroy(): void {
    clearTimeout(this.timer);
    this.stopped = this.rounds.stop(stopTimeoutMs).catch((error: unknown) => this.logger.warn(singleLine(error)));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.stopped;
  }

  private async begin(): Promise<void> {
    try {
      await this.rounds.run(this.timeLimitMs, (signal) => this.round(signal));
    } catch (error) {
      if (!this.rounds.isStopping) this.logger.warn(`A round failed: ${singleLine(error)}`);
    }
    if (this.rounds.isStopping) return;
    const pauseMs = this.everyMs * (1 + jitter * (2 * Math.random() - 1));
    this.timer = setTimeout(() => void this.begin(), pauseMs).unref();
  }
}
