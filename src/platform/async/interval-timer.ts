import {
  type BeforeApplicationShutdown,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { singleLine } from '../errors/command-error.js';
import { StoppableWork } from './with-timeout.js';

/** How long a shutdown waits for the work that is under way. The signal of this work aborts when the shutdown begins. */
const stopTimeoutMs = 5_000;

/**
 * The largest random change of a pause, as a share of the interval. Without it, processes that start together would do their
 * rounds at the same time.
 */
const jitter = 0.1;

/**
 * Periodic background work. The first round runs when the process starts, and each further round a pause after the end of the one
 * before. Every process with workers runs rounds, so they must be safe to run in several processes at a time. If a round fails, the
 * error is logged and the next round runs as usual.
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

  /** Does the work of one interval. When the signal aborts, it must stop soon; the next call does what is left. */
  abstract round(signal: AbortSignal): Promise<void>;

  onApplicationBootstrap(): void {
    void this.begin();
  }

  /** Stops in the first hook of a shutdown, so that all background work of the process stops at the same time. */
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
