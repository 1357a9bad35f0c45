import { spawn } from 'node:child_process';
import { readFile, readlink, realpath, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode, isAlive } from '../../processes/processes.mjs';
import type { Cluster, Durability } from './cluster.js';
import { clusterFolder, serverLog } from './home.js';
import { EmbeddedPostgresError, environment, explanation, run } from './program.js';
import { openLog, trimLog, writtenSince } from './server-log.js';

/** The state of a server, according to its file `postmaster.pid` and to the processes that run. */
export interface ServerState {
  /** Whether the server runs. A server that was killed counts as `absent`, too. */
  readonly kind: 'absent' | 'starting' | 'stopping' | 'ready';
  /** The port of the server; if the server was killed, its last port. */
  readonly port: number | undefined;
  /** The process id of the server; if the server was killed, its last process id. */
  readonly pid: number | undefined;
}

/** Line numbers in postmaster.pid, as PostgreSQL's `pidfile.h` fixes them. */
const pidLine = 0;
const portLine = 3;
const statusLine = 7;

export async function stateOf(cluster: Cluster): Promise<ServerState> {
  const folder = join(cluster.home, clusterFolder);
  const lines = await linesOf(join(folder, 'postmaster.pid'));
  const [pid, port] = [pidLine, portLine].map((line) => Number(lines[line]) || undefined);
  if (pid === undefined || !(await isPostmaster(pid, folder))) return { kind: 'absent', port, pid };
  const status = lines[statusLine]?.trim();
  return { kind: status === 'ready' || status === 'stopping' ? status : 'starting', port, pid };
}

async function linesOf(file: string): Promise<string[]> {
  try {
    return (await readFile(file, 'utf8')).split('\n');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/**
 * Whether the process with this id is the PostgreSQL server of a cluster. The id alone does not say so, because another process
 * may have got the id of a server that ended. So on Linux the working folder of the process must be that of the cluster. On macOS
 * its program must be `postgres`. On Windows only the id is checked.
 */
async function isPostmaster(pid: number, folder: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  if (process.platform !== 'linux') {
    const { output } = await run('ps', ['-o', 'comm=', '-p', String(pid)], { timeoutMs: 10_000 });
    return output.includes('postgres');
  }
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(folder));
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM')) return false;
    // The operating system may forbid looking up the working folder of the process, for example to root in a container. In that
    // case the owner of the process must be the owner of the folder.
    return (await stat(`/proc/${pid}`)).uid === (await stat(folder)).uid;
  }
}

/**
 * The memory for PostgreSQL's shared buffers: a sixteenth of the memory of the machine or container, but at least 128 MiB and at
 * most 2 GiB. If an index does not fit into the shared buffers, an import reads the index from the file system again for most
 * records.
 */
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
  // When the write-ahead log has grown to this size, PostgreSQL makes a checkpoint. The size is large so that checkpoints are
  // rare: after each checkpoint the first change of a page writes the whole page to the log.
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
  // The log contains only messages about the server itself. Errors of statements are not logged, because they may contain personal
  // data, and the clients get these errors anyway.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
  log_checkpoints: 'off',
};

const notDurable = { shared_buffers: '128MB', fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

const startMs = 120_000;
const stopSeconds = 60;
const pollMs = 50;

/**
 * Messages of PostgreSQL for problems that pass by themselves, so that another attempt to start may succeed. The port was taken,
 * another process has started the server, or processes of a killed server have not ended yet.
 */
const passing = /address already in use|lock file ".*" already exists|shared memory block .* still in use/i;

export interface StartOptions {
  readonly durability: Durability;
  /** The port that the server gets if the port is free. Otherwise it gets any free port. */
  readonly preferredPort?: number | undefined;
  /** A signal. When it aborts, the start ends early, and the server is stopped. */
  readonly signal?: AbortSignal;
}

/**
 * Starts the server and waits until it accepts connections.
 * @returns undefined when the server runs; otherwise one line with the reason, if another attempt may succeed
 * @throws EmbeddedPostgresError for any other problem
 */
export async function startServer(cluster: Cluster, options: StartOptions): Promise<string | undefined> {
  const logStart = await trimLog(cluster.home);
  const problem = await launch(cluster, options);
  if (problem === undefined) return undefined;
  const written = await writtenSince(cluster.home, logStart);
  const reason = explanation(written || problem);
  if (passing.test(written) || (await stateOf(cluster)).kind !== 'absent') return reason;
  throw new EmbeddedPostgresError(`PostgreSQL did not start: ${reason} (log: ${join(cluster.home, serverLog)})`);
}

/**
 * Runs `postgres` in a session of its own. So it continues when this process ends, and Ctrl-C in the terminal does not reach it.
 * @returns undefined when the server is ready, otherwise the reason why it is not
 */
async function launch(
  cluster: Cluster,
  { durability, preferredPort, signal }: StartOptions,
): Promise<string | undefined> {
  const { home, account, binaries } = cluster;
  const port = await freePort(preferredPort ?? 0);
  const settings = { ...serverSettings, ...(durability === 'none' && notDurable), port };
  const switches = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { kind, pid: lastPid } = await stateOf(cluster);
  const log = await openLog(cluster);
  const server = spawn(join(binaries.folder, 'postgres'), ['-D', clusterFolder, ...switches], {
    cwd: home,
    // Another process may have got the process id that a killed server had, and that `postmaster.pid` still contains. PostgreSQL
    // would then believe that the server still runs. If this variable names the id, PostgreSQL ignores that other process.
    // `pg_ctl` sets the variable, too.
    env: { ...environment, ...(kind === 'absent' && { PG_GRANDPARENT_PID: String(lastPid ?? '') }) },
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
    windowsHide: true,
    ...account,
  });
  server.unref();
  let end: string | undefined;
  server.on('error', (error) => (end = error.message));
  server.on('exit', (code, killer) => (end = `postgres ended with ${killer ?? `code ${code}`}`));
  const stop = () => server.kill('SIGINT');
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) stop();
  try {
    await log.close();
    const deadline = Date.now() + startMs;
    while (Date.now() < deadline) {
      if (end !== undefined) return end;
      const { kind, pid } = await stateOf(cluster);
      if (kind === 'ready' && pid === server.pid) return undefined;
      await sleep(pollMs);
    }
    return `no start within ${startMs / 1000} s`;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** Stops the server, ending its sessions. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const { binaries, home, account } = cluster;
  const args = ['stop', '-D', clusterFolder, '-w', '-t', String(stopSeconds), '-m', 'fast'];
  const options = { account, cwd: home, timeoutMs: (stopSeconds + 15) * 1000 };
  const { succeeded, output } = await run(join(binaries.folder, 'pg_ctl'), args, options);
  if (succeeded || (await stateOf(cluster)).kind === 'absent') return;
  throw new EmbeddedPostgresError(`PostgreSQL did not stop: ${explanation(output)}`);
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
