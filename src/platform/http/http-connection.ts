import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How long a connection goes on reading, in milliseconds, if it is closed before the whole request was read. If it were
 * closed at once, the system would reset it, and the client might lose the answer.
 */
const lingerMs = 2_000;

interface Exchange {
  readonly request: IncomingMessage;
  readonly answer: ServerResponse;
}

/** A connection with a client. Each request on it gets one answer, in the order of the requests. */
export class HttpConnection {
  private readonly underWay = new Set<ServerResponse>();
  private newest: Exchange | null = null;
  private isRefused = false;

  constructor(private readonly socket: Socket) {
    const endAtOnce = socket.destroySoon.bind(socket);
    // Node calls this method after the last answer of the connection.
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
   * Sends the last answer of the connection, for a request that could not be read completely. Earlier requests are
   * answered first. A request that was answered already gets no second answer.
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

  /** Resolves when the answer is sent or cannot be sent. */
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
