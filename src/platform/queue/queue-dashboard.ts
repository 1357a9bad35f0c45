import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { normalizeIp } from '@nestjs/throttler';
import type { Queue } from 'bullmq';
import type { Express } from 'express';
import { LRUCache } from 'lru-cache';
import { configToken, type Config } from '../config/config.js';
import { openQueue, type StoredQueue } from './bull-queues.js';
import { closeQueue, registeredQueues } from './job-queue.js';
import { QueueBackend } from './queue-backend.js';

/** The path of the dashboard. Its pages and files are below this path. */
export const dashboardPath = '/queues';

/** The link of the page to fonts of another host. It is removed, because no other host should get requests of operators. */
const fontLink = /<link href="https:[^>]*>/g;
const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** After this many wrong passwords, an address has to wait before its next one is checked. */
const maxWrongPasswords = 5;
/** How long an address has to wait after too many wrong passwords, in milliseconds. */
export const passwordPauseMs = 60_000;
/** The token under which Nest injects {@link passwordPauseMs}. */
export const passwordPauseToken = Symbol('PasswordPause');
/** How many addresses with wrong passwords are remembered. */
const maxAddresses = 10_000;

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
  /** The number of wrong passwords of each address. */
  private readonly wrongPasswords: LRUCache<string, number>;

  constructor(
    @Inject(configToken) private readonly config: Config,
    private readonly backend: QueueBackend,
    private readonly discovery: DiscoveryService,
    @Inject(passwordPauseToken) pauseMs: number,
  ) {
    this.wrongPasswords = new LRUCache({ max: maxAddresses, ttl: pauseMs });
  }

  /** Answers a request for the dashboard. @throws Error when the queue cannot be opened */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { operatorKey } = this.config;
    if (operatorKey === null) return void response.writeHead(404).end();
    const refusal = this.refusalOf(request, operatorKey);
    if (refusal !== null) return void response.writeHead(refusal.status, refusal.headers).end();
    // A browser adds the password also to requests that another site makes it send, so the dashboard is read-only.
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    }
    this.board ??= this.open();
    response.setHeader('Content-Security-Policy', policy);
    (await this.board)(request, response);
  }

  /**
   * Refuses a request without the right password. After several wrong passwords of an address, its passwords are not checked for a
   * while, so that guessing is slow. A request without a password does not count, because the first request of a browser has none.
   */
  private refusalOf({ headers, socket }: IncomingMessage, operatorKey: string): Refusal | null {
    const address = normalizeIp(socket.remoteAddress ?? '');
    const wrong = this.wrongPasswords.get(address) ?? 0;
    if (wrong >= maxWrongPasswords) {
      const seconds = Math.ceil(this.wrongPasswords.getRemainingTTL(address) / 1_000);
      return { status: 429, headers: { 'Retry-After': String(Math.max(1, seconds)) } };
    }
    if (isOperator(headers.authorization, operatorKey)) {
      this.wrongPasswords.delete(address);
      return null;
    }
    if (headers.authorization !== undefined) this.wrongPasswords.set(address, wrong + 1);
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
 * Whether the password of a request is the operator key.
 * @param authorization the header `Authorization`, as a browser sends it for a name and a password. The name does not matter.
 */
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
