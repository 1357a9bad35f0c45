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
   * Node itself would refuse a request without a Host header. `limitUnrouted` does it instead, because it counts the request
   * against the rate limit, and its answer has a body.
   */
  requireHostHeader: false,
  // Timeouts of slow and idle clients, in milliseconds.
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /**
   * This is longer than the idle timeout of most proxies. So it is the proxy that closes an idle connection, and not the service.
   */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 2_000,
};

/**
 * After this time without any activity on a connection, in milliseconds, Node calls `destroyUnlessAwaited`. While bytes are waiting
 * to be sent, Node waits twice as long. A streamed answer has a timer of its own, because it takes more memory.
 */
const drainTimeout = 30_000;

/** How often a closing server looks for idle connections, in milliseconds. */
const closingSweep = 50;

/**
 * A closing server keeps idle connections open until it has sent no answer for this time, in milliseconds. A client that is busy
 * sends its next request within this time, and if its connection were closed it would lose that request.
 */
const closingQuiet = 500;

/** After this time, in milliseconds, a closing server closes idle connections even if it is still sending answers on others. */
const maxDrainMs = 10_000;

/**
 * A turn of the event loop that takes at most this time is a short one, in milliseconds. If a short turn has accepted no new
 * connection, then no connection is waiting to be accepted.
 */
const shortTurn = 1;
/**
 * The maximum number of turns for which a closing server waits until a short turn has accepted no new connection. In a busy
 * process there may never be such a turn.
 */
const maxTurns = 200;

const jsonType = 'application/json; charset=utf-8';

/** Sends a JSON text. It does the same as Express's `response.json`, but faster, because it does not parse the content type. */
function sendJson(response: Response, text: string | Buffer, status = response.statusCode): Response {
  response.status(status).setHeader('Content-Type', jsonType);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  return response.end(text);
}

/**
 * Makes the classes of requests and answers with which Node creates them. Objects of these classes have Express's methods from
 * the start. Otherwise Express would change the prototype of each request and answer, and V8 would then look up their members
 * slowly.
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

/**
 * Express on Node's HTTP server. The server has its limits before it accepts the first connection, and it can be closed without
 * losing requests.
 */
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
   * Sets the function that tells whether the key of a request is still valid. The function is called again and again while a
   * streamed answer is sent.
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

  /** Sends an answer. A large answer is streamed as fast as the client reads it; every other answer is sent at once. */
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
   * Closes the server without losing requests. It accepts no more connections, closes each connection after the next answer on
   * it, and resolves when all connections are closed.
   *
   * Node's own `close` method would close idle connections at once, although a request may be on its way on them. So this method
   * calls the `close` method of Node's base class `net.Server`, which does not do that. Node's `close` is called at the end, to
   * stop Node's timer.
   */
  override async close(): Promise<void> {
    const server = this.httpServer as Server;
    await this.emptyBacklog();
    const closed = new Promise((resolve) => Listener.prototype.close.call(server, resolve));
    // From now on, answers tell clients to connect again. The server must have stopped listening before, so that such a client
    // reaches another process.
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
   * Accepts the connections that are still waiting in the backlog of the listening socket. Otherwise the operating system would
   * reset them when the socket is closed. This method waits until a short turn of the event loop has accepted no new connection,
   * but for at most `maxTurns` turns.
   */
  private async emptyBacklog(): Promise<void> {
    for (let turn = 0; turn < maxTurns; turn += 1) {
      const [arrivals, startedAt] = [this.arrivals, performance.now()];
      await nextTurn();
      if (this.arrivals === arrivals && performance.now() - startedAt < shortTurn) return;
    }
  }

  /**
   * Passes requests to `listener`. Requests that arrive after the last answer of a connection are ignored, because they can no
   * longer be answered.
   */
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

  /** Refuses a CONNECT request. For its connection Node no longer handles errors and timeouts, so this method does. */
  private refuseTunnel(socket: Socket): void {
    const connection = this.connections.get(socket);
    socket.on('error', () => socket.destroy());
    socket.on('drain', () => connection?.answers[0]?.emit('drain'));
    socket.setTimeout(drainTimeout, () => socket.destroy());
    void connection?.refuse(tunnelRefusal);
  }

  /**
   * Closes a connection on which nothing has happened for a while. But the connection stays open if the client is waiting for an
   * answer of which nothing is ready to be sent. A client that does not read its answer is disconnected.
   */
  private destroyUnlessAwaited(socket: Socket): void {
    const isAwaited = socket.writableLength === 0 && (this.connections.get(socket)?.answers.length ?? 0) > 0;
    if (!isAwaited) socket.destroy();
  }

  private get answers(): ServerResponse[] {
    return [...this.connections.values()].flatMap(({ answers }) => answers);
  }

  /** Closes connections on which no request is under way. */
  private closeIdle(server: Server): void {
    // For Node, a connection is idle as soon as its answer is written. The client may not have received all of the answer yet, so
    // nothing is closed while an answer is being sent.
    const isSending = this.answers.some((answer) => answer.writableEnded);
    if (!isSending) server.closeIdleConnections();
    // For Node, a connection on which there never was a request is not idle. So such connections are closed here.
    for (const socket of this.connections.keys()) if (socket.bytesRead === 0) socket.destroy();
  }
}

/**
 * Tells the client that the connection will be closed after this answer. That is no longer possible when the headers of the
 * answer have already been sent.
 */
function announceEnd(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('Connection', 'close');
}
