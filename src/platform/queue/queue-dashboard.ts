import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Queue } from 'bullmq';
import type { Express } from 'express';
import { configToken, type Config } from '../config/config.js';
import { openQueue, type StoredQueue } from './bull-queues.js';
import { closeQueue, registeredQueues } from './job-queue.js';
import { QueueBackend } from './queue-backend.js';

/** Where the dashboard is; its pages and what they load lie below. */
export const dashboardPath = '/queues';

/** The page's link to fonts of another host, which is removed: no other host gets requests of operators. */
const fontLink = /<link href="https:[^>]*>/g;
const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

type Render = Parameters<Express['engine']>[1];
/** What Express does not declare: how it makes pages, by the ending of a template. */
type BoardApp = Express & { readonly engines: { readonly '.ejs': (...args: Parameters<Render>) => void } };

/**
 * Bull-board, which shows the jobs of all queues and changes none. For operators: it exists when a key is set, and requires
 * it as a password, because a browser can send nothing else by itself. Its library is loaded with the first request.
 */
@Injectable()
export class QueueDashboard implements OnApplicationShutdown {
  private readonly queues: StoredQueue[] = [];
  private board: Promise<RequestListener> | undefined;

  constructor(
    @Inject(configToken) private readonly config: Config,
    private readonly backend: QueueBackend,
    private readonly discovery: DiscoveryService,
  ) {}

  /** Answers a request for the dashboard. @throws Error when the queue cannot be opened */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { operatorKey } = this.config;
    if (operatorKey === null) return void response.writeHead(404).end();
    if (!isOperator(request.headers.authorization, operatorKey)) {
      return void response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="queues", charset="UTF-8"' }).end();
    }
    // A browser adds the password also to requests that another site makes it send, so the dashboard is read-only.
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    }
    this.board ??= this.open();
    response.setHeader('Content-Security-Policy', policy);
    (await this.board)(request, response);
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
    // Its type accepts the queue of Redis only, but it works with any backend.
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

/** @param authorization as the browser sends it for a password; the name before it does not matter */
function isOperator(authorization: string | undefined, operatorKey: string): boolean {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization ?? '')?.[1] ?? '';
  const password = Buffer.from(encoded, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
  return timingSafeEqual(digest(password), digest(operatorKey));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
