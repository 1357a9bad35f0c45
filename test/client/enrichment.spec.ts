import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Chunk,
  type CompanyIdentifier,
  DataAccessClient,
  InsufficientCredits,
  ValidationFailed,
} from 'data-access-client';
import { TenantService } from '../../src/tenancy/tenants/tenant.service.js';
import { usedCredits } from '../support/credits/credits.js';
import { demoCompanies } from '../support/records/demo-companies.js';
import { plainDemoPersons } from '../support/records/demo-persons.js';
import { eventually } from '../support/service/eventually.js';
import { type DemoTestService, startDemoServiceWithPersons } from '../support/service/demo-service.js';

let service: DemoTestService;
let client: DataAccessClient;
let tenants = 0;

beforeAll(async () => {
  service = await startDemoServiceWithPersons();
  client = new DataAccessClient({ baseUrl: `${service.baseUrl}/`, apiKey: service.apiKey });
});

afterAll(() => service.close());

/** A client of a new tenant, and a function that returns the data access credits that this tenant was charged. */
async function newTenant(): Promise<{ tenant: string; own: DataAccessClient; charged: () => Promise<number> }> {
  tenants += 1;
  const tenant = `tenant-${tenants}`;
  const { apiKey } = await service.issueKey(tenant);
  const charged = async () => (await usedCredits(service.database, tenant)).data_access?.charged ?? 0;
  return { tenant, own: new DataAccessClient({ baseUrl: service.baseUrl, apiKey }), charged };
}

const known = demoCompanies.slice(0, 30);
const [someone] = plainDemoPersons(1);
const identifiers = known.map(({ website }, index) => ({ website, external_id: `row-${index}` }));

describe('enrichCompanies', () => {
  it('returns results with exactly the members that were requested', async () => {
    const asked = { fields: ['name', 'founded_year'], queryFields: ['pilots'], allow_signals: {} } as const;
    const [match, miss] = await client.enrichCompanies(
      [{ website: 'siemens.com' }, { website: 'none.example' }],
      asked,
    );
    expect(match).toEqual({
      identifier: { website: 'siemens.com' },
      data: { name: 'Siemens', founded_year: 1847, pilots: null, signals: expect.any(Array) },
      matched: true,
    });
    expect(miss?.data).toEqual({ name: null, founded_year: null, pilots: null, signals: null });
  });

  it('returns the results in the order of the list when the list takes several requests', async () => {
    const results = await client.enrichCompanies(identifiers, { fields: ['website'], chunkSize: 4 });
    expect(results.map(({ identifier }) => identifier.external_id)).toEqual(
      identifiers.map((each) => each.external_id),
    );
    expect(results.map(({ data }) => data.website)).toEqual(known.map(({ website }) => website));
  });

  it('enriches the valid companies of a list, and returns the reason for those that the service refuses', async () => {
    const list = [{ website: 'siemens.com' }, { website: '' }, { external_id: 'x' }, { website: 'dropbox.com' }, {}];
    const results = await client.enrichCompanies(list, { fields: ['name'] });
    expect(results.map(({ data, matched }) => [data.name, matched])).toEqual([
      ['Siemens', true],
      [null, false],
      [null, false],
      ['Dropbox', true],
      [null, false],
    ]);
    expect(results.map(({ identifier }) => identifier)).toEqual(list);
    const faults = results.map((result) => result.faults?.map(({ msg }) => msg).join());
    expect(faults).toEqual([undefined, faults[1], faults[1], undefined, faults[1]]);
    expect(faults[1]).toContain('provide at least one of website');
  });

  it('returns the reason for a company without a match if `explain` is set', async () => {
    const list = [{ website: 'siemens.com' }, { website: 'none.example' }, { website: '?' }, {}];
    const options = { fields: ['name'], idempotencyKey: 'reasons' } as const;
    const { own, charged } = await newTenant();
    const reasonsOf = async (): Promise<unknown[]> =>
      (await own.enrichCompanies(list, { ...options, explain: true })).map((result) => result.unmatched_reason);
    const reasons = [undefined, 'no_candidate', 'unusable_identifier', undefined];
    expect([await reasonsOf(), await reasonsOf(), await charged()]).toEqual([reasons, reasons, 1]);
    const { idempotencyKey: _, ...others } = options;
    const { data, responses } = await own.enrichCompanies(list, others).withResponse();
    for (const result of data) expect(result).not.toHaveProperty('unmatched_reason');
    expect(responses.map((info) => info.unmatchedReasons)).toEqual([{ unusable_identifier: 1, no_candidate: 1 }]);
    const contradicting = [{ full_name: 'Unknown Person', company_domain: 'siemens.com' }];
    const [person] = await own.enrichPersons(contradicting, { fields: ['job_title'], explain: true });
    expect(person).toMatchObject({ matched: false, unmatched_reason: 'no_candidate' });
  });

  it('sends no second request if the service refuses all companies of the first request', async () => {
    const chunks: Chunk[] = [];
    const results = await client.enrichCompanies([{}, {}], {
      fields: ['name'],
      onChunk: (chunk) => chunks.push(chunk),
    });
    expect(results.map(({ data, matched }) => ({ data, matched }))).toEqual(
      Array(2).fill({ data: { name: null }, matched: false }),
    );
    expect(chunks).toEqual([{ number: 1, identifiers: 2, matched: 0, response: null }]);
  });

  it('throws ValidationFailed if an option is invalid', async () => {
    const asking = client.enrichCompanies(identifiers, { allow_signals: { start_time: 'yesterday' } });
    const error = await asking.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ValidationFailed);
    expect((error as ValidationFailed).faults).toEqual([
      expect.objectContaining({ loc: ['body', 'allow_signals', 'start_time'] }),
    ]);
  });
});

describe('An enrichment with conditions', () => {
  const list = [{ website: 'siemens.com' }, { website: 'none.example' }];

  it('returns the evidence for each match and the sources of its fields, and charges nothing for them', async () => {
    const { own, charged } = await newTenant();
    const options = { fields: ['name', 'founded_year'], include_match: true, include_sources: true } as const;
    const [match, miss] = await own.enrichCompanies(list, options);
    expect(match?.match).toEqual({ by: ['website'], confidence: expect.any(Number), conflicts: [] });
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(match?.sources?.profile).toEqual({ source: 'companies.ndjson', confirmed: day });
    expect(miss).not.toHaveProperty('match');
    expect(miss).not.toHaveProperty('sources');
    const [person] = await own.enrichPersons([{ work_email: someone?.email ?? '' }], {
      ...options,
      fields: ['full_name'],
    });
    expect(person).toMatchObject({ match: { by: ['email'] }, sources: { profile: { source: 'persons.ndjson.gz' } } });
    expect(await charged()).toBe(2);
  });

  it('returns no match and costs nothing if the confidence is too low or a required field has no value', async () => {
    const { own, charged } = await newTenant();
    const options = { fields: ['name', 'ticker'], explain: true } as const;
    const [certain] = await own.enrichCompanies(list, { ...options, min_confidence: 1 });
    expect(certain).toMatchObject({ matched: false, unmatched_reason: 'below_confidence', data: { name: null } });
    const [complete] = await own.enrichCompanies(list, {
      ...options,
      required: ['social_forum_url'],
      fields: ['social_forum_url'],
    });
    expect(complete).toMatchObject({ matched: false, unmatched_reason: 'required_field_missing' });
    expect(await charged()).toBe(0);
  });

  it('is refused without a charge if it could cost more than `max_credits`', async () => {
    const { own, charged } = await newTenant();
    const asking = own.enrichCompanies(list, { fields: ['name'], max_credits: 1 }).then();
    const error = await asking.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InsufficientCredits);
    expect((error as InsufficientCredits).message).toMatch(/maximum of 1/);
    expect(await charged()).toBe(0);
    await own.enrichCompanies(list, { fields: ['name'], max_credits: 2 });
    expect(await charged()).toBe(1);
  });
});

describe('previewCompanies and previewPersons', () => {
  it('tell what an enrichment would match and cost and which identifiers would be refused, without data and without a charge', async () => {
    const { own, charged, tenant } = await newTenant();
    const companies = [{ website: 'siemens.com', external_id: 'a' }, { website: 'none.example' }];
    const options = { fields: ['name', 'social_forum_url'], include_match: true } as const;
    await expect(own.previewCompanies(companies, options).then()).rejects.toMatchObject({ status: 403 });
    await service.app.get(TenantService, { strict: false }).update(tenant, { previews: true }, {});
    // The service learns a moment later that the tenant may ask for previews.
    await eventually(
      () =>
        own.previewCompanies(companies, options).then(
          () => true,
          () => false,
        ),
      60_000,
    );
    const preview = await own.previewCompanies(companies, options);
    const [match, miss] = preview.results;
    expect(match).toMatchObject({
      matched: true,
      has: { name: true, social_forum_url: false },
      match: { by: ['website'] },
    });
    expect(match?.identifier).toEqual(companies[0]);
    expect(miss).toMatchObject({ matched: false, has: { name: false, social_forum_url: false } });
    expect(preview.credits).toEqual({ data_access: 1 });
    const asked = { fields: ['full_name'], include_contact_data: true } as const;
    const persons = await own.previewPersons([{ work_email: someone?.email ?? '' }], asked);
    expect(persons.results[0]).toMatchObject({ matched: true, has: { full_name: true, email: true } });
    expect(persons.credits).toEqual({ data_access: 1, contact_data: 1 });
    const [refused, valid] = (await own.previewCompanies([{ website: '' }, { website: 'siemens.com' }], options))
      .results;
    expect(refused).toMatchObject({ identifier: { website: '' }, matched: false, has: { name: false } });
    expect(refused?.faults?.length).toBe(1);
    expect(valid).toMatchObject({ matched: true, has: { name: true } });
    await expect(own.previewPersons([{}], asked).then()).rejects.toMatchObject({ status: 422 });
    expect(await charged()).toBe(0);
  });
});

describe('A list that is sent again under its idempotency key', () => {
  const asked = { fields: ['name'], chunkSize: 7, idempotencyKey: 'nightly 2026-03-01' } as const;

  it('is charged only once, even if the service refuses one of its identifiers', async () => {
    const { own, charged } = await newTenant();
    const list: CompanyIdentifier[] = [...identifiers.slice(0, 10), { website: '' }, ...identifiers.slice(10)];
    for await (const { identifier } of own.enrichCompanies(list, asked)) {
      if (identifier.external_id === 'row-12') break;
    }
    const { data, responses } = await own.enrichCompanies(list, asked).withResponse();
    expect(data).toHaveLength(list.length);
    expect(responses.slice(0, 2).map(({ isReplayed }) => isReplayed)).toEqual([true, true]);
    expect(await charged()).toBe(known.length);
    const again = await own.enrichCompanies(list, asked).withResponse();
    expect([again.data, again.charged]).toEqual([data, { data_access: 0 }]);
    expect(await charged()).toBe(known.length);
  });

  it('is refused if the list has changed since the key was first used', async () => {
    const { own, charged } = await newTenant();
    await own.enrichCompanies(identifiers, asked);
    const changed = own.enrichCompanies(identifiers.toReversed(), asked).then();
    await expect(changed).rejects.toThrow('the idempotency key was used for another request');
    expect(await charged()).toBe(known.length);
  });
});

describe('A list that is an async iterable', () => {
  it('is read at most five chunks ahead of the results that the consumer has taken, and is closed when the consumer stops', async () => {
    let [read, isClosed] = [0, false];
    async function* source(): AsyncGenerator<CompanyIdentifier> {
      try {
        for (const identifier of identifiers) {
          read += 1;
          yield await Promise.resolve(identifier);
        }
      } finally {
        isClosed = true;
      }
    }
    let seen = 0;
    for await (const _ of client.enrichCompanies(source(), { fields: ['name'], chunkSize: 2 })) {
      seen += 1;
      expect(read).toBeLessThanOrEqual(seen + 2 * 5);
      if (seen === 5) break;
    }
    expect(isClosed).toBe(true);
  });

  it('yields the results of its complete chunks before it throws the error of its source', async () => {
    async function* source(): AsyncGenerator<CompanyIdentifier> {
      yield* identifiers.slice(0, 5);
      await Promise.reject(new Error('the export broke off'));
    }
    const seen: unknown[] = [];
    const reading = async () => {
      for await (const { data } of client.enrichCompanies(source(), { fields: ['website'], chunkSize: 2 })) {
        seen.push(data.website);
      }
    };
    await expect(reading()).rejects.toThrow('the export broke off');
    expect(seen).toEqual(known.slice(0, 4).map(({ website }) => website));
  });
});

describe('enrichPersons', () => {
  it('returns results with the members that the options add', async () => {
    const [person] = plainDemoPersons(1);
    const [found, none] = await client.enrichPersons(
      [{ work_email: person?.email }, { full_name: 'Ada Nobody', company_name: 'None' }],
      {
        fields: ['full_name'],
        queryFields: ['pilots'],
        include_personas: true,
        include_contact_data: true,
        enrich_company: ['name'],
        companyQueryFields: ['crew'],
        allow_signals: {},
      },
    );
    expect(found?.data).toEqual({
      full_name: person?.full_name,
      pilots: 0,
      personas: expect.any(Array),
      seniority: expect.stringMatching(/^seniority_/),
      email: person?.email,
      phone: found?.data.phone ?? null,
      company: { name: expect.any(String), crew: null },
      signals: expect.any(Array),
    });
    expect(found?.identifier.resolved_network_url).toBe(person?.network_url);
    expect(Object.values(none?.data ?? {})).toEqual(Array(8).fill(null));
  });

  it('returns the same members for a refused person as for a person without a match', async () => {
    const asked = {
      fields: ['job_title'],
      include_personas: true,
      include_contact_data: true,
      enrich_company: true,
    } as const;
    const [refused, miss] = await client.enrichPersons([{ full_name: 'Ada' }, { work_email: 'a@none.example' }], asked);
    expect(Object.keys(refused?.data ?? {})).toEqual(Object.keys(miss?.data ?? {}));
    expect(refused?.faults).toHaveLength(1);
  });
});

describe('withResponse', () => {
  it('returns the credits, rate limit, request id and unknown names of each answer', async () => {
    const { own } = await newTenant();
    const queryFields = ['employe_count', 'cafés', ''];
    const { responses, charged } = await own
      .enrichCompanies(identifiers, { fields: ['name'], queryFields, chunkSize: 20 })
      .withResponse();
    expect(charged).toEqual({ data_access: known.length });
    expect(responses).toEqual(
      [20, 10].map((count) => ({
        status: 200,
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
        isReplayed: false,
        originalRequestId: null,
        credits: { data_access: { charged: count, remaining: expect.any(Number) } },
        lowCredits: [],
        rateLimit: { limit: 1_000_000, remaining: expect.any(Number), reset: expect.any(Number) },
        retryAfter: null,
        unknownFields: queryFields,
        unmatchedReasons: {},
      })),
    );
  });
});
