import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { companyFieldNames, companyFields, isOfType } from '../support/records/company-fields.js';
import { describeWith, itWith, known, needs, type KnownCompany } from './known.js';
import {
  ask,
  companyPath,
  document,
  freeRequest,
  nowhere,
  resultOf,
  resultsOf,
  unique,
  type Result,
} from './target.js';
import { faultsOf } from './validation.js';

const [company = null, otherCompany = null] = known.companies;
const allFields = [...companyFieldNames];
const made = [
  { website: nowhere },
  { website: `https://www.${nowhere}/about?x=1`, external_id: ' Label 1 ' },
  { network_url: `network.com/company/${unique}` },
  { external_id: '', network_url: `https://www.network.com/company/${unique}-2/`, website: null },
  { network_id: '999999999999999999' },
  { website: nowhere, network_url: `network.com/company/${unique}`, network_id: '999999999999999998' },
];

/** The largest number of companies in a request, from the OpenAPI document. */
const maxBatch = maxItems('CompanyEnrichRequest', 'companies');
/**
 * One name more than a full batch may request. A service with small batches has no such limit, because a request has at most 1,000
 * names.
 */
const namesTooMany = maxBatch < 1_000 ? null : 251;

function maxItems(schema: string, member: string): number {
  const { properties } = document.content.components.schemas[schema] as {
    properties: Record<string, { maxItems?: number }>;
  };
  return properties[member]?.maxItems ?? NaN;
}

/** The identifiers by which the company can be requested: each one that is on record, and all together. */
function identifiersOf({ website, network_url, network_id }: KnownCompany): Record<string, string>[] {
  return [{ website }, { network_url }, { network_id }, { website, network_url, network_id }]
    .filter((identifier) => Object.values(identifier).every((value) => value !== null))
    .map((identifier) => identifier as Record<string, string>);
}

describe('POST /v1/company/enrich', () => {
  describe('succeeds', () => {
    it('answers unknown companies in the order of the request, with null under every requested name', async () => {
      const fields = [...allFields, unique];
      const answer = await ask(companyPath, { body: { companies: made, fields } });
      const { results } = answer.body as { results: Result[] };
      expect(results.map(({ matched }) => matched)).toEqual(made.map(() => false));
      for (const { data } of results) expect(data).toEqual(Object.fromEntries(fields.map((name) => [name, null])));
      expect(JSON.stringify(results.map(({ identifier }) => identifier))).toBe(JSON.stringify(made));
      expect(answer.headers.get('X-Credits-Data-Access-Charged')).toBe('0');
      expect(answer.headers.get('X-Unknown-Fields')).toBe(unique);
    });

    it('ignores unknown members of an identifier, and takes the last value if two members have the same name', async () => {
      const raw =
        `{"companies":[{"external_id":"a","__proto__":{"network_id":"1"},"network_url":null,"id":7,"website":"${nowhere}",` +
        `"constructor":{},"external_id":"b"}],"allow_signals":{},"limit":0,"include_contact_data":"x"}`;
      const answer = await ask(companyPath, { raw });
      expect(JSON.stringify(answer.body)).toBe(
        `{"results":[{"identifier":{"external_id":"b","network_url":null,"website":"${nowhere}"},` +
          `"data":{"signals":null},"matched":false}]}`,
      );
    });

    it('returns the label `external_id` of each identifier unchanged, whatever it contains', async () => {
      const labels = ['\u{1F600} "quoted" \\ \u0000', '\ud800', '__proto__', 'x'.repeat(100_000)];
      const companies = labels.map((external_id) => ({ website: nowhere, external_id }));
      const results = await resultsOf(companyPath, { companies, allow_signals: {} });
      expect(results.map(({ identifier }) => identifier.external_id)).toEqual(labels);
    });

    it('counts in a header why identifiers have no match, and gives each reason if `explain` is set', async () => {
      const companies = [{ website: nowhere }, { website: '   ' }];
      const reasons = ['no_candidate', 'unusable_identifier'];
      for (const explain of [undefined, false, true]) {
        const { headers, body } = await ask(companyPath, { body: { companies, fields: ['name'], explain } });
        expect(headers.get('X-Unmatched-Reasons')).toBe('unusable_identifier=1, no_candidate=1');
        const named = (index: number): object => (explain === true ? { unmatched_reason: reasons[index] } : {});
        const results = companies.map((identifier, index) => ({
          ...{ identifier, data: { name: null }, matched: false },
          ...named(index),
        }));
        expect(body).toEqual({ results });
      }
    });

    it('answers a full batch with one result for each company', async () => {
      const companies = Array.from({ length: maxBatch }, (_, index) => ({ website: `${index}-${nowhere}` }));
      const results = await resultsOf(companyPath, { companies, allow_signals: {} });
      expect(results.map(({ identifier }) => identifier)).toEqual(companies);
    });

    it.each([
      ['no filter', {}],
      ['null members', { start_time: null, end_time: null, type: null }],
      ['a period and a type', { start_time: '2024-02-29', end_time: '2024-12-31', type: 'Key Changes' }],
      ['the type ALL and an unknown member', { type: 'ALL', limit: 1 }],
    ])('accepts a filter of signals with %s', async (_what, allow_signals) => {
      const { data } = await resultOf(companyPath, { ...freeRequest, allow_signals });
      expect(data).toEqual({ signals: null });
    });

    it('returns the query fields of the tenant if a request has `include_metadata` and names no fields', async () => {
      const { data } = await resultOf(companyPath, { companies: [made[0]], fields: [], include_metadata: true });
      expect(data).toEqual(Object.fromEntries(known.queryFields.map((name) => [name, null])));
    });
  });

  describeWith(company, needs.company, 'succeeds with a company on record', (company) => {
    const identifiers = identifiersOf(company);
    const [identifier = {}] = identifiers;
    const dataOf = async (request: object): Promise<Result['data']> => {
      const { data } = await resultOf(companyPath, { companies: [identifier], ...request });
      return data;
    };

    it.each([true, false, undefined])(
      'returns equal data for each of its identifiers (enhanced_matching: %s)',
      async (enhanced_matching) => {
        const results = await resultsOf(companyPath, { companies: identifiers, fields: allFields, enhanced_matching });
        expect(results.map(({ matched }) => matched)).toEqual(identifiers.map(() => true));
        for (const { data } of results) expect(data).toEqual(results[0]?.data);
        expect(results[0]?.data).toMatchObject(company);
      },
    );

    it('returns every field of the catalogue with a value of its type or null, in the order of the request', async () => {
      const data = await dataOf({ fields: allFields.toReversed() });
      expect(Object.keys(data)).toEqual(allFields.toReversed());
      const misshapen = Object.entries(data).filter(
        ([name, value]) => value !== null && !isOfType(companyFields[name], value),
      );
      expect(misshapen).toEqual([]);
      expect(data.company_website).toBe(data.website);
      expect(data.company_network_url).toBe(data.network_url);
      const hash = company.network_url === null ? null : createHash('sha256').update(company.network_url).digest('hex');
      expect(data.network_url_hash).toBe(hash);
    });

    it('returns a field only once if it is named twice, and returns null for unknown names, which a header lists', async () => {
      const unknown = [unique, 'Name', 'name ', 'domains', 'id', 'network_urls'];
      const answer = await ask(companyPath, {
        body: { companies: [identifier], fields: ['name', ...unknown, 'name', 'website', unique] },
      });
      const [result] = (answer.body as { results: Result[] }).results;
      const nulls = Object.fromEntries(unknown.map((name) => [name, null]));
      expect(JSON.stringify(result?.data)).toBe(
        JSON.stringify({ name: company.name, ...nulls, website: company.website }),
      );
      expect(answer.headers.get('X-Unknown-Fields')).toBe(unknown.map((name) => encodeURIComponent(name)).join(', '));
    });

    it('returns one result with its label for each identifier, also for repeated identifiers and for those without a match', async () => {
      const asked = [
        identifier,
        { website: nowhere },
        identifier,
        ...(otherCompany ? [identifiersOf(otherCompany)[0]] : []),
      ];
      const companies = asked.map((one, index) => ({
        network_url: null,
        external_id: ` ${index} `,
        network_id: '',
        ...one,
      }));
      const results = await resultsOf(companyPath, { companies, fields: ['name', 'website'] });
      expect(JSON.stringify(results.map(({ identifier: echo }) => echo))).toBe(JSON.stringify(companies));
      const data = ({ name, website }: KnownCompany): object => ({ name, website });
      const nothing = { name: null, website: null };
      const expected = [data(company), nothing, data(company), ...(otherCompany ? [data(otherCompany)] : [])];
      expect(results.map((result) => result.data)).toEqual(expected);
    });

    itWith(
      company.network_url === null && company.network_id === null ? null : otherCompany,
      needs.company.replace('a company', 'two companies, the first with a page,'),
      'takes the company of the page or the id if the website belongs to another company',
      async (other) => {
        const { website } = other;
        const { network_url, network_id } = company;
        const disagreeing = [{ network_url }, { network_id }, { network_url, network_id }]
          .filter((identifier) => Object.values(identifier).every((value) => value !== null))
          .map((identifier) => ({ website, ...identifier }));
        const request = { companies: disagreeing, fields: ['name'] };
        const results = await resultsOf(companyPath, request);
        expect(results.map(({ data }) => data.name)).toEqual(disagreeing.map(() => company.name));
        const strict = await resultsOf(companyPath, { ...request, enhanced_matching: false });
        expect(strict.map(({ matched }) => matched)).toEqual(disagreeing.map(() => false));
      },
    );

    it('returns signals only if they are requested', async () => {
      expect(await dataOf({ fields: ['name'], allow_signals: null })).toEqual({ name: company.name });
      expect(await dataOf({ allow_signals: {} })).toEqual({ signals: expect.any(Array) });
      const names = Object.keys(await dataOf({ fields: ['name'], allow_signals: { type: 'ALL' } }));
      expect(names).toEqual(['name', 'signals']);
    });

    const queries = known.queryFields.length === 0 ? null : known.queryFields;
    itWith(queries, needs.queries, 'appends the query fields of the tenant, each once, as counts', async (queries) => {
      const [first = ''] = queries;
      const data = await dataOf({ fields: [first, 'name'], include_metadata: true });
      expect(Object.keys(data)).toEqual([first, 'name', ...queries.slice(1)]);
      for (const name of queries) expect(data[name] === null || Number.isInteger(data[name])).toBe(true);
      expect(await dataOf({ fields: queries })).toEqual(Object.fromEntries(queries.map((name) => [name, data[name]])));
    });
  });

  describe('rejects', () => {
    it('refuses one company more than a full batch', async () => {
      const companies = Array.from({ length: maxBatch + 1 }, () => ({ website: nowhere }));
      expect(await faultsOf(companyPath, { body: { companies, fields: ['name'] } })).toMatchObject([
        {
          type: 'too_long',
          loc: ['body', 'companies'],
          msg: `List should have at most ${maxBatch} items after validation, not ${maxBatch + 1}`,
        },
      ]);
    });

    itWith(
      namesTooMany,
      'a full batch of the service has fewer than 1,000 companies',
      'refuses a full batch with 251 names, and accepts half of the batch',
      async (count) => {
        const companies = Array.from({ length: maxBatch }, () => ({ website: nowhere }));
        const fields = Array.from({ length: count }, (_, index) => `${unique}-${index}`);
        expect(await faultsOf(companyPath, { body: { companies, fields } })).toMatchObject([
          { type: 'value_error', loc: ['body', 'companies'], msg: expect.stringContaining('values') },
        ]);
        expect(await resultsOf(companyPath, { companies: companies.slice(0, maxBatch / 2), fields })).toHaveLength(
          Math.floor(maxBatch / 2),
        );
      },
    );

    it('refuses a field name of 4 million characters for a full batch, because the answer would be too large', async () => {
      const companies = Array.from({ length: maxBatch }, () => ({ website: nowhere }));
      const fields = ['x'.repeat(4_000_000)];
      expect(await faultsOf(companyPath, { body: { companies, fields } })).toMatchObject([
        { type: 'value_error', loc: ['body', 'fields'] },
      ]);
    });
  });
});
