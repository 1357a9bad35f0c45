import { mkdir, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { singleLine } from '../errors/command-error.js';
import { withLock } from '../processes/lock.mjs';
import { hasCode } from '../processes/processes.mjs';
import { type Cluster, type Durability, openCluster } from './embedded/cluster.js';
import { EmbeddedPostgresError } from './embedded/program.js';
import { stopServer } from './embedded/server.js';
import { trimLog } from './embedded/server-log.js';
import { enter, HolderSession, urlOf } from './embedded/session.js';

/** Longer than the holder of the lock may take to start the server. */
const lockMs = 600_000;
const trimLogMs = 10 * 60_000;
const rejoinMs = { first: 500, last: 30_000 };

export interface EmbeddedPostgresOptions {
  /** Folder for all that the database needs; created when missing. */
  readonly dataDir: string;
  /** Receives lines about rare events: a database created, files put elsewhere, a server started again. */
  readonly log: (line: string) => void;
  /** Applies when this process starts the server; it has no effect on a running one. Default: `full`. */
  readonly durability?: Durability;
  /** Ends the start early: a server that no other process uses is then stopped again. */
  readonly stopping?: AbortSignal;
}

export interface EmbeddedPostgres {
  /** Connection string, password included, of a role that owns the database and may create others. */
  readonly url: string;
  /** Leaves the server, and stops it when no other process uses it. Calling it again waits for the same end. */
  stop(): Promise<void>;
}

/**
 * Makes sure that the PostgreSQL server of a data folder runs, and counts this process among its users.
 *
 * Any number of processes may use one folder: the first starts the server, the last to stop stops it. The server is
 * a separate process. If all its users are killed before `stop()`, it continues to run, and the next start uses it. Until
 * `stop()`, one open session keeps this process alive and counted. If the server is killed, this process starts
 * it again on the same port.
 *
 * Run by root, the server works under the account `postgres` or `nobody`. Where that account cannot reach the data
 * folder, the files lie elsewhere and the data folder holds a link to them: without the link, the next start makes a
 * new database. All users of a folder must run on one machine.
 *
 * @throws EmbeddedPostgresError with one readable line
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    const dataDir = await makeDataDir(options.dataDir);
    const membership = new Membership({
      durability: 'full',
      stopping: new AbortController().signal,
      ...options,
      dataDir,
    });
    await membership.join();
    return membership;
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(`the embedded database cannot be used: ${singleLine(error)}`, { cause: error });
  }
}

class Membership implements EmbeddedPostgres {
  url = '';
  #port: number | undefined;
  #cluster: Cluster | undefined;
  #session: HolderSession | undefined;
  #trimming: NodeJS.Timeout | undefined;
  #stopped: Promise<void> | undefined;
  readonly #leaving = new AbortController();

  constructor(private readonly options: Required<EmbeddedPostgresOptions>) {}

  async join(): Promise<void> {
    await this.#locked(async () => {
      const cluster = await openCluster(this.options);
      await this.#enter(cluster, this.options.stopping).catch(async (error: unknown) => {
        // The lock is held: while the server is on its way up, no other process can have entered it.
        if (this.options.stopping.aborted && !((await othersOnNewSession(cluster)) ?? 0)) await stopServer(cluster);
        throw error;
      });
      this.#cluster = cluster;
      this.#trimming = setInterval(() => void trimLog(cluster.home).catch(() => undefined), trimLogMs).unref();
    }, this.options.stopping);
  }

  stop(): Promise<void> {
    this.#leaving.abort();
    this.#stopped ??= this.#leave();
    return this.#stopped;
  }

  async #leave(): Promise<void> {
    clearInterval(this.#trimming);
    const leave = async () => {
      if (this.#cluster === undefined) return;
      const others = (await this.#session?.others()) ?? (await othersOnNewSession(this.#cluster));
      await this.#session?.end();
      if (others === 0) await stopServer(this.#cluster);
    };
    // Without the folder no other process can start.
    await ((await isFolder(this.options.dataDir)) ? this.#locked(leave) : leave());
  }

  async #enter(cluster: Cluster, signal: AbortSignal): Promise<void> {
    const session = await enter(cluster, {
      durability: this.options.durability,
      preferredPort: this.#port,
      onLost: () => void this.#rejoin(cluster),
      signal,
    });
    const { port } = session;
    this.#session = session;
    if (this.#port === undefined) {
      this.#port = port;
      this.url = urlOf(cluster, port);
    } else if (this.#port !== port) {
      this.options.log(`PostgreSQL came back on port ${port} instead of ${this.#port}: restart this process`);
    }
  }

  /** The session was lost: the server lost one of its processes and restarts by itself, or it was killed. */
  async #rejoin(cluster: Cluster): Promise<void> {
    const leaving = () => this.#leaving.signal.aborted;
    let logged = '';
    for (let pause = rejoinMs.first; !leaving(); pause = Math.min(2 * pause, rejoinMs.last)) {
      try {
        await this.#locked(async () => {
          if (!leaving()) await this.#enter(cluster, this.#leaving.signal);
        });
        if (!leaving()) this.options.log('PostgreSQL was interrupted and is back');
        return;
      } catch (error) {
        if (leaving()) return;
        if (logged !== singleLine(error))
          this.options.log(`PostgreSQL was interrupted and is not back: ${singleLine(error)}`);
        logged = singleLine(error);
        await sleep(pause, undefined, { ref: false });
      }
    }
  }

  /** @param signal ends the wait for the lock */
  #locked<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return withLock(join(this.options.dataDir, 'postgresql.lock'), { timeoutMs: lockMs, signal }, work);
  }
}

/** Opens a new session after a lost one; undefined if no server is running. */
async function othersOnNewSession(cluster: Cluster): Promise<number | undefined> {
  const session = await HolderSession.open(cluster, () => undefined);
  const others = await session?.others();
  await session?.end();
  return others;
}

async function makeDataDir(requested: string): Promise<string> {
  const path = resolve(requested);
  try {
    await mkdir(path, { recursive: true });
    return await realpath(path);
  } catch (error) {
    if (hasCode(error, 'EEXIST', 'ENOTDIR')) throw new EmbeddedPostgresError(`${path} is not a folder`);
    throw new EmbeddedPostgresError(`the data folder ${path} cannot be created: ${singleLine(error)}`, {
      cause: error,
    });
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
