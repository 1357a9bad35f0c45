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
import { connect, HolderSession, urlOf } from './embedded/session.js';

/**
 * How long a process waits for the lock of the data folder, in milliseconds. Another process may hold the lock while it starts
 * the server, so this is longer than a start may take.
 */
const lockMs = 600_000;
const trimLogMs = 10 * 60_000;
const rejoinMs = { first: 500, last: 30_000 };

export interface EmbeddedPostgresOptions {
  /** The folder for all files of the database; it is created if it is missing. */
  readonly dataDir: string;
  /**
   * Is called with a line for the log when something rare happens: a database was created, its files were put outside the data
   * folder, or the server was restarted.
   */
  readonly log: (line: string) => void;
  /**
   * Whether the server writes safely to disk if this process starts it. It has no effect on a server that already runs. Default:
   * `full`.
   */
  readonly durability?: Durability;
  /** A signal. When it aborts, the start ends early, and the server is stopped if no other process uses it. */
  readonly stopping?: AbortSignal;
}

export interface EmbeddedPostgres {
  /** The URL of the database, with the password of a role that owns the database and may create others. */
  readonly url: string;
  /**
   * Ends this process's use of the server, and stops the server if no other process uses it. A second call only waits until the
   * first call is done.
   */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL server of a data folder, unless it already runs, and registers this process as one of its users.
 *
 * Any number of processes on one machine may use a data folder. The first one starts the server, and the last one that calls
 * `stop()` also stops the server. The server is a separate process. If all its users are killed before they call `stop()`, it
 * continues to run, and the next user finds it running.
 *
 * A process is registered as long as it has a session with the server. This session also keeps the process alive until `stop()`.
 * If the server is killed, this process starts it again, on the same port if possible.
 *
 * PostgreSQL refuses to run as root. If this process runs as root, the server runs under the account `postgres` or `nobody`. If
 * that account cannot reach the data folder, the files of the database are put into another folder, and the data folder gets a
 * link to them. Do not remove the link: without it, the next start creates a new, empty database.
 *
 * @throws EmbeddedPostgresError with a message of one line
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
      await this.#connect(cluster, this.options.stopping).catch(async (error: unknown) => {
        // If the start was to end early, the server is stopped unless other processes use it. This process holds the lock of the
        // data folder, so no other process can become a user in the meantime.
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
    // The lock is a file in the data folder. If the folder was removed, no lock is needed, because no other process can start the
    // server.
    await ((await isFolder(this.options.dataDir)) ? this.#locked(leave) : leave());
  }

  async #connect(cluster: Cluster, signal: AbortSignal): Promise<void> {
    const session = await connect(cluster, {
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
      this.options.log(
        `PostgreSQL came back on port ${port}, but this process can use only port ${this.#port}: restart this process`,
      );
    }
  }

  /**
   * Registers this process again after its session with the server was lost, and starts the server if necessary. A session is
   * lost when one of the server's processes crashes, after which the server restarts by itself, or when the whole server is
   * killed.
   */
  async #rejoin(cluster: Cluster): Promise<void> {
    const leaving = () => this.#leaving.signal.aborted;
    let logged = '';
    for (let pause = rejoinMs.first; !leaving(); pause = Math.min(2 * pause, rejoinMs.last)) {
      try {
        await this.#locked(async () => {
          if (!leaving()) await this.#connect(cluster, this.#leaving.signal);
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

  /**
   * Does the work while this process holds the lock of the data folder.
   * @param signal ends the wait for the lock when it aborts
   */
  #locked<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return withLock(join(this.options.dataDir, 'postgresql.lock'), { timeoutMs: lockMs, signal }, work);
  }
}

/**
 * Counts the other processes that use the server. This process has no session with the server, so a new one is opened for it. The
 * result is undefined if no server runs.
 */
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
