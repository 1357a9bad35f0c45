import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import { isTimeout, sqlStateOf } from '../../src/platform/database/statements.js';
import { inTransaction } from '../../src/platform/database/transaction.js';
import { silentLog } from '../support/service/silent-log.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

const tenant = { id: 'ours', name: 'Ours' };

let home: TestDatabase;
let database: Database;

beforeAll(async () => {
  home = await createTestDatabase();
  const name = new URL(home.url).pathname.slice(1);
  await home.database.pool.query(`alter database ${name} set timezone = 'Asia/Tokyo'`);
  database = await open(home.url);
  await database.prisma.tenant.create({ data: tenant });
});

afterAll(async () => {
  await database.onApplicationShutdown();
  await home.drop();
});

function open(databaseUrl: string): Promise<Database> {
  return Database.open({ databaseUrl, dataDir: '', databaseTimeoutMs: 1_000 }, silentLog);
}

/** Locks a row in one transaction, and returns the error of an update of this row in another one. */
async function errorOfLockedUpdate(work: () => Promise<unknown>): Promise<unknown> {
  return inTransaction(home.database.pool, async (client) => {
    await client.query('select from tenant where id = $1 for update', [tenant.id]);
    return work().catch((error: unknown) => error);
  });
}

describe('Prisma', () => {
  it.each(['the server', 'the URL'])(
    'reads and writes times correctly if another time zone is set in %s',
    async (place) => {
      const url = new URL(home.url);
      if (place === 'the URL') url.searchParams.set('options', '-c TimeZone=America/New_York');
      const zoned = await open(url.href);
      try {
        const suspendedAt = new Date('2026-01-02T03:04:05.678Z');
        await zoned.prisma.tenant.update({ where: { id: tenant.id }, data: { suspendedAt } });
        const { rows } = await home.database.pool.query(
          `select suspended_at = '2026-01-02T03:04:05.678Z'::timestamptz as is_same from tenant`,
        );
        expect(rows).toEqual([{ is_same: true }]);
        await home.database.pool.query(`update tenant set suspended_at = '2026-05-06T07:08:09Z'`);
        const read = await zoned.prisma.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
        expect(read.suspendedAt).toEqual(new Date('2026-05-06T07:08:09Z'));
      } finally {
        await zoned.onApplicationShutdown();
      }
    },
  );

  it('waits at most DATABASE_TIMEOUT_MS for a statement, even in a transaction', async () => {
    const change = { where: { id: tenant.id }, data: { name: 'Theirs' } };
    const { prisma } = database;
    expect(isTimeout(await errorOfLockedUpdate(() => prisma.tenant.update(change)))).toBe(true);
    const within = () => prisma.$transaction(async (transaction) => transaction.tenant.update(change));
    expect(isTimeout(await errorOfLockedUpdate(within))).toBe(true);
  });

  it('throws an error that counts as a timeout if a statement was cancelled, but not if a constraint was violated', async () => {
    const ended = await errorOfLockedUpdate(() =>
      database.prisma.$transaction(async (transaction) => {
        await transaction.$executeRaw`set local statement_timeout = 100`;
        await transaction.tenant.delete({ where: { id: tenant.id } });
      }),
    );
    expect(sqlStateOf(ended)).toBe('57014');
    expect(isTimeout(ended)).toBe(true);
    const refused: unknown = await database.prisma.tenant.create({ data: tenant }).catch((error: unknown) => error);
    expect(sqlStateOf(refused)).toBe('23505');
    expect(isTimeout(refused)).toBe(false);
    expect(String(refused)).not.toContain('.ts');
  });
});
