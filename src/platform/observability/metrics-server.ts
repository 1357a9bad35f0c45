import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { collectDefaultMetrics } from 'prom-client';
import { configToken, type Config } from '../config/config.js';
import { metricsListeners, unusable } from '../config/ports.js';
import { Database } from '../database/database.js';
import { singleLine } from '../errors/command-error.js';
import { type JobQueue, registeredQueues } from '../queue/job-queue.js';
import { dashboardPath, QueueDashboard } from '../queue/queue-dashboard.js';
import { Metrics, type GaugeValue } from './metrics.js';
import { Probes } from './probes.js';

const path = '/metrics';
const readyPath = '/ready';

/** Timeouts of slow and idle clients, in milliseconds. */
const timeouts = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 2_000 };

/**
 * Serves the metrics on a port of their own, so that clients of the API cannot reach them. A request for them needs no key,
 * because the operator controls who can reach the port.
 */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(MetricsServer.name);
  private server: Server | null = null;

  constructor(
    @Inject(configToken) private readonly config: Config,
    private readonly metrics: Metrics,
    private readonly dashboard: QueueDashboard,
    private readonly probes: Probes,
  ) {}

  /** The URL of the metrics; null if they are not served. */
  get url(): string | null {
    if (this.server === null) return null;
    const { address, family, port } = this.server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}${path}`;
  }

  /**
   * Begins to serve the metrics when the process has started.
   * @throws Error with a message of one line if the port cannot be used; the process then does not start
   */
  async onApplicationBootstrap(): Promise<void> {
    const [listener] = metricsListeners(this.config);
    if (listener === undefined) return;
    collectDefaultMetrics({ register: this.metrics.registry });
    const server = createServer(timeouts, (request, response) => void this.answer(request, response));
    try {
      await once(server.listen(listener.port, listener.host), 'listening');
    } catch (error) {
      throw unusable(listener, error);
    }
    this.server = server;
    this.logger.log(`Metrics at ${String(this.url)}`);
  }

  /** Closes the server. Running scrapes are dropped. */
  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const asked = url.split('?')[0] ?? '';
    if (asked === '/') {
      this.showLinks(response);
      return;
    }
    if (asked === readyPath) return this.answerReadiness(response);
    if (asked === dashboardPath || asked.startsWith(`${dashboardPath}/`)) return this.showQueues(request, response);
    if (asked !== path) return void response.writeHead(404).end();
    if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    try {
      const { contentType } = this.metrics.registry;
      response.writeHead(200, { 'Content-Type': contentType }).end(await this.metrics.exposition());
    } catch (error) {
      this.logger.error(`The metrics cannot be read: ${singleLine(error)}`);
      response.destroy();
    }
  }

  /** Sends a page with links, for a person who opens the port in a browser. */
  private showLinks(response: ServerResponse): void {
    const paths = [path, readyPath, ...(this.config.operatorKey === null ? [] : [dashboardPath])];
    const links = paths.map((each) => `<li><a href="${each}">${each}</a></li>`).join('');
    const page = `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Data Access Service</title><ul>${links}</ul>\n`;
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
  }

  /**
   * Answers `/ready`, by which an orchestrator such as Kubernetes sees whether this process can work. It answers 503 if the
   * database does not answer, or if the queue does not work.
   */
  private async answerReadiness(response: ServerResponse): Promise<void> {
    const [code, status] = (await this.probes.obstacleTo('jobs')) === null ? [200, 'ready'] : [503, 'unavailable'];
    response.writeHead(code, { 'Content-Type': 'application/json' }).end(`${JSON.stringify({ status })}\n`);
  }

  private async showQueues(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.dashboard.answer(request, response);
    } catch (error) {
      this.logger.error(`The queues cannot be shown: ${singleLine(error)}`);
      response.destroy();
    }
  }
}

/**
 * After PostgreSQL has refused to write, the gauge `database_refuses_writes` stays 1 for this time, in milliseconds. That is
 * longer than the usual interval between two scrapes, and longer than the 30 seconds between two trial writes, which requests for
 * `/ready` cause.
 */
const refusalMs = 45_000;

/** Gauges about the databases and the job queues. */
@Injectable()
export class PlatformGauges {
  constructor(
    metrics: Metrics,
    private readonly database: Database,
    private readonly discovery: DiscoveryService,
  ) {
    metrics.memoryGauge(
      { name: 'database_pool_connections', help: 'Connections of the pool to PostgreSQL', labelNames: ['state'] },
      () => this.connections(),
    );
    metrics.memoryGauge(
      { name: 'database_pool_waiting', help: 'Statements that wait for a connection of the pool' },
      () => [{ value: this.database.pool.waitingCount }],
    );
    metrics.memoryGauge(
      { name: 'database_refuses_writes', help: '1 while PostgreSQL answers and refuses to write, else 0' },
      () => [{ value: this.database.watch.sinceRefusedWrite < refusalMs ? 1 : 0 }],
    );
    metrics.gauge(
      { name: 'database_replica_lag_bytes', help: 'Bytes of changes that the read replica has not replayed yet' },
      async () => {
        const bytes = (await this.database.replica?.lagBytes()) ?? null;
        return bytes === null ? [] : [{ value: bytes }];
      },
    );
    metrics.gauge(
      { name: 'job_queue_waiting_jobs', help: 'Jobs that no worker has begun', labelNames: ['queue'] },
      this.ofEachQueue((queue) => queue.waiting()),
    );
    metrics.gauge(
      {
        name: 'job_queue_oldest_waiting_seconds',
        help: 'Age of the oldest job that no worker has begun; 0 if no job waits',
        labelNames: ['queue'],
      },
      this.ofEachQueue((queue) => queue.oldestWaitingSeconds()),
    );
  }

  private connections(): readonly GaugeValue<'state'>[] {
    const { totalCount, idleCount } = this.database.pool;
    return [
      { labels: { state: 'idle' }, value: idleCount },
      { labels: { state: 'busy' }, value: totalCount - idleCount },
    ];
  }

  private ofEachQueue(ask: (queue: JobQueue) => Promise<number>): () => Promise<readonly GaugeValue<'queue'>[]> {
    return () => {
      const queues = registeredQueues(this.discovery);
      return Promise.all(queues.map(async (queue) => ({ labels: { queue: queue.name }, value: await ask(queue) })));
    };
  }
}
