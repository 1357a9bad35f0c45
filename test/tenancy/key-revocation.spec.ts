import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { digestApiKey, generateApiKey } from '../../src/platform/auth/api-key.js';
import { Pepper } from '../../src/platform/auth/pepper.sql.js';
import { KeyService } from '../../src/tenancy/tenants/key.service.js';
import { advanceDate, restoreDate } from '../support/service/clock.js';
import { call } from '../support/http/http.js';
import { eventually } from '../support/service/eventually.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;
/** A second service in this process, which shares only the database. */
let other: TestService;
let keys: KeyService;

beforeAll(async () => {
  service = await startTestService();
  other = await startTestService({ sharing: service });
  keys = service.app.get(KeyService, { strict: false });
});

afterAll(async () => {
  await other.close();
  await service.close();
});

async function statusAt({ baseUrl }: TestService, apiKey: string): Promise<number> {
  const body = { companies: [{ website: 'acme.example' }], fields: ['name'] };
  return (await call(`${baseUrl}/v1/company/enrich`, { apiKey, body })).status;
}

async function statuses(apiKey: string): Promise<number[]> {
  return Promise.all([statusAt(service, apiKey), statusAt(other, apiKey)]);
}

async function areRefused(apiKey: string): Promise<boolean> {
  return (await statuses(apiKey)).every((status) => status === 401);
}

/** A key in the caches of both services. */
async function knownKey(): Promise<{ keyId: string; apiKey: string }> {
  const issued = await service.issueKey('acme');
  expect(await statuses(issued.apiKey)).toEqual([200, 200]);
  return issued;
}

const run = (sql: string, values: unknown[] = []) => service.database.pool.query(sql, values);

/** The backend process ids of the sessions that listen for key changes. */
async function listeners(): Promise<number[]> {
  const { rows } = await service.database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
      where datname = current_database() and application_name like '% keys' and query ilike 'listen%' order by pid`,
  );
  return rows.map(({ pid }) => pid);
}

/** Terminates the listening sessions of both services, and waits for their end. */
async function cutSessions(): Promise<void> {
  await run('select pg_terminate_backend(pid, 5000) from unnest($1::int[]) as pid', [await listeners()]);
}

/** Allows or rejects new sessions; open ones stay. */
async function letSessionsIn(isAllowed: 'true' | 'false'): Promise<void> {
  const server = new pg.Client({ connectionString: process.env.TEST_SERVER_URL });
  await server.connect();
  await server.query(`alter database ${new URL(service.databaseUrl).pathname.slice(1)} allow_connections ${isAllowed}`);
  await server.end();
}

/** Whether both services have a new listening session. */
async function haveReturned(before: readonly number[]): Promise<boolean> {
  const now = await listeners();
  return now.length === 2 && now.every((pid) => !before.includes(pid));
}

describe('A revoked or deleted key', () => {
  it('is rejected at once in all processes', async () => {
    const { keyId, apiKey } = await knownKey();
    await keys.revoke(keyId);
    await eventually(() => areRefused(apiKey));
  });

  it('is rejected at once after a revocation in SQL', async () => {
    const { keyId, apiKey } = await knownKey();
    await run('update api_key set revoked_at = now() where id = $1', [keyId]);
    await eventually(() => areRefused(apiKey));
  });

  it('is rejected at once after its deletion, alone or with its tenant', async () => {
    const [alone, withTenant] = [await knownKey(), await service.issueKey('gone')];
    expect(await statuses(withTenant.apiKey)).toEqual([200, 200]);
    await run('delete from api_key where id = $1', [alone.keyId]);
    await run(`delete from credit_account where tenant_id = 'gone'`);
    await run(`delete from tenant where id = 'gone'`);
    await eventually(async () => (await areRefused(alone.apiKey)) && (await areRefused(withTenant.apiKey)));
  });

  it('does not affect other keys of its tenant', async () => {
    const [revoked, kept] = [await knownKey(), await knownKey()];
    await keys.revoke(revoked.keyId);
    await eventually(() => areRefused(revoked.apiKey));
    expect(await statuses(kept.apiKey)).toEqual([200, 200]);
  });

  it('is rejected even if it was revoked while the sessions that listen for changes were lost', async () => {
    const [before, meanwhile] = [await knownKey(), await knownKey()];
    await letSessionsIn('false');
    try {
      await cutSessions();
      await keys.revoke(before.keyId);
      await eventually(() => areRefused(before.apiKey));
      // The key is read after the sessions were lost, and revoked before they are back.
      expect(await statuses(meanwhile.apiKey)).toEqual([200, 200]);
      await keys.revoke(meanwhile.keyId);
    } finally {
      await letSessionsIn('true');
    }
    await eventually(() => areRefused(meanwhile.apiKey));
    await eventually(() => haveReturned([]));
  });

  it('is rejected at once when the sessions that listen for changes are back after a loss', async () => {
    const before = await listeners();
    await cutSessions();
    await eventually(() => haveReturned(before));
    const { keyId, apiKey } = await knownKey();
    await keys.revoke(keyId);
    await eventually(() => areRefused(apiKey));
  });
});

describe('The cache of keys', () => {
  /** Disables notifications, so that only the cache lifetime or a lost session reveals a change. */
  beforeEach(() => run('alter table api_key disable trigger api_key_changed'));

  afterEach(async () => {
    restoreDate();
    await run('alter table api_key enable trigger api_key_changed');
  });

  async function revokeUnheard(keyId: string): Promise<void> {
    await run('update api_key set revoked_at = now() where id = $1', [keyId]);
  }

  it('drops its entries when the session that listens for changes is lost', async () => {
    const before = await listeners();
    const { keyId, apiKey } = await knownKey();
    await revokeUnheard(keyId);
    expect(await statuses(apiKey)).toEqual([200, 200]);
    await cutSessions();
    await eventually(() => areRefused(apiKey));
    await eventually(() => haveReturned(before));
  });

  it('refreshes its entries in the background after ten seconds', async () => {
    const { keyId, apiKey } = await knownKey();
    await revokeUnheard(keyId);
    advanceDate(9_000);
    expect(await statuses(apiKey)).toEqual([200, 200]);
    expect(await statuses(apiKey)).toEqual([200, 200]);
    advanceDate(1_500);
    await eventually(() => areRefused(apiKey));
  });

  it('drops an entry after thirty seconds, even without a notification', async () => {
    const { keyId, apiKey } = await knownKey();
    await revokeUnheard(keyId);
    advanceDate(30_000);
    expect(await statuses(apiKey)).toEqual([401, 401]);
  });

  it('looks up an unknown key in the database again after five seconds', async () => {
    const apiKey = generateApiKey();
    expect(await statuses(apiKey)).toEqual([401, 401]);
    const { keyId } = await service.issueKey('acme');
    const { secret } = service.app.get(Pepper, { strict: false });
    await run('update api_key set digest = $1 where id = $2', [digestApiKey(apiKey, secret), keyId]);
    expect(await statuses(apiKey)).toEqual([401, 401]);
    advanceDate(5_000);
    expect(await statuses(apiKey)).toEqual([200, 200]);
  });
});
