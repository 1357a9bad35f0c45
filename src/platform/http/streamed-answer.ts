import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';

/** A JSON answer that is never in memory as a whole. Each piece is made only when the piece before it has left the process. */
export class StreamedAnswer {
  constructor(readonly pieces: AsyncIterable<string | Buffer>) {}
}

/**
 * How long a streamed answer may take, in milliseconds. If it takes longer, the service closes the connection in the middle of
 * the answer, so that the client notices that the answer is incomplete.
 */
export interface StreamLimits {
  /** A client that reads nothing for this time is disconnected, because the bytes that wait for it take memory. */
  readonly stalledMs: number;
  /**
   * The maximum duration of the whole answer. Without it, a client that reads a few bytes now and then could keep the answer in
   * memory forever.
   */
  readonly longestMs: number;
  /** How often the key of the request is checked. If the key was revoked, nothing more is sent. */
  readonly keyCheckMs: number;
}

export const usualStreamLimits: StreamLimits = { stalledMs: 30_000, longestMs: 10 * 60_000, keyCheckMs: 500 };

/**
 * The number of bytes that are written at once. A write is complete when all its bytes have left the process. The number is
 * small, so that even a slow client takes them within the time limit.
 */
const writeBytes = 16 * 1024;

/** Sends the pieces of one answer. It asks for a piece only when the piece before it has been handed to the operating system. */
export class StreamedSending {
  private readonly logger = new Logger(StreamedAnswer.name);
  private readonly request: Request;
  private readonly startedAt = performance.now();
  /**
   * Whether the response has so many unsent bytes that nothing more may be written now. The event `drain` ends this state. If the
   * answer is compressed, the compression emits this event instead of the response.
   */
  private isFull = false;
  private isSent = false;
  private isOver = false;
  private checking: Promise<void> | null = null;
  private wake: () => void = () => undefined;

  /**
   * Prepares to send an answer; {@link send} sends it.
   * @param isAllowed says whether the key of the request may still be used
   */
  constructor(
    private readonly response: Response,
    private readonly limits: StreamLimits,
    private readonly isAllowed: () => Promise<boolean>,
  ) {
    this.request = response.req;
  }

  /**
   * Sends the answer, and resolves when it was sent completely or was aborted.
   * @throws the error with which a piece could not be made, if nothing was written before
   */
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
    // While this answer waits for an earlier answer on the same connection, the response emits no `close` if the connection is
    // closed. So the `close` of the socket is listened to as well.
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
      // If the key may no longer be used, for example because the tenant was deleted, the pieces may have ended early. The answer
      // must not look complete then.
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
   * Waits until the client has taken the last write, or the answer has ended. If the client takes too long, it is disconnected.
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
    // While an earlier answer on the same connection is being sent, nothing of this answer can be sent. The earlier answer has a
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
