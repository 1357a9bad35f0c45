import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { expectWorkingQueue, isRefusal } from '../queue/job-queue.js';
import { QueueBackend } from '../queue/queue-backend.js';
import { DatabaseProbe, type DatabaseState } from './database-probe.sql.js';
import { measureLatency, type Probe, unreachable } from './probe.js';

/**
 * How long the states are cached, in milliseconds. Anyone may ask for them without a rate limit, and the cache keeps these calls from
 * loading the database.
 */
const cacheMs = 1_000;

/** The timeout of the probe of a queue in PostgreSQL, in milliseconds. */
const queueConnectMs = 3_000;

/** The states of the servers that this process needs. */
interface States {
  readonly database: DatabaseState;
  /** The state of the read replica; null if none is configured. */
  readonly replica: Probe | null;
  readonly queue: QueueState;
}

interface QueueState extends Omit<Probe, 'status'> {
  /** `refuses_jobs`: the backend answers, but refuses the operations that jobs need, such as writes. */
  readonly status: Probe['status'] | 'refuses_jobs';
}

/** Probes the databases and the queue of this process, and decides from them whether it is ready. */
@Injectable()
export class Probes {
  private latest: { readonly at: number; readonly states: Promise<States> } | undefined;

  constructor(
    private readonly database: DatabaseProbe,
    private readonly queue: QueueBackend,
    private readonly discovery: DiscoveryService,
  ) {}

  states(): Promise<States> {
    const now = Date.now();
    if (this.latest === undefined || now - this.latest.at > cacheMs) this.latest = { at: now, states: this.probe() };
    return this.latest.states;
  }

  /**
   * Why this process cannot do its work; null if it can.
   * @param work what the process is asked for: to answer requests of the API, or to run jobs
   */
  async obstacleTo(work: 'requests' | 'jobs'): Promise<string | null> {
    const { database, queue } = await this.states();
    if (database.status === 'unreachable') return 'The database does not answer';
    if (work === 'jobs') return queue.status === 'ok' ? null : 'The queue does not work';
    // Nearly every request charges or stores something. Most requests work without a queue.
    return database.status === 'refuses_writes' ? 'The database refuses writes' : null;
  }

  private async probe(): Promise<States> {
    const state = this.database.state();
    const [database, replica, queue] = await Promise.all([state, this.database.replicaState(), this.queueState(state)]);
    return { database, replica, queue };
  }

  private async queueState(database: Promise<DatabaseState>): Promise<QueueState> {
    // A queue in PostgreSQL may have to open its connection first, so its probe gets more time than a ping.
    const limitMs = this.queue.kind === 'postgres' ? queueConnectMs : undefined;
    if (limitMs !== undefined && (await database).status === 'unreachable') return unreachable;
    let refusal: unknown;
    const probe = await measureLatency(
      () =>
        expectWorkingQueue(this.queue, this.discovery).catch((error: unknown) => {
          refusal = error;
          throw error;
        }),
      limitMs,
    );
    return isRefusal(refusal) ? { ...probe, status: 'refuses_jobs' } : probe;
  }
}
