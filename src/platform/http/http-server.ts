import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
} from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import { HttpConnection } from './http-connection.js';
import { StreamedAnswer, StreamedSending, type StreamLimits, usualStreamLimits } from './streamed-answer.js';
import { refusalOf, refuseExpectation, tunnelRefusal } from './unreadable-request.js';
import { WrittenAnswer } from './written-answer.js';

const settings = {
  /** `limitUnrouted` refuses these: it counts them, and its answer has a body. */
  requireHostHeader: false,
  // Timeouts of slow and idle clients, in milliseconds.
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** Longer than the usual idle time of a proxy, so that the proxy is the one to close. */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 2_000,
};

/**
 * Node's timeout of a connection on which nothing happens, in milliseconds. Node waits twice for it where bytes wait to be
 * sent; a streamed answer, which takes more memory, has a timer of its own.
 */
const drainTimeout = 30_000;

/** How often a closing server checks for idle connections, in milliseconds. */
const closingSweep = 50;

/**
 * A closing server closes idle connections once it has sent no answer for this long, in milliseconds. A client may be sending
 * on such a connection, and would see it closed; a busy client sends sooner than this.
 */
const closingQuiet = 500;

/** After this long idle connections are closed even while others are busy, in milliseconds. */
const maxDrainMs = 10_000;

/** In a turn of the event loop below this no connection can have arrived, in milliseconds. */
const shortTurn = 1;
/** A busy event loop may have no such turn, so they are limited. */
const maxTurns = 200;

const jsonType = 'application/json; charset=utf-8';

/** Sends a JSON text as Express would, without parsing its own header again. */
function sendJson(response: Response, text: string | Buffer, status = response.statusCode): Response {
  response.status(status).setHeader('Content-Type', jsonType);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  return response.end(text);
}

/**
 * Requests and answers that have Express's methods from the start. Express gives each of them another prototype, and V8 then looks
 * up most of their members anew for every request.
 */
function messagesOf(app: Express): Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>> {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  app.request = ExpressRequest.prototype as typeof app.request;
  app.response = ExpressResponse.prototype as typeof app.response;
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

/** Express on a server whose limits are set from its first connection on. */
export class HttpServer extends ExpressAdapter {
  private readonly connections = new Map<Socket, HttpConnection>();
  private arrivals = 0;
  private isClosing = false;
  private lastAnswerAt = -Infinity;
  private isAllowed: (request: Request) => Promise<boolean> = () => Promise.resolve(true);

  constructor(private readonly streamLimits: StreamLimits = usualStreamLimits) {
    super();
  }

  /** Sets how streamed answers learn that the key of their request may no longer be used. */
  checkStreamsBy(isAllowed: (request: Request) => Promise<boolean>): void {
    this.isAllowed = isAllowed;
  }

  override initHttpServer(): void {
    const server = createServer({ ...settings, ...messagesOf(this.getInstance<Express>()) });
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
    server.on('connect', (_request: IncomingMessage, socket: Socket) => this.refuseTunnel(socket));
    server.setTimeout(drainTimeout, (socket) => {
      this.destroyUnlessAwaited(socket);
    });
    this.httpServer = server;
  }

  /** A large answer is written as fast as the client takes it; another text is sent as it is. */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (body instanceof StreamedAnswer) return this.stream(response, body, statusCode);
    if (!(body instanceof WrittenAnswer)) return super.reply(response, body, statusCode) as unknown;
    if (!body.isLarge) return sendJson(response, body.shortBody(), statusCode);
    return this.stream(response, new StreamedAnswer(body.stream()), statusCode);
  }

  private stream(response: Response, answer: StreamedAnswer, status = response.statusCode): Promise<void> {
    response.status(status).setHeader('Content-Type', jsonType);
    const isAllowed = (): Promise<boolean> => this.isAllowed(response.req);
    return new StreamedSending(response, this.streamLimits, isAllowed).send(answer);
  }

  /**
   * Accepts no more connections, closes each after its next answer, and resolves when none is left. Node's own `close` would
   * close idle connections at once, and with them requests in flight; here it ends Node's timer.
   */
  override async close(): Promise<void> {
    const server = this.httpServer as Server;
    await this.emptyBacklog();
    const closed = new Promise((resolve) => Listener.prototype.close.call(server, resolve));
    // Only now: a client that has to reconnect must not reach this process again.
    this.isClosing = true;
    for (const answer of this.answers) announceEnd(answer);
    const deadline = performance.now() + maxDrainMs;
    const sweep = setInterval(() => {
      const now = performance.now();
      if (now - this.lastAnswerAt >= closingQuiet || now >= deadline) this.closeIdle(server);
    }, closingSweep);
    await closed;
    clearInterval(sweep);
    server.close();
  }

  /**
   * Waits for a short turn of the event loop without a new connection, up to a limit. The system would reset connections
   * that are in the backlog of the socket.
   */
  private async emptyBacklog(): Promise<void> {
    for (let turn = 0; turn < maxTurns; turn += 1) {
      const [arrivals, startedAt] = [this.arrivals, performance.now()];
      await nextTurn();
      if (this.arrivals === arrivals && performance.now() - startedAt < shortTurn) return;
    }
  }

  /** Ignores requests that follow the last answer of a connection, because they could not be answered. */
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

  /** Refuses CONNECT. Node has given up the connection at this point, so timeouts and errors are handled here. */
  private refuseTunnel(socket: Socket): void {
    const connection = this.connections.get(socket);
    socket.on('error', () => socket.destroy());
    socket.on('drain', () => connection?.answers[0]?.emit('drain'));
    socket.setTimeout(drainTimeout, () => socket.destroy());
    void connection?.refuse(tunnelRefusal);
  }

  /** Closes a connection on which nothing happens, unless its client is waiting for an answer. */
  private destroyUnlessAwaited(socket: Socket): void {
    const isAwaited = socket.writableLength === 0 && (this.connections.get(socket)?.answers.length ?? 0) > 0;
    if (!isAwaited) socket.destroy();
  }

  private get answers(): ServerResponse[] {
    return [...this.connections.values()].flatMap(({ answers }) => answers);
  }

  /** Closes connections on which no request is under way. */
  private closeIdle(server: Server): void {
    // To Node a connection is idle once its answer is written, although the client has not received all of it.
    const isSending = this.answers.some((answer) => answer.writableEnded);
    if (!isSending) server.closeIdleConnections();
    // To Node a connection is busy if it has never had a request, so such connections are closed here.
    for (const socket of this.connections.keys()) if (socket.bytesRead === 0) socket.destroy();
  }
}

/** Tells the client to send nothing more on this connection; too late once the head of the answer is sent. */
function announceEnd(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('Connection', 'close');
}
