import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { generateApiKey } from '../../src/platform/auth/api-key.js';
import { ApiKeyCache } from '../../src/platform/auth/api-key-cache.js';
import { KeyService } from '../../src/tenancy/tenants/key.service.js';
import { advanceDate, restoreDate } from '../support/service/clock.js';
import { call } from '../support/http/http.js';
import { eventually } from '../support/service/eventually.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const hourMs = 3_600_000;
const body = { companies: [{ website: 'acme.example' }], fields: ['name'] };

let service: TestService;
let keys: KeyService;

beforeAll(async () => {
  service = await startTestService();
  keys = service.app.get(KeyService, { strict: false });
});

afterEach(restoreDate);

afterAll(async () => {
  await service.close();
});

/** Rotates a key for the first time. */
async function rotated({ keyId }: { readonly keyId: string }, graceMs: number): Promise<{ apiKey: string }> {
  const { apiKey } = await keys.rotate(keyId, graceMs);
  if (apiKey === null) throw new Error('The key has a successor already');
  return { apiKey };
}

async function statusWith(apiKey: string, at = service): Promise<number> {
  return (await call(`${at.baseUrl}/v1/company/enrich`, { apiKey, body })).status;
}

describe('A valid API key', () => {
  it('is accepted together with other keys of the same tenant, and each has its own id', async () => {
    const issued = [await service.issueKey('many'), await service.issueKey('many'), await service.issueKey('many')];
    const cache = service.app.get(ApiKeyCache, { strict: false });
    const callers = await Promise.all(issued.map(({ apiKey }) => cache.resolve(apiKey)));
    expect(callers).toEqual(
      issued.map(({ keyId }) => ({
        tenantId: 'many',
        keyId,
        ratePolicy: null,
        mayPreview: false,
        maySearch: false,
        followsEnriched: false,
      })),
    );
    expect(await Promise.all(issued.map(({ apiKey }) => statusWith(apiKey)))).toEqual([200, 200, 200]);
  });

  it('is accepted by a process that was started before the key was created', async () => {
    const other = await startTestService({ sharing: service });
    const { apiKey } = await service.issueKey('late');
    expect(await statusWith(apiKey, other)).toBe(200);
    await other.close();
  });

  it('is accepted after its rotation until the end of its grace period', async () => {
    const old = await service.issueKey('graceful');
    const successor = await rotated(old, 24 * hourMs);
    await eventually(async () => (await keys.list('graceful')).some((key) => key.expiresAt !== null));
    expect([await statusWith(old.apiKey), await statusWith(successor.apiKey)]).toEqual([200, 200]);
    advanceDate(23.9 * hourMs);
    expect([await statusWith(old.apiKey), await statusWith(successor.apiKey)]).toEqual([200, 200]);
    advanceDate(0.2 * hourMs);
    expect([await statusWith(old.apiKey), await statusWith(successor.apiKey)]).toEqual([401, 200]);
  });
});

describe('The answer to a rejected key', () => {
  const challenge = 'ApiKey realm="data-access-service", header="X-Api-Key"';
  const url = (path: string): string => `${service.baseUrl}${path}`;

  it.each(['/v1/company/enrich', '/mcp'])(
    'has the exact body, and a header that says how to send a key, at %s',
    async (path) => {
      const withMcp = await startTestService({ env: { MCP: 'on' }, sharing: service });
      const sent: Record<string, string>[] = [
        {},
        { 'X-Api-Key': 'wrong' },
        { 'X-Api-Key': '', Authorization: 'Bearer a' },
      ];
      for (const headers of sent) {
        const answer = await fetch(`${withMcp.baseUrl}${path}`, { method: 'POST', headers });
        expect([answer.status, await answer.text()]).toEqual([401, '{"detail":"Invalid API key"}']);
        expect(answer.headers.get('www-authenticate')).toBe(challenge);
      }
      await withMcp.close();
    },
  );

  it('says what to change if the key was sent in the header Authorization', async () => {
    const { apiKey } = await service.issueKey('bearer');
    const answer = await fetch(url('/v1/me'), { headers: { Authorization: `Bearer ${apiKey}` } });
    expect([answer.status, await answer.text()]).toEqual([401, '{"detail":"Invalid API key"}']);
    const header = answer.headers.get('www-authenticate') ?? '';
    expect(header).toContain(`${challenge}, error="invalid_request"`);
    expect(header).toContain('X-Api-Key instead of Authorization');
    expect(header).not.toContain(apiKey);
  });

  it('is described in the OpenAPI document', async () => {
    const { paths } = (await (await fetch(url('/openapi.json'))).json()) as {
      paths: Record<string, Record<string, { responses: Record<string, { headers: object }> }>>;
    };
    const answers = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ responses }) => responses['401']),
    );
    const described = answers.filter((answer) => answer !== undefined);
    expect(described.length).toBeGreaterThan(10);
    for (const { headers } of described) expect(headers).toHaveProperty('WWW-Authenticate.example', challenge);
  });
});

describe('An API key', () => {
  it('is rejected in the query string, even if it is valid', async () => {
    const { apiKey } = await service.issueKey('careless');
    const answer = await call(`${service.baseUrl}/v1/company/enrich?X-Api-Key=${apiKey}&api_key=${apiKey}`, { body });
    expect(answer.status).toBe(401);
  });

  it('is rejected at once after a rotation without a grace period', async () => {
    const old = await service.issueKey('hasty');
    expect(await statusWith(old.apiKey)).toBe(200);
    const successor = await rotated(old, 0);
    await eventually(async () => (await statusWith(old.apiKey)) === 401);
    expect(await statusWith(successor.apiKey)).toBe(200);
  });

  it('is rejected after its expiry, also when it is in the cache', async () => {
    const { keyId, apiKey } = await service.issueKey('expiring');
    const expiresAt = new Date(Date.now() + 5_000);
    await service.database.prisma.apiKey.update({ where: { id: keyId }, data: { expiresAt } });
    expect(await statusWith(apiKey)).toBe(200);
    advanceDate(5_001);
    expect(await statusWith(apiKey)).toBe(401);
  });

  it('is rejected at its own expiry after a rotation, even if the grace period ends later', async () => {
    const { keyId, apiKey } = await service.issueKey('ending');
    const expiresAt = new Date(Date.now() + hourMs);
    await service.database.prisma.apiKey.update({ where: { id: keyId }, data: { expiresAt } });
    await keys.rotate(keyId, 24 * hourMs);
    advanceDate(1.1 * hourMs);
    expect(await statusWith(apiKey)).toBe(401);
  });

  it('is rejected by a service with another pepper', async () => {
    const { apiKey } = await service.issueKey('seasoned');
    const { rows } = await service.database.pool.query<{ check: Buffer }>(
      'select pepper_check as check from installation',
    );
    await service.database.pool.query('update installation set pepper_check = null');
    const other = await startTestService({ sharing: service, env: { API_KEY_PEPPER: 'the pepper of this service' } });
    expect([await statusWith(apiKey), await statusWith(apiKey, other)]).toEqual([200, 401]);
    await other.close();
    await service.database.pool.query('update installation set pepper_check = $1', [rows[0]?.check]);
  });
});

describe('API keys', () => {
  /** The tables with a row that contains a text, in a text or a binary column. */
  async function tablesWith(text: string): Promise<string[]> {
    const { pool } = service.database;
    const { rows } = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    const hex = Buffer.from(text).toString('hex');
    const holds = async (table: string): Promise<boolean> => {
      const sql = `select 1 from ${table} as r where strpos(r::text, $1) > 0 or strpos(r::text, $2) > 0 limit 1`;
      return (await pool.query(sql, [text, hex])).rowCount === 1;
    };
    const found = await Promise.all(rows.map(async ({ name }) => ((await holds(name)) ? [name] : [])));
    return found.flat();
  }

  it('are in no table in a form that can be reversed', async () => {
    const first = await service.issueKey('discreet');
    const second = await rotated(first, hourMs);
    expect([await statusWith(first.apiKey), await statusWith(second.apiKey)]).toEqual([200, 200]);
    for (const apiKey of [first.apiKey, second.apiKey]) {
      expect(await tablesWith(apiKey)).toEqual([]);
      // The random part alone is not stored either.
      expect(await tablesWith(apiKey.slice('das_live_'.length, -6))).toEqual([]);
      expect(await tablesWith(Buffer.from(apiKey).toString('base64').slice(0, 40))).toEqual([]);
    }
    // The search finds stored texts, in text and binary columns.
    expect(await tablesWith(first.keyId)).toContain('public.api_key');
    await service.database.pool.query('create table leak as select $1::bytea as bytes', [Buffer.from(first.apiKey)]);
    expect(await tablesWith(first.apiKey)).toEqual(['public.leak']);
    await service.database.pool.query('drop table leak');
  });

  it('have different digests of 32 bytes', async () => {
    await service.issueKey('digested');
    await service.issueKey('digested');
    const digests = (await keys.list('digested')).map(({ digest }) => Buffer.from(digest).toString('hex'));
    expect(new Set(digests).size).toBe(2);
    for (const digest of digests) expect(digest).toHaveLength(64);
  });

  it('get the same answer whether they are wrong, revoked or missing', async () => {
    const { keyId, apiKey } = await service.issueKey('silent');
    await keys.revoke(keyId);
    const answers = await Promise.all(
      [apiKey, generateApiKey(), undefined].map((sent) =>
        call(`${service.baseUrl}/v1/company/enrich`, { body, apiKey: sent }),
      ),
    );
    for (const answer of answers) {
      expect([answer.status, answer.body]).toEqual([401, { detail: 'Invalid API key' }]);
    }
  });
});
