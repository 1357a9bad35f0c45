import {
  type BeforeApplicationShutdown,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { oneLine } from '../errors/command-error.js';
import { StoppableWork } from './with-timeout.js';

/** Rounds stop at once when the process ends; one that does not is left behind. */
const stopTimeoutMs = 5_000;

/** Part of the interval by which a pause may be longer or shorter, so that processes started together drift apart. */
const jitter = 0.1;

/**
 * Work that only the clock starts: at the start of the process, and again and again after a pause. Every process that works
 * on jobs has one, so rounds must be safe to run in several processes at a time. A round that fails is logged, and the next
 * one comes.
 */
export abstract class IntervalTimer implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  private readonly rounds = new StoppableWork();
  private timer: NodeJS.Timeout | undefined;
  private stopped: Promise<void> | undefined;

  /**
   * @param everyMs from the end of a round to the beginning of the next, about
   * @param timeLimitMs after which the signal of a round aborts
   */
  constructor(
    private readonly everyMs: number,
    private readonly timeLimitMs: number,
  ) {}

  /** One round; it stops soon after the signal aborts, and leaves the rest to the next one. */
  abstract round(signal: AbortSignal): Promise<void>;

  onApplicationBootstrap(): void {
    void this.begin();
  }

  /** Before anything waits, so that all work of the process stops at the same time. */
  onModuleDestroy(): void {
    clearTimeout(this.timer);
    this.stopped = this.rounds.stop(stopTimeoutMs).catch((error: unknown) => this.logger.warn(oneLine(error)));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.stopped;
  }

  private async begin(): Promise<void> {
    try {
      await this.rounds.run(this.timeLimitMs, (signal) => this.round(signal));
    } catch (error) {
      if (!this.rounds.isStopping) this.logger.warn(`A round failed: ${oneLine(error)}`);
    }
    if (this.rounds.isStopping) return;
    const pauseMs = this.everyMs * (1 + jitter * (2 * Math.random() - 1));
    this.timer = setTimeout(() => void this.begin(), pauseMs).unref();
  }
}
