import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster, Durability } from './cluster.js';
import { EmbeddedPostgresError, explanation, hasCode } from './failure.js';
import { clusterFolder, serverLog } from './home.js';
import { disownPostmasterFile, type ServerState, serverState } from './postmaster-file.js';
import { run } from './program.js';

const limitBytes = 4 * 1024 * 1024;
const tailBytes = 2_000;
/** No link is followed: the folder belongs to another account when we are root. Absent on Windows, which has no root. */
const noFollow = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0;

/**
 * Empties the log of the server of `home` when it has grown large; a running server appends to it.
 *
 * @returns its size in bytes
 */
export async function trimLog(home: string): Promise<number> {
  const size = await withLog(home, constants.O_RDWR, async (file) => {
    const { size } = await file.stat();
    if (size <= limitBytes) return size;
    await file.truncate(0);
    return 0;
  });
  return size ?? 0;
}

/** The end of the log of the server of `home`, from `start` bytes on. */
async function writtenSince(home: string, start: number): Promise<string> {
  const text = await withLog(home, constants.O_RDONLY, async (file) => {
    const position = Math.max(start, (await file.stat()).size - tailBytes);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(tailBytes), position });
    return buffer.toString('utf8', 0, bytesRead);
  });
  return text ?? '';
}

async function withLog<T>(home: string, mode: number, work: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
  try {
    const file = await open(join(home, serverLog), mode | noFollow);
    try {
      return await work(file);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const startSeconds = 120;
const stopSeconds = 60;
const pollMs = 50;

/** Transient causes: the port was taken, another starter was faster, the last processes of a killed server are ending. */
const passing = /address already in use|lock file ".*" already exists|shared memory block .* still in use/i;

/** A sixteenth of the machine's or the container's memory: indexes that do not fit are read again for most records of an import. */
function sharedBuffersMiB(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 16;
  return Math.round(Math.min(Math.max(bytes / 2 ** 20, 128), 2_048));
}

const serverSettings: Readonly<Record<string, string | number>> = {
  cluster_name: 'data-access-service',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: `${sharedBuffersMiB()}MB`,
  // Of write-ahead log between checkpoints: after each, the first change of a page logs all of it.
  max_wal_size: '4GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: 1.1,
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_logical_replication_workers: 0,
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The log is about the server only. Failed statements are reported to their clients, and may hold personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
  log_checkpoints: 'off',
};

const notDurable = { shared_buffers: '128MB', fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** The state of the cluster's server. */
export function stateOf(cluster: Cluster): Promise<ServerState> {
  return serverState(join(cluster.home, clusterFolder));
}

interface StartOptions {
  readonly durability: Durability;
  /** Port to take if it is free; otherwise any. */
  readonly preferredPort?: number | undefined;
  /** Ends the start early; the server is then stopped. */
  readonly signal?: AbortSignal;
}

/**
 * Starts the server and waits until it accepts connections.
 *
 * @returns undefined when it runs, or one line with a transient cause
 * @throws EmbeddedPostgresError for any other cause
 */
export async function startServer(cluster: Cluster, options: StartOptions): Promise<string | undefined> {
  await disownPostmasterFile(join(cluster.home, clusterFolder));
  const logStart = await trimLog(cluster.home);
  const settings = {
    ...serverSettings,
    ...(options.durability === 'none' && notDurable),
    port: await freePort(options.preferredPort ?? 0),
  };
  const switches = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const starting = control(cluster, startSeconds, ['start', '-l', serverLog, '-o', switches.join(' ')]);
  const outcome = await stoppedBy(options.signal, cluster, starting);
  if (outcome.succeeded) return undefined;
  const written = await writtenSince(cluster.home, logStart);
  const reason = explanation(written || outcome.output);
  if (passing.test(written) || (await stateOf(cluster)).kind !== 'absent') return reason;
  throw new EmbeddedPostgresError(`PostgreSQL did not start: ${reason} (log: ${join(cluster.home, serverLog)})`);
}

/** Stops the server that is starting when the signal aborts, as soon as it can be asked to. The start then ends without success. */
async function stoppedBy<T>(signal: AbortSignal | undefined, cluster: Cluster, starting: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const stop = async (): Promise<void> => {
    while (!ended.signal.aborted && (await stateOf(cluster)).kind === 'absent') await sleep(pollMs);
    if (!ended.signal.aborted) await stopServer(cluster);
  };
  const onAbort = (): void => void stop().catch(() => undefined);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted === true) onAbort();
  try {
    return await starting;
  } finally {
    ended.abort();
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Stops the server, ending its sessions. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const outcome = await control(cluster, stopSeconds, ['stop', '-m', 'fast']);
  if (outcome.succeeded || (await stateOf(cluster)).kind === 'absent') return;
  throw new EmbeddedPostgresError(`PostgreSQL did not stop: ${explanation(outcome.output)}`);
}

function control({ binaries, home, account }: Cluster, seconds: number, command: readonly string[]) {
  const [action = '', ...rest] = command;
  const args = [action, '-D', clusterFolder, '-w', '-t', String(seconds), ...rest];
  return run(join(binaries.folder, 'pg_ctl'), args, { account, cwd: home, timeoutMs: (seconds + 15) * 1000 });
}

/** A free port: `preferred` if possible. */
async function freePort(preferred: number): Promise<number> {
  try {
    return await portOf(preferred);
  } catch (error) {
    if (preferred !== 0) return portOf(0);
    throw error;
  }
}

function portOf(requested: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(requested, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
}
