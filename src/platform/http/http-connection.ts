import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How long a connection still reads, in milliseconds, when it is closed before a request has arrived completely. If it stopped
 * reading at once, the operating system would reset the connection, and the client might lose the answer. A client needs seconds to
 * send the rest of a large body over a slow connection.
 */
const lingerMs = 5_000;

interface Exchange {
  readonly request: IncomingMessage;
  readonly answer: ServerResponse;
}

/** A connection with a client. Each request on the connection gets one answer, and the answers have the order of the requests. */
export class HttpConnection {
  private readonly underWay = new Set<ServerResponse>();
  private newest: Exchange | null = null;
  private isRefused = false;

  constructor(private readonly socket: Socket) {
    const endAtOnce = socket.destroySoon.bind(socket);
    // Node calls `destroySoon` after the last answer of the connection.
    socket.destroySoon = () => {
      if (this.isReceiving) this.linger();
      else endAtOnce();
    };
  }

  /** The answers that are not completely sent. */
  get answers(): readonly ServerResponse[] {
    return [...this.underWay];
  }

  /** Whether further requests may be answered. */
  get isOpen(): boolean {
    return !this.isRefused && this.socket.writable;
  }

  begin(request: IncomingMessage, answer: ServerResponse): void {
    this.newest = { request, answer };
    this.underWay.add(answer);
    answer.once('close', () => this.underWay.delete(answer));
  }

  /**
   * Refuses a request that could not be read completely, with the last answer of this connection. The answers to earlier requests
   * are sent first. If the refused request already has an answer, it gets no second one.
   * @param answer the complete answer, with its status line and headers
   */
  async refuse(answer: string): Promise<void> {
    if (this.isRefused) return;
    this.isRefused = true;
    const refused = this.isReceiving ? this.newest?.answer : undefined;
    const isAnswered = (): boolean => refused?.headersSent === true;
    for (const other of this.answers) if (other !== refused || isAnswered()) await this.sent(other);
    if (refused !== undefined && isAnswered()) await this.sent(refused);
    if (this.socket.writable && !isAnswered()) this.socket.write(answer);
    this.linger();
  }

  private get isReceiving(): boolean {
    return this.newest?.request.complete === false;
  }

  private linger(): void {
    this.socket.end();
    this.socket.resume();
    const end = setTimeout(() => this.socket.destroy(), lingerMs);
    this.socket.once('close', () => {
      clearTimeout(end);
    });
  }

  /** Resolves when the answer was sent, or can no longer be sent. */
  private sent(answer: ServerResponse): Promise<void> {
    return new Promise((resolve) => {
      if (!this.underWay.has(answer) || this.socket.destroyed) resolve();
      answer.once('close', resolve);
      this.socket.once('close', () => {
        resolve();
      });
    });
  }
}
