import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ClientBase } from 'pg';
import { advisoryLocks, holdingLock, type TransactionLock } from '../../src/platform/database/advisory-locks.js';
import { inTransaction, unlimited } from '../../src/platform/database/transaction.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

let home: TestDatabase;

beforeAll(async () => {
  home = await createTestDatabase();
  await home.database.pool.query('create table note (text text unique)');
});

beforeEach(async () => {
  await home.database.pool.query('truncate note');
});

afterAll(() => home.drop());

async function notes(): Promise<unknown[]> {
  return (await home.database.pool.query<{ text: string }>('select text from note order by text')).rows;
}

async function write(client: ClientBase, text: string): Promise<void> {
  await client.query('insert into note values ($1)', [text]);
}

/** The modes in which sessions hold an advisory lock. */
async function holders(name: keyof typeof advisoryLocks): Promise<string[]> {
  const { rows } = await home.database.pool.query<{ mode: string }>(
    `select mode from pg_locks where locktype = 'advisory' and objid = $1 and granted`,
    [advisoryLocks[name]],
  );
  return rows.map(({ mode }) => mode);
}

describe('A transaction', () => {
  it('commits successful work, and returns its result', async () => {
    const { pool } = home.database;
    expect(await inTransaction(pool, (client) => write(client, 'a').then(() => 7))).toBe(7);
    expect(await notes()).toEqual([{ text: 'a' }]);
  });

  it('has its own settings until it ends, and leaves those of the connection as they were', async () => {
    const { pool } = home.database;
    const settings = `select current_setting('statement_timeout') as time, current_setting('transaction_read_only') as reads`;
    const inside = await inTransaction(pool, (client) => client.query(settings), {
      access: 'read only',
      local: unlimited,
    });
    expect(inside.rows).toEqual([{ time: '0', reads: 'on' }]);
    expect((await pool.query(settings)).rows).toEqual([{ time: '30s', reads: 'off' }]);
  });

  it.each(['alone', 'shared'] as const)('holds its advisory lock %s until it ends', async (mode) => {
    const lock: TransactionLock = { name: 'erasure', mode };
    const during = await inTransaction(home.database.pool, () => holders('erasure'), { lock });
    expect(during).toEqual([mode === 'alone' ? 'ExclusiveLock' : 'ShareLock']);
    expect(await holders('erasure')).toEqual([]);
  });
});

describe('A transaction whose work fails', () => {
  it('is rolled back, and fails with the error of the work', async () => {
    const { pool } = home.database;
    const failing = inTransaction(pool, async (client) => {
      await write(client, 'a');
      await write(client, 'a');
    });
    await expect(failing).rejects.toThrow('duplicate key');
    expect(await notes()).toEqual([]);
    expect(pool.totalCount).toBe(pool.idleCount);
  });

  it('closes its lost connection, and fails with the error of the work', async () => {
    const { pool } = home.database;
    const before = pool.totalCount;
    let lost: ClientBase | undefined;
    const failing = inTransaction(pool, async (client) => {
      lost = client;
      await client.query('select pg_terminate_backend(pg_backend_pid())');
    });
    await expect(failing).rejects.toThrow('terminating connection');
    expect(pool.totalCount).toBeLessThanOrEqual(before);
    const next = await pool.connect();
    expect(next).not.toBe(lost);
    next.release();
  });
});

describe('Advisory locks', () => {
  it('have distinct numbers', () => {
    const numbers = Object.values(advisoryLocks);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('are held by holdingLock while its work runs, and released afterwards', async () => {
    const during = await holdingLock(home.database.pool, 'demo', () => holders('demo'));
    expect(during).toEqual(['ExclusiveLock']);
    await expect(
      holdingLock(home.database.pool, 'demo', async () => {
        expect(await holders('demo')).toEqual(['ExclusiveLock']);
        throw new Error('it failed');
      }),
    ).rejects.toThrow('it failed');
  });
});
