import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  symlink,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { singleLine } from '../../errors/command-error.js';
import { hasCode } from '../../processes/processes.mjs';
import { type Account, EmbeddedPostgresError, isRoot, run } from './program.js';

const temporaryDirectory = join(tmpdir(), `data-access-service-${process.getuid?.() ?? 'user'}`);
const systemDirectory = '/var/lib/data-access-service';

/** The directories in which the files of the database and copies of the programs may be. The first usable one is taken. */
export function directoriesFor(dataDir: string): string[] {
  return [dataDir, ...(isRoot() ? [systemDirectory] : []), temporaryDirectory];
}

/**
 * Creates a folder if it is missing, and checks that no other account could have put anything into it: it must be a real folder,
 * this account must own it, and not everyone may write to it.
 * @returns false if the folder cannot be created or does not pass the check
 */
export async function privateFolder(folder: string): Promise<boolean> {
  try {
    const created = await mkdir(folder, { recursive: true });
    if (created !== undefined) await chmod(folder, 0o711); // other accounts may pass through; mkdir applies the umask
    const found = await lstat(folder);
    if (process.getuid === undefined) return found.isDirectory();
    return found.isDirectory() && found.uid === process.getuid() && (found.mode & 0o002) === 0;
  } catch {
    return false;
  }
}

/**
 * Whether `account` may enter `folder` and all folders above it. A program tries it under that account, because the mode bits
 * alone do not show what access control lists allow.
 */
export async function isReachable(folder: string, account: Account | undefined): Promise<boolean> {
  if (account === undefined) return true;
  const trial = await run('/bin/sh', ['-c', 'cd "$0"', folder], { account, cwd: '/', timeoutMs: 10_000 });
  return trial.succeeded;
}

/**
 * Writes a new file that only `account` may read, and waits until it is on disk. The owner is changed through the open file and
 * not through its path, because the owner of the folder could in the meantime replace the file by a link.
 */
export async function writePrivateFile(path: string, text: string, account: Account | undefined): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    if (account) await file.chown(account.uid, account.gid);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The names of the files in the home of a cluster. */
export const clusterFolder = 'cluster';
export const serverLog = 'server.log';
export const databasePassword = 'password';

const homeFolder = 'postgresql';
const unfinishedPrefix = 'postgresql.unfinished-';

/**
 * Finds the home in a data folder, and returns its real path. It returns undefined if there is none. An empty home is removed.
 */
export async function existingHome(dataDir: string): Promise<string | undefined> {
  const path = join(dataDir, homeFolder);
  try {
    const home = await realpath(path);
    if ((await readdir(home)).length > 0) return home;
    await rmdir(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw unusable(path, error);
    if (!(await isLink(path))) return undefined;
    const target = await readlink(path);
    throw new EmbeddedPostgresError(
      `the database that ${path} points to, ${target}, is gone: remove the link to begin with an empty one`,
    );
  }
  return undefined;
}

/**
 * Reads a file that exists in every complete home.
 * @param name the path of the file within the home
 */
export async function readFromHome(home: string, name: string): Promise<string> {
  try {
    return await readFile(join(home, name), 'utf8');
  } catch (error) {
    throw unusable(home, error);
  }
}

function unusable(path: string, cause: unknown): unknown {
  if (hasCode(cause, 'ENOENT', 'ENOTDIR')) {
    const advice = 'move it away, or set DATA_DIR or DATABASE_URL';
    return new EmbeddedPostgresError(`${path} is not a database of this service, or a damaged one: ${advice}`, {
      cause,
    });
  }
  if (hasCode(cause, 'EACCES', 'EPERM')) {
    const advice = 'start as the user who started the service first, or set DATA_DIR';
    return new EmbeddedPostgresError(`${path} belongs to another account: ${advice}`, { cause });
  }
  return cause;
}

/**
 * Creates an empty folder for a new home, which `account` owns. If the account cannot reach the data folder, the folder is
 * created elsewhere, and the data folder gets a link to it. The folder or link has a temporary name until {@link settleHome} is
 * called.
 * @returns the path with the temporary name in the data folder
 */
export async function makeHome(
  dataDir: string,
  account: Account | undefined,
  log: (line: string) => void,
): Promise<string> {
  const unfinished = join(dataDir, unfinishedPrefix + randomBytes(6).toString('hex'));
  if (await isReachable(dataDir, account)) {
    await makeOwned(unfinished, account);
    return unfinished;
  }
  for (const directory of directoriesFor(dataDir).slice(1)) {
    if (!(await privateFolder(directory)) || !(await isReachable(directory, account))) continue;
    const elsewhere = join(directory, randomBytes(12).toString('hex'));
    await symlink(elsewhere, unfinished);
    await makeOwned(elsewhere, account);
    const warning = directory === temporaryDirectory ? ', where the system may clear it away' : '';
    log(
      `PostgreSQL cannot run as root, and its account cannot reach ${dataDir}: the database is in ${elsewhere}${warning}`,
    );
    return unfinished;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL cannot run as root, and its account can reach none of ${directoriesFor(dataDir).join(', ')}: ` +
      'start as another user, or set DATA_DIR or DATABASE_URL',
  );
}

/**
 * Renames a complete home from its temporary name to its final one. That is a single step, so no process ever sees half a home.
 * @returns its real path
 */
export async function settleHome(dataDir: string, unfinished: string): Promise<string> {
  const path = join(dataDir, homeFolder);
  await rename(unfinished, path);
  return realpath(path);
}

/**
 * Removes the folders with temporary names that interrupted starts have left. If that fails, it does no harm, because every start
 * uses a new name.
 */
export async function removeUnfinishedHomes(dataDir: string, log: (line: string) => void): Promise<void> {
  for (const name of (await readdir(dataDir)).filter((each) => each.startsWith(unfinishedPrefix))) {
    const path = join(dataDir, name);
    try {
      const target = (await isLink(path)) ? await readlink(path) : path;
      if (!(await isOurs(target, dataDir))) continue;
      await rm(target, { recursive: true, force: true, maxRetries: 5 });
      await rm(path, { recursive: true, force: true });
      log(`removed ${path}, left by a start that was interrupted`);
    } catch (error) {
      log(`${path} is left by a start that was interrupted and cannot be removed: ${singleLine(error)}`);
    }
  }
}

/**
 * Whether a folder that an interrupted start has left may be deleted. It must be in one of the directories for homes, and must
 * contain only files of a home.
 */
async function isOurs(folder: string, dataDir: string): Promise<boolean> {
  if (!directoriesFor(dataDir).includes(dirname(folder))) return false;
  try {
    return (await readdir(folder)).every((entry) => [clusterFolder, databasePassword, serverLog].includes(entry));
  } catch (error) {
    return hasCode(error, 'ENOENT');
  }
}

async function makeOwned(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (account) await chown(folder, account.uid, account.gid);
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
