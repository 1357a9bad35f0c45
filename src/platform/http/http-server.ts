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
  /**
   * `limitUnrouted` refuses requests without a Host header instead of Node, because it counts them and its answer has a
   * body.
   */
  requireHostHeader: false,
  // Timeouts of slow and idle clients, in milliseconds.
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** This idle timeout is longer than that of most proxies, so that the proxy closes idle connections and not the service. */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 2_000,
};

/**
 * Node's timeout for a connection on which nothing happens, in milliseconds. If bytes wait to be sent, Node closes the
 * connection only after twice this time. A streamed answer has a timer of its own, because it takes more memory.
 */
const drainTimeout = 30_000;

/** The interval at which a closing server looks for idle connections, in milliseconds. */
const closingSweep = 50;

/**
 * A closing server closes idle connections after it has sent no answer for this time, in milliseconds. A busy client sends its
 * next request within this time, and would lose that request if its connection were closed.
 */
const closingQuiet = 500;

/** After this time, in milliseconds, a closing server closes idle connections even if others are still busy. */
const maxDrainMs = 10_000;

/**
 * The maximum duration of a short turn of the event loop, in milliseconds. If a short turn brought no new connection, no
 * connection waits to be accepted.
 */
const shortTurn = 1;
/** The maximum number of turns in which a closing server waits for a short turn. A busy event loop may never have one. */
const maxTurns = 200;

const jsonType = 'application/json; charset=utf-8';

/** Sends a JSON text. It sends the same headers as `response.json` of Express, but skips the parsing of the content type. */
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

  /**
   * Sets the function that tells whether the key of a request is still valid. Streamed answers call it at intervals.
   */
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

  /** Sends an answer. A large answer is streamed as fast as the client reads it; any other is sent at once. */
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
   * Accepts no more connections, closes each connection after its next answer, and resolves when all are closed. Node's
   * own `close` method of a server would at once close idle connections, on which a request may be arriving. The method
   * of its base class does not, and Node's timer is stopped separately.
   */
  override async close(): Promise<void> {
    const server = this.httpServer as Server;
    await this.emptyBacklog();
    const closed = new Promise((resolve) => Listener.prototype.close.call(server, resolve));
    // This is set only after the server has stopped listening, so that a client that connects again reaches another
    // process.
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
   * Accepts the connections that wait in the backlog of the socket, because the system would reset them. It waits for a
   * short turn of the event loop without a new connection, or for a maximum number of turns.
   */
  private async emptyBacklog(): Promise<void> {
    for (let turn = 0; turn < maxTurns; turn += 1) {
      const [arrivals, startedAt] = [this.arrivals, performance.now()];
      await nextTurn();
      if (this.arrivals === arrivals && performance.now() - startedAt < shortTurn) return;
    }
  }

  /** Ignores requests that arrive after the last answer of a connection, because they can no longer be answered. */
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

  /**
   * Refuses a CONNECT request. Node no longer handles errors and timeouts of its connection, so they are handled here.
   */
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
    // Node counts a connection as idle as soon as its answer is written, although the client may not have received all
    // of it.
    const isSending = this.answers.some((answer) => answer.writableEnded);
    if (!isSending) server.closeIdleConnections();
    // Node does not count a connection as idle if it never had a request, so such connections are closed here.
    for (const socket of this.connections.keys()) if (socket.bytesRead === 0) socket.destroy();
  }
}

/**
 * Tells the client that the connection will be closed after this answer, unless the head of the answer was sent
 * already.
 */
function announceEnd(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('Connection', 'close');
}
