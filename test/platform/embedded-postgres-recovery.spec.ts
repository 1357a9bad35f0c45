import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { answers, eventually, Folders, homeOf, query, serverPid, withoutCopies } from './embedded-postgres-support.js';

const folders = new Folders();
const started: EmbeddedPostgres[] = [];
/** The data directory that tests share if they do not need a new database, because creating a database is slow. */
let dataDir: string;
let lines: string[];

beforeEach(() => {
  lines = [];
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((database) => database.stop()));
});

afterAll(() => folders.remove());

async function makeDataDir(): Promise<void> {
  dataDir = await folders.make();
}

async function start(durability: 'none' | 'full' = 'none'): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, durability, log: (line) => lines.push(line) });
  started.push(database);
  return database;
}

async function startAndStop(): Promise<void> {
  await (await start()).stop();
}

/** Leaves a cluster as a power failure would: with a `postmaster.pid`, but without a server. */
async function startAndKill(): Promise<string> {
  const database = await start();
  const text = await readFile(pidFile(), 'utf8');
  await database.stop();
  await writePidFile(text);
  return text;
}

/** Moves a file of the cluster away during `attempt`. */
async function without(name: string, attempt: (path: string) => Promise<void>): Promise<void> {
  const path = join(homeOf(dataDir), 'cluster', name);
  const away = join(dataDir, 'away');
  await rename(path, away);
  await attempt(path);
  await rename(away, path);
}

async function writePidFile(text: string): Promise<void> {
  const { uid, gid } = await stat(homeOf(dataDir));
  await writeFile(pidFile(), text);
  await chown(pidFile(), uid, gid);
}

function pidFile(): string {
  return join(homeOf(dataDir), 'cluster', 'postmaster.pid');
}

describe('After its server was killed or stopped, the embedded database', () => {
  beforeAll(makeDataDir);

  it('starts again on the same port and has all committed data', async () => {
    const { url } = await start('full');
    await query(url, `create table kept as select 'yes' as word`);
    process.kill(await serverPid(dataDir), 'SIGKILL');
    await eventually(() => lines.includes('PostgreSQL was interrupted and is back'));
    expect(await query(url, 'select word from kept')).toEqual([{ word: 'yes' }]);
  });

  it('counts this process as a user again, after a crash of the server has closed all sessions', async () => {
    const { url } = await start();
    const holder = `select pid from pg_stat_activity where application_name like '%holder'`;
    const [before] = await query<{ pid: number }>(url, holder);
    process.kill(before?.pid ?? NaN, 'SIGKILL');
    const present = () => query<{ pid: number }>(url, holder).catch(() => []);
    await eventually(async () => (await present()).some(({ pid }) => pid !== before?.pid));
  });

  it('starts again at the next start of the service', async () => {
    await startAndKill();
    expect(await answers((await start()).url)).toBe(true);
  });

  it.each([
    ['another process of the same account has', 'echo $$; exec sleep 60'],
    ['a zombie process of the same account has', 'sleep 0 & echo $!; exec sleep 60'],
  ])('starts again at the next start of the service, even if %s the id of the killed server', async (_, command) => {
    const stale = await startAndKill();
    const { uid, gid } = await stat(homeOf(dataDir));
    const other = spawn('sh', ['-c', command], { uid, gid });
    try {
      const [pid] = (await once(other.stdout, 'data')) as [Buffer];
      await writePidFile(stale.replace(/^\d+/, pid.toString().trim()));
      expect(await answers((await start()).url)).toBe(true);
      expect(other.exitCode).toBeNull();
    } finally {
      other.kill();
    }
  });

  it('can be stopped by a process that was using the killed server', async () => {
    const database = await start();
    process.kill(await serverPid(dataDir), 'SIGKILL');
    await database.stop();
    expect(await answers(database.url)).toBe(false);
  });

  it('starts again at the same address after a stop signal', async () => {
    const { url } = await start();
    const pid = await serverPid(dataDir);
    process.kill(pid, 'SIGTERM'); // A smart shutdown: it waits for the end of sessions and accepts no new ones.
    await eventually(async () => !(await answers(url)));
    expect((await start()).url).toBe(url);
    expect(await answers(url)).toBe(true);
    expect(await serverPid(dataDir)).not.toBe(pid);
  });
});

describe('The data directory of an embedded database', () => {
  beforeAll(makeDataDir);

  describe('succeeds', () => {
    it('is used after the files of an interrupted first start have been removed, while other files stay', async () => {
      await mkdir(join(dataDir, 'postgresql.unfinished-1234', 'cluster'), { recursive: true });
      await mkdir(join(dataDir, 'postgresql.unfinished-thesis'));
      await writeFile(join(dataDir, 'postgresql.unfinished-thesis', 'chapter-1'), 'two years of work');
      await mkdir(homeOf(dataDir));
      await startAndStop();
      expect(lines[0]).toMatch(/removed .*unfinished-1234, left by a start that was interrupted/);
      const left = withoutCopies(await readdir(dataDir)).filter((name) => !name.includes('lock'));
      expect(left.sort()).toEqual(['postgresql', 'postgresql.unfinished-thesis']);
    });

    it('is used although the log of its server has grown large, and this log is emptied', async () => {
      const log = join(homeOf(dataDir), 'server.log');
      await truncate(log, 5 * 1024 * 1024);
      await startAndStop();
      expect((await stat(log)).size).toBeLessThan(10_000);
    });
  });

  describe('is rejected', () => {
    it('is rejected with the reason from the log, in one line, if PostgreSQL cannot start', async () => {
      const reason = /^PostgreSQL did not start: .*pg_control.* \(log: .*server\.log\)$/;
      await without('global/pg_control', () => expect(start()).rejects.toThrow(reason));
    });

    it('is rejected with a message of one line if another major version of PostgreSQL made it', async () => {
      await without('PG_VERSION', async (path) => {
        await writeFile(path, '17\n');
        await expect(start()).rejects.toThrow(
          /^\S+ was made by PostgreSQL 17 and this version of the service brings .*$/,
        );
      });
    });

    it('is rejected and left unchanged if the file PG_VERSION is missing', async () => {
      const reason = /postgresql is not a database of this service, or a damaged one: move it away, or set DATA_DIR/;
      await without('PG_VERSION', () => expect(start()).rejects.toThrow(reason));
      expect(await answers((await start()).url)).toBe(true);
    });

    it('is rejected if it is a file and not a directory', async () => {
      const file = join(await folders.make(), 'file');
      await writeFile(file, '');
      const attempt = startEmbeddedPostgres({ dataDir: file, log: () => undefined });
      await expect(attempt).rejects.toThrow(`${file} is not a folder`);
    });
  });

  describe('succeeds', () => {
    it('can be removed while its server runs', async () => {
      const database = await start();
      await rm(dataDir, { recursive: true, maxRetries: 5 });
      await expect(database.stop()).resolves.toBeUndefined();
    });
  });
});
