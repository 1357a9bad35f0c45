import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * For so long a connection that is closed before all of a request was read takes in what the client still sends, in
 * milliseconds. Cut at once, the system would reset it, and a reset overtakes the answer.
 */
const lingering = 2_000;

interface Exchange {
  readonly request: IncomingMessage;
  readonly answer: ServerResponse;
}

/** A connection of a client. Each request on it gets one answer, in the order in which they came. */
export class HttpConnection {
  private readonly underWay = new Set<ServerResponse>();
  private newest: Exchange | null = null;
  private isRefused = false;

  constructor(private readonly socket: Socket) {
    const endAtOnce = socket.destroySoon.bind(socket);
    // Node's way to close once the last answer is handed in.
    socket.destroySoon = () => {
      if (this.isReceiving) this.linger();
      else endAtOnce();
    };
  }

  /** Answers that are worked out or sent. */
  get answers(): readonly ServerResponse[] {
    return [...this.underWay];
  }

  /** Whether what comes may be answered; not behind the last answer. */
  get isOpen(): boolean {
    return !this.isRefused && this.socket.writable;
  }

  begin(request: IncomingMessage, answer: ServerResponse): void {
    this.newest = { request, answer };
    this.underWay.add(answer);
    answer.once('close', () => this.underWay.delete(answer));
  }

  /**
   * Sends the last answer of the connection in the place of that to the request that could not be read to its end, or of
   * one that could not even begin. What came before is answered first. A request that is answered already gets no second one.
   * @param answer as it stands on the wire
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
    const end = setTimeout(() => this.socket.destroy(), lingering);
    this.socket.once('close', () => {
      clearTimeout(end);
    });
  }

  /** Resolves when the answer is sent, or cannot be any more. */
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
