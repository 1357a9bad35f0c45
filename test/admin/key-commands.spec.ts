import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { KeyUses } from '../../src/platform/auth/key-uses.sql.js';
import { KeyService } from '../../src/tenancy/tenants/key.service.js';
import { advanceDate, restoreDate } from '../support/service/clock.js';
import { CommandLine } from '../support/service/command-line.js';
import { call } from '../support/http/http.js';
import { eventually } from '../support/service/eventually.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;
/** A second service in this process, which shares only the database. */
let other: TestService;

beforeAll(async () => {
  service = await startTestService();
  other = await startTestService({ sharing: service });
});

afterAll(async () => {
  restoreDate();
  await other.close();
  await service.close();
});

const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));
const minuteMs = 60_000;

interface ListedKey {
  readonly key_id: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly successor: string | null;
}

async function listed(tenant: string): Promise<ListedKey[]> {
  return admin.answerOf<ListedKey[]>(['key', 'list', tenant]);
}

const statusAt = async ({ baseUrl }: TestService, apiKey: string): Promise<number> =>
  (await call(`${baseUrl}/v1/usage`, { apiKey })).status;
const flush = ({ app }: TestService): Promise<void> => app.get(KeyUses, { strict: false }).flush();

async function lastUse(keyId: string): Promise<number | null> {
  const { rows } = await service.database.pool.query<{ at: Date | null }>(
    'select last_used_at as at from api_key where id = $1',
    [keyId],
  );
  return rows[0]?.at?.getTime() ?? null;
}

describe('The last use of a key', () => {
  it('is stored after the requests were answered, as the minute of the latest use in any process', async () => {
    const { keyId, apiKey } = await service.issueKey('used');
    expect(await listed('used')).toEqual([expect.objectContaining({ key_id: keyId, last_used_at: null })]);
    const minute = (ahead = 0) => Math.floor((Date.now() + ahead) / minuteMs) * minuteMs;
    const first = minute();
    for (const at of [service, other, service]) expect(await statusAt(at, apiKey)).toBe(200);
    expect(await lastUse(keyId)).toBeNull();
    await flush(service);
    expect(await lastUse(keyId)).toBeGreaterThanOrEqual(first);
    advanceDate(10 * minuteMs);
    const later = minute();
    expect(await statusAt(service, apiKey)).toBe(200);
    restoreDate();
    await Promise.all([flush(service), flush(other)]);
    expect(await listed('used')).toEqual([expect.objectContaining({ last_used_at: new Date(later).toISOString() })]);
  });

  it('is not changed by rejected requests', async () => {
    const { keyId, apiKey } = await service.issueKey('refused');
    await service.app.get(KeyService, { strict: false }).revoke(keyId);
    await eventually(async () => (await statusAt(service, apiKey)) === 401);
    await flush(service);
    expect(await lastUse(keyId)).toBeNull();
  });

  it('is recorded at the end of the process, without invalidating the caches of other processes', async () => {
    const { keyId, apiKey } = await service.issueKey('ending');
    const ending = await startTestService({ sharing: service });
    expect(await statusAt(ending, apiKey)).toBe(200);
    const heard: string[] = [];
    const session = await service.database.pool.connect();
    session.on('notification', ({ payload = '' }) => heard.push(payload));
    await session.query('listen api_key_changed');
    await ending.close();
    expect(await lastUse(keyId)).not.toBeNull();
    await session.query('select 1');
    session.release(true);
    expect(heard).toEqual([]);
  });

  it('is recorded periodically, so a use that could not be stored is stored at the next attempt', async () => {
    const { keyId } = await service.issueKey('waiting');
    let isDown = true;
    const pool = {
      query: (...args: Parameters<typeof service.database.pool.query>) =>
        isDown ? Promise.reject(new Error('away')) : service.database.pool.query(...args),
    } as unknown as typeof service.database.pool;
    const uses = new KeyUses(pool, pino({ level: 'silent' }), 10);
    uses.note(keyId);
    await uses.flush();
    isDown = false;
    expect(await lastUse(keyId)).toBeNull();
    uses.note('another');
    await eventually(async () => (await lastUse(keyId)) !== null);
  });
});

describe('The command key rotate, when it is repeated,', () => {
  it('returns the successor that the first call created, without its API key, and changes the grace period only if the call gives one', async () => {
    const { keyId } = await service.issueKey('rotating-twice');
    const first = await admin.answerOf<{ key_id: string; api_key: string }>(['key', 'rotate', keyId]);
    expect(first.api_key).toMatch(/^das_live_/);
    const [rotated] = await listed('rotating-twice');
    expect(rotated).toMatchObject({ key_id: keyId, successor: first.key_id });
    const again = { key_id: first.key_id, tenant: 'rotating-twice', api_key: null, message: expect.any(String) };
    expect(await admin.answerOf(['key', 'rotate', keyId])).toEqual(again);
    expect((await listed('rotating-twice'))[0]).toEqual(rotated);
    expect(await admin.answerOf(['key', 'rotate', keyId, '--grace', '7d'])).toEqual(again);
    const [longer, ...successors] = await listed('rotating-twice');
    const daysLeft = (Date.parse(longer?.expires_at ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(daysLeft)).toBe(7);
    expect(successors).toHaveLength(1);
    await admin.answerOf(['key', 'revoke', first.key_id]);
    const second = await admin.answerOf<{ key_id: string; api_key: string }>(['key', 'rotate', keyId]);
    expect(second.api_key).toMatch(/^das_live_/);
    expect(second.key_id).not.toBe(first.key_id);
  });

  it('creates only one successor for a key, even if the key is rotated five times at the same moment', async () => {
    const { keyId } = await service.issueKey('rotating-at-once');
    const keys = service.app.get(KeyService, { strict: false });
    const successors = await Promise.all(Array.from({ length: 5 }, () => keys.rotate(keyId, undefined)));
    expect(successors.filter(({ apiKey }) => apiKey !== null)).toHaveLength(1);
    expect(new Set(successors.map(({ key }) => key.id)).size).toBe(1);
  });
});
