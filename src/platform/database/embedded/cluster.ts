import { randomBytes } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, usableBinaries } from './binaries.js';
import {
  clusterFolder,
  existingHome,
  makeHome,
  databasePassword,
  directoriesFor,
  readFromHome,
  removeUnfinishedHomes,
  settleHome,
  writePrivateFile,
} from './home.js';
import {
  type Account,
  accountForNewCluster,
  accountOfOwner,
  EmbeddedPostgresError,
  isRoot,
  runOrThrow,
} from './program.js';

export const databaseName = 'das';
export const role = 'das';

const initdbMs = 180_000;
const creating = 'creating the database';

/**
 * With `full`, committed data survives a power failure. With `none` it may be lost, but writing is faster; this is for temporary
 * databases.
 */
export type Durability = 'full' | 'none';

/** The files of a PostgreSQL server on disk (in PostgreSQL's terms a cluster), and what is needed to run the server. */
export interface Cluster {
  /** The real path of the folder that contains `cluster/`, `password` and `server.log`, called the home. */
  readonly home: string;
  /** The account of the operating system under which the server runs; undefined if it is the account of this process. */
  readonly account: Account | undefined;
  readonly binaries: Binaries;
  readonly password: string;
}

export interface ClusterOptions {
  /** Real path of an existing folder. */
  readonly dataDir: string;
  readonly durability: Durability;
  readonly log: (line: string) => void;
  /** A signal. When it aborts, the creation ends early, and none of the files remain. */
  readonly stopping?: AbortSignal;
}

/** Opens the cluster of a data folder, and creates it if there is none. The caller must hold the lock of the folder. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  await removeUnfinishedHomes(options.dataDir, options.log);
  const home = await existingHome(options.dataDir);
  if (home === undefined) return createCluster(options);
  const major = (await readFromHome(home, join(clusterFolder, 'PG_VERSION'))).trim();
  const account = accountOfOwner(await stat(home));
  if (account === undefined && isRoot()) {
    throw new EmbeddedPostgresError(
      `${home} belongs to root, and PostgreSQL cannot run as root: give it to another account with chown -R`,
    );
  }
  const binaries = await usableBinaries(account, directoriesFor(options.dataDir), options.log);
  if (major !== binaries.major) {
    throw new EmbeddedPostgresError(
      `${home} was made by PostgreSQL ${major} and this version of the service brings PostgreSQL ${binaries.major}: ` +
        'start the service version that made it and move the data with pg_dump, or set DATA_DIR to a new folder',
    );
  }
  return { home, account, binaries, password: await readFromHome(home, databasePassword) };
}

async function createCluster({ dataDir, durability, log, stopping }: ClusterOptions): Promise<Cluster> {
  const account = await accountForNewCluster();
  const binaries = await usableBinaries(account, directoriesFor(dataDir), log);
  log(`creating a PostgreSQL ${binaries.major} database in ${dataDir}`);
  const unfinished = await makeHome(dataDir, account, log);
  const password = randomBytes(24).toString('hex');
  const cluster = { home: await realpath(unfinished), account, binaries, password };
  try {
    await writePrivateFile(join(cluster.home, databasePassword), password, account);
    await initialise(cluster, durability, stopping);
  } catch (error) {
    await removeUnfinishedHomes(dataDir, () => undefined);
    throw error;
  }
  return { ...cluster, home: await settleHome(dataDir, unfinished) };
}

async function initialise(
  { home, account, binaries, password }: Cluster,
  durability: Durability,
  signal: AbortSignal | undefined,
): Promise<void> {
  const options = { account, cwd: home, timeoutMs: initdbMs, ...(signal && { signal }) };
  // The names of files are relative, because PostgreSQL's programs pass their arguments through a shell, in which characters of
  // an absolute path could have a special meaning.
  const initdb = [
    '-D',
    clusterFolder,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${databasePassword}`,
    '-E',
    'UTF8',
  ];
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'];
  const sync = durability === 'none' ? ['--no-sync'] : [];
  await runOrThrow(creating, join(binaries.folder, 'initdb'), [...initdb, ...locale, ...sync], options);
  // The role of the service is not a superuser, because it is usually none on a managed server either. So code that needs a
  // superuser fails here, too.
  const single = [
    '--single',
    '-D',
    clusterFolder,
    '-c',
    'exit_on_error=on',
    '-c',
    'log_min_messages=fatal',
    // Many iterations make it hard to guess a password that a person has chosen. The password here is random, so they would only
    // make each new session expensive.
    '-c',
    'scram_iterations=1',
    'postgres',
  ];
  const statements = [
    `create role ${role} login createdb password '${password}'`,
    `create database ${databaseName} owner ${role}`,
  ];
  const input = statements.join('\n') + '\n';
  await runOrThrow(creating, join(binaries.folder, 'postgres'), single, { ...options, input });
}
