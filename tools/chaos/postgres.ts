import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, openCluster } from '#dist/platform/database/embedded/cluster';
import { startServer, stateOf, stopServer } from '#dist/platform/database/embedded/server';
import { urlOf } from '#dist/platform/database/embedded/session';
import type { Random } from '../random.js';

const startTimeoutMs = 120_000;
const answerTimeoutMs = 60_000;
const pollMs = 100;

/** A database that runs statements. */
export type Queryable = Pick<ChaosPostgres, 'query'>;

/**
 * An embedded PostgreSQL server that can be killed and started again. It writes with fsync. No process of the service starts it again.
 */
export class ChaosPostgres {
  url = '';
  readonly #cluster: Cluster;
  #starting: Promise<boolean> | undefined;
  #isClosed = false;

  private constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** Starts a server on an empty folder, which its account must be able to enter. */
  static async open(dataDir: string): Promise<ChaosPostgres> {
    const postgres = new ChaosPostgres(await openCluster({ dataDir, durability: 'full', log: () => undefined }));
    await postgres.start();
    return postgres;
  }

  /**
   * Starts the server. While remains of a killed server prevent the start, it is tried again.
   * @returns whether the URL is the same as before the start
   */
  start(): Promise<boolean> {
    this.#starting = this.#start();
    return this.#starting;
  }

  /** Kills the postmaster and all other processes of the server with SIGKILL. */
  async kill(): Promise<void> {
    await this.waitForAnswer();
    const postmaster = await this.#postmaster();
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      // A postmaster that is paused starts no further process. Such a process would not be killed, and could wait forever for a lock that a
      // killed process had. As long as it waits, no new server can start.
      signalAll([postmaster], 'SIGSTOP');
      const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
      signalAll(rows.map(({ pid }) => pid));
    } finally {
      signalAll([postmaster]);
      await client.end().catch(() => undefined);
    }
  }

  /**
   * Kills the process of one session. The server then ends all other sessions and recovers by itself.
   * @returns whether there was a session to kill
   */
  async killSession(random: Random): Promise<boolean> {
    await this.waitForAnswer();
    const sessions = await this.query<{ pid: number }>(
      `select pid from pg_stat_activity
        where pid <> pg_backend_pid() and backend_type = 'client backend' and usename = current_user`,
    );
    const session = random.pickIfAny(sessions)?.pid;
    if (session === undefined) return false;
    signalAll([session]);
    await this.waitForAnswer();
    return true;
  }

  async waitForAnswer(): Promise<void> {
    const deadline = Date.now() + answerTimeoutMs;
    for (;;) {
      try {
        await this.query('select 1');
        return;
      } catch (error) {
        if (this.#isClosed || Date.now() > deadline) throw error;
        await sleep(pollMs);
      }
    }
  }

  /** Runs a statement in a separate session. */
  query<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return queryAt(this.url, sql, values);
  }

  /** Ends the server, in whatever state it is. With `remove` its files are deleted, also those outside of `dataDir`. */
  async close(files: 'keep' | 'remove'): Promise<void> {
    this.#isClosed = true;
    await this.#starting?.catch(() => undefined);
    await stopServer(this.#cluster).catch(() => this.kill());
    if (files === 'remove') await rm(this.#cluster.home, { recursive: true, force: true, maxRetries: 5 });
  }

  async #start(): Promise<boolean> {
    const before = this.url;
    const preferredPort = before === '' ? undefined : Number(new URL(before).port);
    await this.#startServer(preferredPort);
    const { port } = await stateOf(this.#cluster);
    if (port === undefined) throw new Error('PostgreSQL has started without a port');
    this.url = urlOf(this.#cluster, port);
    return before === this.url;
  }

  async #startServer(preferredPort: number | undefined): Promise<void> {
    const deadline = Date.now() + startTimeoutMs;
    while (!this.#isClosed) {
      const obstacle = await startServer(this.#cluster, {
        durability: 'full',
        ...(preferredPort === undefined ? {} : { preferredPort }),
      });
      if (obstacle === undefined) return;
      if (Date.now() > deadline) throw new Error(`PostgreSQL does not start: ${obstacle}`);
      await sleep(pollMs);
    }
  }

  async #postmaster(): Promise<number> {
    return Number.parseInt(await readFile(join(this.#cluster.home, 'cluster', 'postmaster.pid'), 'utf8'), 10);
  }
}

/** Runs a statement in a separate session of the database. */
export async function queryAt<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  // If the session is killed, the statement fails, too, so this event can be ignored.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function signalAll(pids: readonly number[], signal: 'SIGKILL' | 'SIGSTOP' = 'SIGKILL'): void {
  for (const pid of pids) {
    try {
      if (pid > 0) process.kill(pid, signal);
    } catch (error) {
      // ESRCH means that the process has already ended.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
