import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, databaseName, type Durability, role } from './cluster.js';
import { EmbeddedPostgresError } from './failure.js';
import { HolderSession } from './folder-lock.js';
import { startServer, stateOf, stopServer } from './server.js';

const patienceMs = 240_000;
const pollMs = 100;
/** Where the holder sessions are: in the service's own database they would keep it from being copied or dropped. */
const maintenanceDatabase = 'postgres';

/** A session on the running server of a cluster. */
export interface Entry {
  readonly session: HolderSession;
  readonly port: number;
}

export interface EnterOptions {
  /** For a server that this call has to start. */
  readonly durability: Durability;
  /** Where the server should listen if it has to be started; undefined: any port. */
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
  const deadline = Date.now() + patienceMs;
  let { preferredPort } = options;
  let obstacle = 'it does not answer';
  while (Date.now() < deadline) {
    const { kind, port } = await stateOf(cluster);
    preferredPort = port ?? preferredPort; // where the users of a server that was killed look for it
    // A server told to stop may politely wait for its sessions to end, those of other users of this folder among them.
    if (kind === 'stopping') await stopServer(cluster);
    if (kind === 'absent') obstacle = (await startServer(cluster, { ...options, preferredPort })) ?? obstacle;
    const entry = await visit(cluster, options.onLost);
    if (entry) return entry;
    await sleep(pollMs, undefined, { signal: options.signal });
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL in ${cluster.home} is not ready after ${patienceMs / 1000} s: ${obstacle}`,
  );
}

/** Opens a session on the server as it is. Undefined: it does not accept one now. */
export async function visit(cluster: Cluster, onLost: () => void): Promise<Entry | undefined> {
  const { kind, port } = await stateOf(cluster);
  if (kind !== 'ready' || port === undefined) return undefined;
  const session = await HolderSession.open(urlOf(cluster, port, maintenanceDatabase), onLost);
  return session && { session, port };
}

/** Connection string of the service's own role. */
export function urlOf({ password }: Cluster, port: number, database = databaseName): string {
  // The server speaks no TLS; saying so keeps a PGSSLMODE of the environment out.
  return `postgresql://${role}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}
