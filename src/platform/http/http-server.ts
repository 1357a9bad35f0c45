import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { EnrichmentAnswer } from './enrichment-answer.js';
import { refusalOf, refuseExpectation, tunnelRefusal } from './unreadable-request.js';

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
class HttpConnection {
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

const settings = {
  /** Refused by `limitUnrouted`, which counts it and has more to say. */
  requireHostHeader: false,
  // Times after which a slow or idle client is let go, in milliseconds.
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
  private readonly connections = new Map<Socket, HttpConnection>();
  private arrivals = 0;
  private isClosing = false;
  private lastAnswerAt = -Infinity;

  override initHttpServer(): void {
    const server = createServer(settings);
    server.on('connection', (socket: Socket) => {
      this.arrivals += 1;
      this.connections.set(socket, new HttpConnection(socket));
      socket.once('close', () => this.connections.delete(socket));
    });
    server.on('request', this.attending(this.getInstance<RequestListener>()));
    server.on('checkExpectation', this.attending(refuseExpectation));
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      this.refuse(socket, error);
    });
    server.on('connect', (_request: IncomingMessage, socket: Socket) => {
      this.refuseTunnel(socket);
    });
    server.setTimeout(drainTimeout, (socket) => {
      this.cutOffUnlessAwaited(socket);
    });
    this.httpServer = server;
  }

  /** A large answer of an enrichment is written as fast as it is taken. */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (!(body instanceof EnrichmentAnswer) || !body.isLarge) return super.reply(response, body, statusCode) as unknown;
    const type = 'application/json; charset=utf-8';
    return super.reply(response, new StreamableFile(body.stream(), { type }), statusCode) as unknown;
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

  /** What comes behind the last answer of a connection is not looked at: it could not be answered. */
  private attending(listener: RequestListener): RequestListener {
    return (request, answer) => {
      const connection = this.connections.get(request.socket);
      if (connection?.isOpen !== true) return;
      connection.begin(request, answer);
      answer.once('close', () => (this.lastAnswerAt = performance.now()));
      if (this.isClosing) announceEnd(answer);
      listener(request, answer);
    };
  }

  private refuse(socket: Socket, error: NodeJS.ErrnoException): void {
    const connection = this.connections.get(socket);
    if (connection === undefined || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else void connection.refuse(refusalOf(error));
  }

  /** Node has let go of the connection by now, so that nothing else looks after it. */
  private refuseTunnel(socket: Socket): void {
    const connection = this.connections.get(socket);
    socket.on('error', () => socket.destroy());
    socket.on('drain', () => connection?.answers[0]?.emit('drain'));
    socket.setTimeout(drainTimeout, () => socket.destroy());
    void connection?.refuse(tunnelRefusal);
  }

  /** A connection may be silent because its answer is being worked out; then there is nothing that the client could take. */
  private cutOffUnlessAwaited(socket: Socket): void {
    const isAwaited = socket.writableLength === 0 && (this.connections.get(socket)?.answers.length ?? 0) > 0;
    if (!isAwaited) socket.destroy();
  }

  private get answers(): ServerResponse[] {
    return [...this.connections.values()].flatMap(({ answers }) => answers);
  }

  /** Closes connections on which no request is under way. */
  private letGo(server: Server): void {
    // Node takes one for idle whose answer has been handed in, although the client has not received all of it.
    const isSending = this.answers.some((answer) => answer.writableEnded);
    if (!isSending) server.closeIdleConnections();
    // And one that has never said anything for busy.
    for (const socket of this.connections.keys()) if (socket.bytesRead === 0) socket.destroy();
  }
}

/** Tells the client to send nothing more on this connection; too late once the head of the answer is sent. */
function announceEnd(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('Connection', 'close');
}
