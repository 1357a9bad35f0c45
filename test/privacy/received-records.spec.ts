import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DisclosureLog } from '../../src/privacy/disclosure-log.sql.js';
import { EnrichedFollowLog } from '../../src/follows/enriched-follow-log.sql.js';
import { TenantService } from '../../src/tenancy/tenants/tenant.service.js';
import { QueryFieldService } from '../../src/tenancy/query-fields/query-field.service.js';
import { call } from '../support/http/http.js';
import { type PersonService, startPersonService } from '../support/records/person-service.js';
import { storeSignals } from '../support/records/signals.js';
import { CommandLine } from '../support/service/command-line.js';

let service: PersonService;
let folder: string;
let tenants = 0;
const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl, DISCLOSURES: 'on' }));
const page = 'network.com/in/jane';

beforeAll(async () => {
  service = await startPersonService(
    {
      companies: [{ website: 'acme.test', name: 'Acme' }],
      persons: [
        {
          ...{ network_url: page, full_name: 'Jane Doe', job_title: 'CTO', company_website: 'acme.test' },
          emails: [{ address: 'jane@acme.test' }],
        },
      ],
    },
    { DISCLOSURES: 'on' },
  );
  folder = await mkdtemp(join(tmpdir(), 'received-'));
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** Creates a tenant that follows what it receives, with a query field and a number of signals of both records. */
async function newTenant(signals: number): Promise<{ readonly tenant: string; readonly apiKey: string }> {
  tenants += 1;
  const tenant = `tenant-${tenants}`;
  const { apiKey } = await service.issueKey(tenant);
  // The service learns this with the first request of the tenant.
  await service.app.get(TenantService, { strict: false }).setFollowsEnriched(tenant, true);
  const fields = service.app.get(QueryFieldService, { strict: false });
  const definition = { titles: ['lawyer'] };
  await fields.set(tenant, 'lawyers', { scope: 'person', definition, metadata: false });
  if (signals > 0) {
    const { rows } = await service.database.pool.query<{ url: string }>('select network_url as url from person');
    const [{ url } = { url: '' }] = rows;
    const signal = { account_website: 'acme.test', intent_holder_network_url: url };
    await storeSignals(
      service.database,
      tenant,
      Array.from({ length: signals }, () => signal),
    );
  }
  return { tenant, apiKey };
}

/** How many companies and persons the tenant follows after one request, and whether the export of Jane names it as a recipient. */
async function receivedBy(route: 'company' | 'person', request: object, signals: number): Promise<object> {
  const { tenant, apiKey } = await newTenant(signals);
  const list = route === 'company' ? { companies: [{ website: 'acme.test' }] } : { persons: [{ network_url: page }] };
  const { status, body } = await call(`${service.baseUrl}/v1/${route}/enrich`, {
    ...{ apiKey, body: { ...list, ...request } },
  });
  expect([status, body]).toMatchObject([200, { results: [{ matched: true }] }]);
  for (const log of [EnrichedFollowLog, DisclosureLog]) await service.app.get(log, { strict: false }).flush();
  const { companies, persons } = await admin.answerOf<Record<string, number>>(['follow', tenant]);
  const to = join(folder, `${tenant}.json`);
  await admin.answerOf(['person', 'export', '--network-url', page, '--to', to]);
  const { recipients } = JSON.parse(await readFile(to, 'utf8')) as { recipients: { tenant: string }[] };
  return { companies, persons, isRecipient: recipients.some((recipient) => recipient.tenant === tenant) };
}

describe('A tenant that follows what it receives', () => {
  it.each<['company' | 'person', object]>([
    ['person', { fields: ['zz'] }],
    ['person', { fields: ['zz', 'email'], include_match: true, include_sources: true, explain: true }],
    ['person', { fields: ['contact_region'] }],
    ['person', { enrich_company: ['zz'] }],
    ['person', { enrich_company: ['ticker'] }],
    ['person', { allow_signals: {} }],
    ['company', { fields: ['zz'] }],
    ['company', { fields: ['ticker'], include_match: true }],
    ['company', { include_metadata: true }],
    ['company', { allow_signals: {} }],
  ])('follows nothing and is no recipient if a %s has no value for the request %j', async (route, request) => {
    expect(await receivedBy(route, request, 0)).toEqual({ companies: 0, persons: 0, isRecipient: false });
  });

  it.each<[what: string, request: object, signals: number]>([
    ['a field', { fields: ['zz', 'full_name'] }, 0],
    ['a query field that the person does not match', { fields: ['lawyers'] }, 0],
    ['an e-mail address', { fields: ['zz'], include_contact_data: true }, 0],
    ['the employer', { enrich_company: ['name', 'zz'] }, 0],
    ['personas and seniority', { include_personas: true }, 0],
    ['a signal', { allow_signals: {} }, 1],
  ])('follows the person of whom it received %s, and is a recipient', async (_what, request, signals) => {
    expect(await receivedBy('person', request, signals)).toEqual({ companies: 0, persons: 1, isRecipient: true });
  });

  it.each<[what: string, request: object, signals: number]>([
    ['a field', { fields: ['zz', 'name'] }, 0],
    ['a signal', { allow_signals: {} }, 1],
  ])('follows the company of which it received %s', async (_what, request, signals) => {
    expect(await receivedBy('company', request, signals)).toEqual({ companies: 1, persons: 0, isRecipient: false });
  });

  it('follows nothing for a preview, which shows no value', async () => {
    const { tenant, apiKey } = await newTenant(0);
    await service.app.get(TenantService, { strict: false }).update(tenant, { previews: true }, {});
    const body = { persons: [{ network_url: page }], fields: ['full_name'], preview: true };
    expect(await call(`${service.baseUrl}/v1/person/enrich`, { apiKey, body })).toMatchObject({ status: 200 });
    for (const log of [EnrichedFollowLog, DisclosureLog]) await service.app.get(log, { strict: false }).flush();
    expect(await admin.answerOf(['follow', tenant])).toMatchObject({ companies: 0, persons: 0 });
  });
});
