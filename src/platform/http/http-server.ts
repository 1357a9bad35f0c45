import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ExpressAdapter } from '@nestjs/platform-express';
import { refuseExpectation, refuseUnreadable } from './unreadable-request.js';

/** Times after which a slow or idle client is let go, in milliseconds. */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** Longer than the usual idle time of a proxy, so that the proxy is the one to close. */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 2_000,
};

/** A client that takes nothing of its answer for this long is cut off, in milliseconds: what it does not take is held for it. */
const drainTimeout = 30_000;

/** How often a closing server looks for connections that have become idle, in milliseconds. */
const closingSweep = 50;

/**
 * So long must nobody have been answered before a closing server lets go of idle connections, in milliseconds. A client
 * may be sending on such a connection at this very moment, and would see it cut; whoever is busy sends sooner than this.
 */
const closingQuiet = 500;

/** Idle connections are let go after this long even while others are used, in milliseconds; see `longestCloseMs`. */
const longestDrain = 10_000;

/** How short a turn of the event loop must be to take it that no connection came meanwhile, in milliseconds. */
const shortTurn = 1;
/** A busy event loop may have no such turn. */
const mostTurns = 200;

/** Express on a server whose limits are set from its first connection on. */
export class HttpServer extends ExpressAdapter {
  private readonly connections = new Set<Socket>();
  private readonly answers = new Set<ServerResponse>();
  private arrivals = 0;
  private isClosing = false;
  private lastAnswerAt = -Infinity;

  override initHttpServer(): void {
    const server = createServer(timeouts);
    server.on('connection', (connection: Socket) => {
      this.arrivals += 1;
      this.connections.add(connection);
      connection.once('close', () => this.connections.delete(connection));
    });
    // Before Express, which answers.
    server.on('request', (_request: IncomingMessage, answer: ServerResponse) => {
      this.attend(answer);
    });
    server.on('request', this.getInstance());
    server.on('checkExpectation', refuseExpectation);
    server.on('clientError', (error: NodeJS.ErrnoException, connection: Socket) => {
      refuseUnreadable(error, connection, this.answersOn(connection)[0]);
    });
    server.setTimeout(drainTimeout, (connection) => {
      this.cutOffUnlessAwaited(connection);
    });
    this.httpServer = server;
  }

  /**
   * Takes no more connections, answers what comes on those that there are, each for the last time, and resolves when none
   * is left. Node's own way to close would cut idle connections at once, and with them requests that are on their way.
   */
  override async close(): Promise<void> {
    const server = this.httpServer as Server;
    await this.emptyBacklog();
    const closed = new Promise((resolve) => Listener.prototype.close.call(server, resolve));
    // Not before: whoever is told to connect anew must not be let in again.
    this.isClosing = true;
    for (const answer of this.answers) announceEnd(answer);
    const deadline = performance.now() + longestDrain;
    const sweep = setInterval(() => {
      const now = performance.now();
      if (now - this.lastAnswerAt >= closingQuiet || now >= deadline) this.letGo(server);
    }, closingSweep);
    await closed;
    clearInterval(sweep);
  }

  /**
   * Waits for a turn of the event loop that was short and brought no connection, but not for ever. The system would reset
   * connections that stand for it and were not taken yet.
   */
  private async emptyBacklog(): Promise<void> {
    for (let turn = 0; turn < mostTurns; turn += 1) {
      const [arrivals, startedAt] = [this.arrivals, performance.now()];
      await nextTurn();
      if (this.arrivals === arrivals && performance.now() - startedAt < shortTurn) return;
    }
  }

  private attend(answer: ServerResponse): void {
    this.answers.add(answer);
    answer.once('close', () => {
      this.answers.delete(answer);
      this.lastAnswerAt = performance.now();
    });
    if (this.isClosing) announceEnd(answer);
  }

  /** A connection may be silent because its answer is being worked out; then there is nothing that the client could take. */
  private cutOffUnlessAwaited(connection: Socket): void {
    const isAwaited = connection.writableLength === 0 && this.answersOn(connection).length > 0;
    if (!isAwaited) connection.destroy();
  }

  private answersOn(connection: Socket): ServerResponse[] {
    return [...this.answers].filter(({ socket }) => socket === connection);
  }

  /** Closes connections on which no request is under way. */
  private letGo(server: Server): void {
    // Node takes one for idle whose answer has been handed in, although the client has not received all of it.
    const isSending = [...this.answers].some((answer) => answer.writableEnded);
    if (!isSending) server.closeIdleConnections();
    // And one that has never said anything for busy.
    for (const connection of this.connections) if (connection.bytesRead === 0) connection.destroy();
  }
}

/** Tells the client to send nothing more on this connection; too late once the head of the answer is sent. */
function announceEnd(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('Connection', 'close');
}
