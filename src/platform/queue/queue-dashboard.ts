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

/** The path of the dashboard. Its pages and files are below this path. */
export const dashboardPath = '/queues';

/** The link of the page to fonts of another host. It is removed, because no other host should get requests of operators. */
const fontLink = /<link href="https:[^>]*>/g;
const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

interface Refusal {
  readonly status: 401 | 429;
  readonly headers: Readonly<Record<string, string>>;
}

type Render = Parameters<Express['engine']>[1];
/** The part of an Express application that its types do not declare: the template engines, by file extension. */
type BoardApp = Express & { readonly engines: { readonly '.ejs': (...args: Parameters<Render>) => void } };

/**
 * Shows the jobs of all queues with the library Bull-board, and changes none. It is for operators, and exists only if
 * an operator key is set. Browsers send the key as a password, because they can send nothing else without a program.
 * The library is loaded with the first request.
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

  /** Answers a request for the dashboard. @throws Error when the queue cannot be opened */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.key.isSet) return void response.writeHead(404).end();
    const refusal = this.refusalOf(request);
    if (refusal !== null) return void response.writeHead(refusal.status, refusal.headers).end();
    // A browser adds the password also to requests that another site makes it send, so the dashboard is read-only.
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    }
    this.board ??= this.open();
    response.setHeader('Content-Security-Policy', policy);
    (await this.board)(request, response);
  }

  /** Refuses a request without the right password. The first request of a browser has none. */
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
    // The types of the adapter allow only queues in Redis, but the adapter works with any backend.
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
 * The password of a request; undefined for a request without the header.
 * @param authorization the header `Authorization`, as a browser sends it for a name and a password. The name does not matter.
 */
function passwordOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization)?.[1] ?? '';
  return Buffer.from(encoded, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
}
