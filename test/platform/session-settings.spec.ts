import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ImportSession } from '../../src/imports/merging/import-session.sql.js';
import { Database } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrations.js';
import { unsuitableIn, writtenInSession } from '../../src/platform/database/session-settings.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';
import { silentLog } from '../support/service/silent-log.js';
import { dropDatabase, execute } from '../support/service/test-server.mjs';

const homes: TestDatabase[] = [];

afterAll(() => Promise.all(homes.map((home) => home.drop())));

describe('A database with settings of its own', () => {
  it.each(['German, DMY', 'SQL, DMY', 'Postgres, MDY'])(
    'has its dates and times read correctly with the DateStyle %s',
    async (style) => {
      const home = await createTestDatabase();
      homes.push(home);
      await execute(home.url, `alter database ${home.name} set datestyle = ${style}`);
      await execute(home.url, `alter database ${home.name} set intervalstyle = sql_standard`);
      const database = await Database.open({ databaseUrl: home.url, dataDir: '' }, silentLog);
      try {
        const at = new Date('2026-03-05T06:07:08.000Z');
        await database.prisma.tenant.create({ data: { id: 'tenant', name: 'Tenant', createdAt: at } });
        expect((await database.prisma.tenant.findFirst())?.createdAt).toEqual(at);
        const { rows } = await database.pool.query(
          `select date '2026-03-05' as day, date '2026-03-05'::text as text, created_at, interval '1 day' as span from tenant`,
        );
        expect(rows).toEqual([{ day: '2026-03-05', text: '2026-03-05', created_at: at, span: { days: 1 } }]);
      } finally {
        await database.onApplicationShutdown();
      }
    },
  );

  it('does not give them to the sessions of imports', async () => {
    const home = await createTestDatabase();
    homes.push(home);
    for (const setting of [`datestyle = German, DMY`, `timezone = 'Asia/Tokyo'`, 'extra_float_digits = 0']) {
      await execute(home.url, `alter database ${home.name} set ${setting}`);
    }
    const session = await ImportSession.open({ connectionString: home.url }, 'several jobs');
    try {
      const [[settings] = []] = (await session.rows(`select ${writtenInSession}`, [])) as [string[]][];
      expect(settings).toContain('TimeZone=UTC');
      expect(unsuitableIn(settings ?? [])).toEqual([]);
    } finally {
      await session.close();
    }
  });
});

describe('A database in another encoding than UTF-8', () => {
  it.each(['LATIN1', 'SQL_ASCII'])('is refused before any table is made: %s', async (encoding) => {
    const { TEST_SERVER_URL: server = '', TEST_TEMPLATE: template = '' } = process.env;
    const name = template.replace('template', randomBytes(6).toString('hex'));
    await execute(server, `create database ${name} template template0 encoding '${encoding}' locale 'C'`);
    const url = new URL(server);
    url.pathname = name;
    try {
      await expect(migrate(url.href)).rejects.toThrow(`The database has the encoding ${encoding}`);
      const { rows } = await execute(url.href, `select from information_schema.tables where table_schema = 'public'`);
      expect(rows).toEqual([]);
    } finally {
      await dropDatabase(server, name);
    }
  });
});
