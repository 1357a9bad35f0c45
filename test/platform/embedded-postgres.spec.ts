import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import {
  answers,
  copyInto,
  eventually,
  Folders,
  homeOf,
  linkDependencies,
  query,
  UserProcess,
  withoutCopies,
} from './embedded-postgres-support.js';

const folders = new Folders();
const started: EmbeddedPostgres[] = [];
const users: UserProcess[] = [];
let program: string;
/** The data directory that tests share if they do not need a new database, because creating a database is slow. */
let dataDir: string;

beforeAll(async () => {
  program = await folders.make();
  await copyInto(program);
  await linkDependencies(program);
  dataDir = await folders.make();
});

afterEach(async () => {
  for (const user of users.splice(0)) await user.stop();
  await Promise.all(started.splice(0).map((database) => database.stop()));
});

afterAll(() => folders.remove());

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir: folder, durability: 'none', log: () => undefined });
  started.push(database);
  return database;
}

function startProcess(folder = dataDir): UserProcess {
  const user = new UserProcess(program, folder);
  users.push(user);
  return user;
}

describe('The embedded database', () => {
  it('has PostgreSQL 18, UTF-8, UTC and durable commits after its first start', async () => {
    const lines: string[] = [];
    const database = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });
    started.push(database);
    const rows = await query(
      database.url,
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding,
         current_setting('TimeZone') as zone, lower('ÄÉŁ') as lowered, current_setting('fsync') as fsync,
         current_setting('is_superuser') as superuser, current_database() as name`,
    );
    expect(rows).toEqual([
      { major: 18, encoding: 'UTF8', zone: 'UTC', lowered: 'äéł', fsync: 'on', superuser: 'off', name: 'das' },
    ]);
    expect(withoutCopies(lines)).toEqual([`creating a PostgreSQL 18 database in ${dataDir}`]);
  });

  it('lets its role install the extensions of the service and create databases', async () => {
    const { url } = await start();
    await query(url, 'create extension pg_trgm; create extension btree_gin; create extension citext');
    await query(url, 'create database another template das');
    expect(await answers(url.replace('/das?', '/another?'))).toBe(true);
  });

  it('keeps its data between runs, and runs only while a process uses it', async () => {
    const first = await start();
    await query(first.url, `create table kept as select 'yes' as word`);
    await first.stop();
    await first.stop();
    expect(await answers(first.url)).toBe(false);
    const second = await start();
    expect(await query(second.url, 'select word from kept')).toEqual([{ word: 'yes' }]);
  });

  it('can be in a directory whose long name has spaces, quotes and other special characters', async () => {
    const { url } = await start(join(await folders.make(), `Ünïcode 'n "$HOME" \`x\` ${'long'.repeat(40)}`, 'deep'));
    expect(await answers(url)).toBe(true);
  });
});

describe('The password of the embedded database', () => {
  it('is required to connect, and only the owner of the database can read it', async () => {
    const { url } = await start();
    await expect(query(url.replace(/:[0-9a-f]+@/, ':guess@'), 'select 1')).rejects.toThrow(/password authentication/);
    expect((await stat(join(homeOf(dataDir), 'password'))).mode & 0o777).toBe(0o600);
    expect((await stat(homeOf(dataDir))).mode & 0o777).toBe(0o700);
  });
});

describe('Processes that share one data directory', () => {
  it('use one server, which runs until the last of them ends', async () => {
    const first = await start();
    const second = startProcess();
    expect(await second.url()).toBe(first.url);
    await first.stop();
    expect(await answers(first.url)).toBe(true);
    await second.stop();
    expect(await answers(first.url)).toBe(false);
  });

  it('can start and stop at the same time', async () => {
    const fresh = await folders.make();
    const crowd = [startProcess(fresh), startProcess(fresh), startProcess(fresh)];
    const here = await start(fresh);
    const urls = await Promise.all(crowd.map((user) => user.url()));
    expect(urls).toEqual(Array(3).fill(here.url));
    await Promise.all([...crowd.map((user) => user.stop()), here.stop()]);
    expect(await answers(here.url)).toBe(false);
  });

  it('do not connect to a server that is stopping', async () => {
    const visit = async () => {
      for (let round = 0; round < 3; round++) {
        const database = await start();
        expect(await answers(database.url)).toBe(true);
        await database.stop();
      }
    };
    await Promise.all([visit(), visit(), visit()]);
  });

  it('do not count a killed process as a user of the server', async () => {
    const killed = startProcess();
    const { url } = await start();
    expect(await killed.url()).toBe(url);
    await killed.kill();
    const holders = `select 1 from pg_stat_activity where application_name like '%holder'`;
    await eventually(async () => (await query(url, holders)).length === 1);
    await started[0]?.stop();
    expect(await answers(url)).toBe(false);
  });

  it('find the server still running after the only process that used it was killed', async () => {
    const killed = startProcess();
    const url = await killed.url();
    await killed.kill();
    expect((await start()).url).toBe(url);
  });

  it('keep the server running when one of them gets Ctrl-C', async () => {
    const interrupted = startProcess();
    const url = await interrupted.url();
    await interrupted.kill('SIGINT');
    expect(await answers(url)).toBe(true);
    expect((await start()).url).toBe(url);
  });

  it('can start after other processes were killed during the first start', async () => {
    const fresh = await folders.make();
    for (const delay of [60, 250, 500]) {
      const user = startProcess(fresh);
      await sleep(delay);
      await user.kill();
    }
    expect(await answers((await start(fresh)).url)).toBe(true);
  });
});
