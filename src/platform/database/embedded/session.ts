import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { singleLine } from '../../errors/command-error.js';
import { hasCode } from '../../processes/processes.mjs';
import { closeSession, openSession } from '../sessions.js';
import { type Cluster, databaseName, role } from './cluster.js';
import { EmbeddedPostgresError } from './program.js';
import { startServer, type StartOptions, stateOf, stopServer } from './server.js';

const timeoutMs = 240_000;
const pollMs = 100;

/** The session of a process that uses the server. */
const use = { name: 'holder', connectMs: 10_000, queryMs: 10_000 } as const;
/**
 * The sessions that mark users of the server are in this database. If they were in the database of the service, that database
 * could not be copied or dropped.
 */
const maintenanceDatabase = 'postgres';

/** Codes of errors that pass by themselves: the server is starting or stopping, or does not listen on the port yet. */
const passing = ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

/**
 * The session that marks this process as a user of the server. When the process ends, even by being killed, the operating system
 * closes the session, so the process no longer counts as a user.
 */
export class HolderSession {
  #lost = false;
  #ended = false;

  private constructor(
    readonly port: number,
    private readonly client: pg.Client,
  ) {}

  /** Opens a session with the server. The result is undefined if the server is starting, is stopping or does not run. */
  static async open(cluster: Cluster, onLost: () => void): Promise<HolderSession | undefined> {
    const { kind, port } = await stateOf(cluster);
    if (kind !== 'ready' || port === undefined) return undefined;
    try {
      const client = await openSession({ connectionString: urlOf(cluster, port, maintenanceDatabase) }, use);
      const session = new HolderSession(port, client);
      client.on('end', () => {
        session.#lost = true;
        if (!session.#ended) onLost();
      });
      return session;
    } catch (error) {
      if (hasCode(error, ...passing) || /connection terminated|timeout expired/i.test(singleLine(error)))
        return undefined;
      throw error;
    }
  }

  /** The number of other processes that use the server; undefined if the connection of this session was lost. */
  async others(): Promise<number | undefined> {
    try {
      const { rows } = await this.client.query<{ holders: number }>(
        `select count(*)::int as holders from pg_stat_activity
          where application_name = current_setting('application_name') and pid <> pg_backend_pid()`,
      );
      return rows[0]?.holders;
    } catch {
      return undefined;
    }
  }

  async end(): Promise<void> {
    this.#ended = true;
    if (!this.#lost) await closeSession(this.client);
  }
}

export interface ConnectOptions extends StartOptions {
  readonly onLost: () => void;
  readonly signal: AbortSignal;
}

/**
 * Opens a session with the server. If the server does not run, it is started; if it is starting, this call waits for it. The
 * caller must hold the lock of the data folder.
 */
export async function connect(cluster: Cluster, options: ConnectOptions): Promise<HolderSession> {
  const deadline = Date.now() + timeoutMs;
  let { preferredPort } = options;
  let obstacle = 'it does not answer';
  while (Date.now() < deadline) {
    options.signal.throwIfAborted();
    const { kind, port } = await stateOf(cluster);
    preferredPort = port ?? preferredPort; // the port that the users of a killed server have
    // A server in a "smart" shutdown waits until all its sessions have ended, also those of other users of this folder. So it is
    // stopped in a faster way here.
    if (kind === 'stopping') await stopServer(cluster);
    if (kind === 'absent') obstacle = (await startServer(cluster, { ...options, preferredPort })) ?? obstacle;
    const session = await HolderSession.open(cluster, options.onLost);
    if (session) return session;
    await sleep(pollMs, undefined, { signal: options.signal });
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL in ${cluster.home} is not ready after ${timeoutMs / 1000} s: ${obstacle}`,
  );
}

/** Connection string of the service's own role. */
export function urlOf({ password }: Cluster, port: number, database = databaseName): string {
  // The server has no TLS. The parameter `sslmode` makes sure of that even if the environment variable PGSSLMODE says something
  // else.
  return `postgresql://${role}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}
