import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, databaseName, type Durability, role } from './cluster.js';
import { EmbeddedPostgresError } from './failure.js';
import { HolderSession } from './folder-lock.js';
import { startServer, stateOf, stopServer } from './server.js';

const timeoutMs = 240_000;
const pollMs = 100;
/** The database of the holder sessions: in the service's own they would prevent that it is copied or dropped. */
const maintenanceDatabase = 'postgres';

/** A session on the running server of a cluster. */
export interface Entry {
  readonly session: HolderSession;
  readonly port: number;
}

export interface EnterOptions {
  /** Used if this call starts the server. */
  readonly durability: Durability;
  /** The port if this call starts the server; undefined for a free port. */
  readonly preferredPort: number | undefined;
  readonly onLost: () => void;
  /** Ends the attempt early. */
  readonly signal: AbortSignal;
}

/**
 * Starts the server if it does not run, waits for one that is on its way up, and opens a session. Call it under the
 * data folder's lock.
 */
export async function enter(cluster: Cluster, options: EnterOptions): Promise<Entry> {
  const deadline = Date.now() + timeoutMs;
  let { preferredPort } = options;
  let obstacle = 'it does not answer';
  while (Date.now() < deadline) {
    options.signal.throwIfAborted();
    const { kind, port } = await stateOf(cluster);
    preferredPort = port ?? preferredPort; // the port that the users of a killed server have
    // A server with a "smart" shutdown waits for its sessions to end, also those of other users of this folder.
    if (kind === 'stopping') await stopServer(cluster);
    if (kind === 'absent') obstacle = (await startServer(cluster, { ...options, preferredPort })) ?? obstacle;
    const entry = await visit(cluster, options.onLost);
    if (entry) return entry;
    await sleep(pollMs, undefined, { signal: options.signal });
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL in ${cluster.home} is not ready after ${timeoutMs / 1000} s: ${obstacle}`,
  );
}

/** Opens a session on the running server. Undefined: it does not accept one now. */
export async function visit(cluster: Cluster, onLost: () => void): Promise<Entry | undefined> {
  const { kind, port } = await stateOf(cluster);
  if (kind !== 'ready' || port === undefined) return undefined;
  const session = await HolderSession.open(urlOf(cluster, port, maintenanceDatabase), onLost);
  return session && { session, port };
}

/** Connection string of the service's own role. */
export function urlOf({ password }: Cluster, port: number, database = databaseName): string {
  // The server has no TLS; this overrides PGSSLMODE.
  return `postgresql://${role}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}
