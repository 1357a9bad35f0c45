import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';

/**
 * An answer in JSON that is never in memory as a whole: each piece is made when the client has taken the piece before.
 */
export class StreamedAnswer {
  constructor(readonly pieces: AsyncIterable<string | Buffer>) {}
}

/**
 * The time limits after which the service aborts a streamed answer, in milliseconds. The client then notices that the answer is
 * incomplete.
 */
export interface StreamLimits {
  /** After this number of milliseconds a client that reads nothing is disconnected, because the bytes for it stay in memory. */
  readonly stalledMs: number;
  /**
   * The maximum duration of an answer, in milliseconds. Without it, a client that reads a few bytes now and then could keep the
   * answer in memory forever.
   */
  readonly longestMs: number;
  /** The interval at which the key of the request is checked. After a revocation of the key nothing more is sent. */
  readonly keyCheckMs: number;
}

export const usualStreamLimits: StreamLimits = { stalledMs: 30_000, longestMs: 10 * 60_000, keyCheckMs: 500 };

/**
 * The number of bytes that are written at once. It is small, so that even a slow client takes one write within the time
 * limit. A write counts as taken when all its bytes have left the process.
 */
const writeBytes = 16 * 1024;

/** Sends the pieces of one answer. It requests a piece when the piece before has been handed to the operating system. */
export class StreamedSending {
  private readonly logger = new Logger(StreamedAnswer.name);
  private readonly request: Request;
  private readonly startedAt = performance.now();
  /** Whether the response, or the compression in front of it, is still busy with the last write. */
  private isFull = false;
  private isSent = false;
  private isOver = false;
  private checking: Promise<void> | null = null;
  private wake: () => void = () => undefined;

  /**
   * Prepares the sending of an answer, which {@link send} begins.
   * @param isAllowed whether the key of the request may still be used
   */
  constructor(
    private readonly response: Response,
    private readonly limits: StreamLimits,
    private readonly isAllowed: () => Promise<boolean>,
  ) {
    this.request = response.req;
  }

  /** Resolves when the answer was sent or aborted. @throws the error of a piece, if nothing was written yet */
  async send({ pieces }: StreamedAnswer): Promise<void> {
    const { response, limits } = this;
    const { socket } = this.request;
    const onDrain = (): void => {
      this.isFull = false;
      this.wake();
    };
    const onTaken = (): void => this.wake();
    const onFinish = (): void => {
      this.isSent = true;
      this.wake();
    };
    const onClose = (): void => this.end();
    response.on('drain', onDrain);
    response.once('finish', onFinish);
    response.once('close', onClose);
    response.on('error', onClose);
    socket.on('drain', onTaken);
    // An answer that waits for an earlier answer on its connection does not learn that the connection was closed.
    socket.once('close', onClose);
    const longest = setTimeout(
      () => this.breakOff(`it took more than ${limits.longestMs / 1_000} s`),
      limits.longestMs,
    );
    const keyCheck = setInterval(() => void this.checkKey(), limits.keyCheckMs);
    try {
      if (socket.destroyed) this.end();
      for await (const piece of pieces) {
        await this.write(typeof piece === 'string' ? Buffer.from(piece) : piece);
        if (this.isOver) return;
      }
      // If the tenant was deleted meanwhile, its signals have ended early. The answer must not look complete then.
      await this.checkKey();
      await this.finish();
    } catch (error) {
      if (!response.headersSent && !this.isOver) throw error;
      this.logger.error(error);
      socket.destroy();
    } finally {
      clearTimeout(longest);
      clearInterval(keyCheck);
      response.off('close', onClose);
      socket.off('drain', onTaken);
      socket.off('close', onClose);
    }
  }

  private async finish(): Promise<void> {
    if (this.isOver) return;
    this.response.end();
    await this.until(() => this.isSent);
  }

  private async write(bytes: Buffer): Promise<void> {
    for (let start = 0; start < bytes.length && !this.isOver; start += writeBytes) {
      this.isFull = !this.response.write(bytes.subarray(start, start + writeBytes));
      await this.until(() => !this.isFull && !this.request.socket.writableNeedDrain);
    }
  }

  /**
   * Waits until the client has taken the last write or the answer has ended. A client that takes too long is
   * disconnected.
   */
  private async until(isTaken: () => boolean): Promise<void> {
    const mayGoOn = (): boolean => this.isOver || isTaken();
    if (mayGoOn()) return;
    const { stalledMs } = this.limits;
    const stalled = setTimeout(() => this.stall(stalled), stalledMs);
    try {
      while (!mayGoOn()) await new Promise<void>((resolve) => (this.wake = resolve));
    } finally {
      clearTimeout(stalled);
    }
  }

  private stall(timer: NodeJS.Timeout): void {
    // While an earlier answer is sent on the connection, nothing of this answer can be sent. The earlier answer has a
    // timer of its own.
    if (this.response.socket === null) timer.refresh();
    else this.breakOff(`the client took nothing for ${this.limits.stalledMs / 1_000} s`);
  }

  private checkKey(): Promise<void> {
    this.checking ??= this.breakOffUnlessAllowed().finally(() => (this.checking = null));
    return this.checking;
  }

  private async breakOffUnlessAllowed(): Promise<void> {
    // If the database does not answer, it is unknown whether the key was revoked. The answer then goes on.
    const isAllowed = await this.isAllowed().catch(() => true);
    if (!isAllowed) this.breakOff('its key may no longer be used');
  }

  private breakOff(reason: string): void {
    if (this.isOver) return;
    const seconds = Math.round((performance.now() - this.startedAt) / 1_000);
    this.logger.warn(`The answer to request ${this.request.requestId} was broken off after ${seconds} s: ${reason}`);
    this.end();
    this.request.socket.destroy();
  }

  private end(): void {
    this.isOver = true;
    this.wake();
  }
}
