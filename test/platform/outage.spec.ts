import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { enrich, type Client } from '../support/records/company-api.js';
import { call, type Answer } from '../support/http/http.js';
import { cutOffDatabase } from '../support/outages/outage.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const request = { companies: [{ website: 'siemens.com', external_id: 'secret-label' }], fields: ['name'] };
const failed = {
  detail: { status: 'ENRICHMENT_FAILED', message: 'The enrichment failed on our side. Try again in a moment.' },
};

/** Internals that answers must not contain: code, statements, hosts, names of tables and libraries. */
const internals = /\bat |stack|node_modules|\.[jt]s\b|select|postgres|prisma|pg_|ECONN|127\.0\.0\.1|relation|terminat/i;

let service: TestService;
let client: Client;
let logged = '';

beforeAll(async () => {
  const logger = pino({ level: 'info' }, { write: (line: string) => void (logged += line) });
  service = await startTestService({ env: { WORKER: 'inline' }, logger });
  client = await service.clientOf('ours');
  await call(`${client.baseUrl}/v1/company/enrich`, { apiKey: client.apiKey, body: request });
});

afterAll(() => service.close());

function everythingIn({ headers, body }: Answer): string {
  return JSON.stringify([body, ...[...headers].filter(([name]) => name !== 'content-security-policy')]);
}

describe('The service during a failure', () => {
  it('answers with 500 when a statement fails, and the answer has only a status and a message', async () => {
    const answer = await failingRequest();
    expect([answer.status, answer.body]).toEqual([500, failed]);
    expect(everythingIn(answer)).not.toMatch(internals);
  });

  it('logs the cause of the failure and the request id, but nothing that the request contains', async () => {
    await failingRequest({ 'X-Request-Id': 'to-be-found' });
    const lines = logged.split('\n').filter((line) => line.includes('to-be-found'));
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ level: 50, error: expect.objectContaining({ stack: expect.any(String) }) }),
      expect.objectContaining({ level: 30, status: 500, tenant: 'ours', route: '/v1/company/enrich' }),
    ]);
    expect(logged).not.toContain('secret-label');
    expect(logged).not.toContain('siemens');
    expect(logged).not.toContain(client.apiKey);
  });

  it('answers 500 for a valid key and 401 for a malformed key while the database is unreachable', async () => {
    const { apiKey: unseen } = await service.issueKey('others');
    await cutOffDatabase(service);
    for (const apiKey of [client.apiKey, unseen]) {
      const answer = await enrich({ ...client, apiKey }, request);
      expect([answer.status, answer.body]).toEqual([500, failed]);
      expect(everythingIn(answer)).not.toMatch(internals);
    }
    expect((await enrich({ ...client, apiKey: 'garbage' }, request)).status).toBe(401);
  });

  it('answers at the endpoints that need no database while the database is unreachable', async () => {
    expect((await call(`${client.baseUrl}/health`)).status).toBe(200);
    expect((await call(`${client.baseUrl}/openapi.json`)).status).toBe(200);
    expect((await call(`${client.baseUrl}/nothing`)).status).toBe(404);
  });
});

/** Sends a request while a table is missing. */
async function failingRequest(headers: Record<string, string> = {}): Promise<Answer> {
  const { pool } = service.database;
  await pool.query('alter table company_domain rename to company_domain_away');
  try {
    return await call(`${client.baseUrl}/v1/company/enrich`, { apiKey: client.apiKey, headers, body: request });
  } finally {
    await pool.query('alter table company_domain_away rename to company_domain');
  }
}
