import { readFileSync } from 'node:fs';
import { lstat, readFile, readlink, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { accountOfOwner, hasCode } from './failure.js';
import { writePrivateFile } from './home.js';
import { run } from './program.js';

/**
 * A text that identifies this process, but no later one with the same number: `<pid>` or, where the system has the start
 * time of a process, `<pid> <start>`.
 */
export function processIdentity(): string {
  const start = startOf(process.pid);
  return start === undefined ? String(process.pid) : `${process.pid} ${start}`;
}

/** True while the process of that identity runs. A zombie does not run. */
export function isRunning(identity: string): boolean {
  const [pid, start] = identity.split(' ');
  if (!isAlive(Number(pid))) return false;
  return start === undefined || start === startOf(Number(pid));
}

/** True when a process of any account has that number. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** Start time in clock ticks since boot, from Linux' process table; undefined on other systems and for a process that has ended. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in brackets and may hold anything: count from its closing bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** The state of a server, from the cluster's `postmaster.pid` and the process table. */
export interface ServerState {
  /** `absent` includes a server that was killed. */
  readonly kind: 'absent' | 'starting' | 'stopping' | 'ready';
  /** Its port or, when it was killed, its last port. */
  readonly port: number | undefined;
}

/** Line numbers in postmaster.pid, as PostgreSQL's `pidfile.h` fixes them. */
const pidLine = 0;
const portLine = 3;
const statusLine = 7;
/** No process ever has this number; for PostgreSQL the server has ended. */
const noProcess = 2_147_483_647;

/** Reads the state of the server of the cluster in `folder`. */
export async function serverState(folder: string): Promise<ServerState> {
  const lines = await readLines(folder);
  if (lines === undefined) return { kind: 'absent', port: undefined };
  const port = Number(lines[portLine]) || undefined;
  if (!(await isPostmaster(Number(lines[pidLine]), folder))) return { kind: 'absent', port };
  const status = lines[statusLine]?.trim();
  return { kind: status === 'ready' || status === 'stopping' ? status : 'starting', port };
}

/**
 * Makes a killed server's postmaster.pid harmless when its number now belongs to another process (or to a zombie),
 * which PostgreSQL would take for the server. The rest of the file stays: PostgreSQL needs it to see whether processes
 * of the killed server still hold its shared memory. Call it only when {@link serverState} says `absent`.
 */
export async function disownPostmasterFile(folder: string): Promise<void> {
  const lines = await readLines(folder);
  const pid = Number(lines?.[pidLine]);
  if (lines === undefined || !isAlive(pid) || (await isPostmaster(pid, folder))) return;
  const file = fileIn(folder);
  const mended = `${file}.mended`;
  await rm(mended, { force: true });
  await writePrivateFile(mended, [noProcess, ...lines.slice(1)].join('\n'), accountOfOwner(await lstat(file)));
  await rename(mended, file);
}

async function readLines(folder: string): Promise<string[] | undefined> {
  try {
    return (await readFile(fileIn(folder), 'utf8')).split('\n');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** A server's working folder is its cluster's folder, unlike that of a later process with the same number. */
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
    return hasCode(error, 'EACCES', 'EPERM'); // another account's process: PostgreSQL decides
  }
}

function fileIn(folder: string): string {
  return join(folder, 'postmaster.pid');
}
