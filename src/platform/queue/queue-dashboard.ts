import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { normalizeIp } from '@nestjs/throttler';
import type { Queue } from 'bullmq';
import type { Express } from 'express';
import { OperatorKey } from '../auth/operator-key.js';
import { openQueue, type StoredQueue } from './bull-queues.js';
import { closeQueue, registeredQueues } from './job-queue.js';
import { QueueBackend } from './queue-backend.js';

/** The path of the dashboard. The paths of its pages and files begin with this path. */
export const dashboardPath = '/queues';

/**
 * Matches the link with which the page of the library loads fonts from another host. The link is removed, because no other host
 * should get requests from operators.
 */
const fontLink = /<link href="https:[^>]*>/g;
const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

interface Refusal {
  readonly status: 401 | 429;
  readonly headers: Readonly<Record<string, string>>;
}

type Render = Parameters<Express['engine']>[1];
/** An Express application with a part that its types do not declare: the template engines, by file extension. */
type BoardApp = Express & { readonly engines: { readonly '.ejs': (...args: Parameters<Render>) => void } };

/**
 * Shows operators the jobs of all queues, with the library Bull-board. It cannot change jobs. It exists only if an operator key
 * is set. The key is sent as a password, because a browser without a script can send it in no other way. The library is loaded
 * for the first request.
 */
@Injectable()
export class QueueDashboard implements OnApplicationShutdown {
  private readonly queues: StoredQueue[] = [];
  private board: Promise<RequestListener> | undefined;

  constructor(
    private readonly key: OperatorKey,
    private readonly backend: QueueBackend,
    private readonly discovery: DiscoveryService,
  ) {}

  /**
   * Answers a request for the dashboard.
   * @throws Error if the queues cannot be opened
   */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.key.isSet) return void response.writeHead(404).end();
    const refusal = this.refusalOf(request);
    if (refusal !== null) return void response.writeHead(refusal.status, refusal.headers).end();
    // The dashboard is read-only. A browser adds the password to every request for it, even if a page of another site causes the
    // request.
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    }
    this.board ??= this.open();
    response.setHeader('Content-Security-Policy', policy);
    (await this.board)(request, response);
  }

  /**
   * Returns how to refuse a request without the right password, or null if the password is right. The first request of a browser
   * never has one, and the refusal makes the browser ask for it.
   */
  private refusalOf({ headers, socket }: IncomingMessage): Refusal | null {
    const outcome = this.key.check(normalizeIp(socket.remoteAddress ?? ''), passwordOf(headers.authorization));
    if (outcome === 'right') return null;
    if (outcome !== 'wrong') return { status: 429, headers: { 'Retry-After': String(outcome.paused) } };
    return { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="queues", charset="UTF-8"' } };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.queues.map(closeQueue));
  }

  private async open(): Promise<RequestListener> {
    const [{ createBullBoard }, { BullMQAdapter }, { ExpressAdapter }, { default: express }] = await Promise.all([
      import('@bull-board/api'),
      import('@bull-board/api/bullMQAdapter'),
      import('@bull-board/express'),
      import('express'),
    ]);
    for (const { name } of registeredQueues(this.discovery)) this.queues.push(openQueue(name, this.backend));
    const serverAdapter = new ExpressAdapter();
    serverAdapter.setBasePath(dashboardPath);
    // According to its types, the adapter accepts only queues in Redis, but it works with any backend.
    const queues = this.queues.map((queue) => new BullMQAdapter(queue as unknown as Queue, { readOnlyMode: true }));
    createBullBoard({ queues, serverAdapter });
    const board = serverAdapter.getRouter() as BoardApp;
    const render = board.engines['.ejs'];
    board.engine('ejs', (path, options, done) => {
      render(path, options, (error, html) => {
        done(error, html?.replace(fontLink, ''));
      });
    });
    return express().disable('x-powered-by').use(dashboardPath, board);
  }
}

/**
 * Returns the password of a request. It is undefined if the request has no header `Authorization`.
 * @param authorization the header `Authorization`, as a browser sends it for a user name and a password; the user name is ignored
 */
function passwordOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization)?.[1] ?? '';
  return Buffer.from(encoded, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
}
