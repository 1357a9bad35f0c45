import {
  type BeforeApplicationShutdown,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { singleLine } from '../errors/command-error.js';
import { StoppableWork } from './with-timeout.js';

/** How long the end of the process waits for a round, whose signal aborts then. */
const stopTimeoutMs = 5_000;

/** Share of the interval by which a pause varies, so that processes started together drift apart. */
const jitter = 0.1;

/**
 * Work that the clock starts: when the process starts, and again after each pause. It runs in every process with workers, so
 * rounds must be safe to run in several processes at a time. A failed round is logged; the next one runs all the same.
 */
export abstract class IntervalTimer implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  private readonly rounds = new StoppableWork();
  private timer: NodeJS.Timeout | undefined;
  private stopped: Promise<void> | undefined;

  /**
   * @param everyMs the approximate time from the end of a round to the beginning of the next
   * @param timeLimitMs the signal of a round aborts after this time
   */
  constructor(
    private readonly everyMs: number,
    private readonly timeLimitMs: number,
  ) {}

  /** One round; after the signal aborts it must stop soon and leave the rest to the next round. */
  abstract round(signal: AbortSignal): Promise<void>;

  onApplicationBootstrap(): void {
    void this.begin();
  }

  /** In the first hook of a shutdown, so that all work of the process stops at the same time. */
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
