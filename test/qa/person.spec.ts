import { describe, expect, it } from '@jest/globals';
import { companyFieldNames } from '../support/records/company-fields.js';
import { describeWith, itWith, known, needs } from './known.js';
import { ask, companyPath, document, nowhere, personPath, resultOf, resultsOf, unique, type Result } from './target.js';
import { faultsOf } from './validation.js';

const profileFields = [
  'contact_network_url',
  'contact_network_id',
  'first_name',
  'last_name',
  'full_name',
  'job_title',
  'company_network_url',
  'company_network_id',
  'company_website',
  'contact_country',
  'contact_region',
  'location_locality',
  'location_postal_code',
];
const seniorities = ['seniority_executive', 'seniority_director', 'seniority_teamlead', 'seniority_ic', null];
const everything = {
  fields: [...profileFields, unique],
  include_personas: true,
  enrich_company: ['name', 'website'],
  allow_signals: {},
};
const addedKeys = ['personas', 'seniority', 'company', 'signals'];

/** Identifiers that match no person, one for each combination of members. */
const unmatched = [
  { network_url: `network.com/in/${unique}` },
  { work_email: `jo.doe@${nowhere}`, external_id: ' label ' },
  { full_name: 'Jo Doe', company_domain: nowhere },
  { full_name: 'Jo Doe', company_name: unique },
  { first_name: 'Jo', last_name: 'Doe', company_domain: nowhere, external_id: null },
  { external_id: '', first_name: 'Jo', last_name: 'Doe', company_name: unique },
  { work_email: `jo.doe@${nowhere}`, full_name: 'Jo Doe', company_domain: nowhere, company_name: unique },
];
const { properties } = document.content.components.schemas.PersonEnrichRequest as {
  properties: { persons: { maxItems: number } };
};
const maxBatch = properties.persons.maxItems;

describe('POST /v1/person/enrich', () => {
  describe('succeeds', () => {
    it('answers unknown persons in the order of the request, with null under every key', async () => {
      const results = await resultsOf(personPath, { persons: unmatched, ...everything });
      const data = Object.fromEntries([...everything.fields, ...addedKeys].map((name) => [name, null]));
      expect(results).toEqual(unmatched.map((identifier) => ({ identifier, data, matched: false })));
      expect(JSON.stringify(results.map(({ identifier }) => identifier))).toBe(JSON.stringify(unmatched));
    });

    it('answers a full batch with one result for each person', async () => {
      const persons = Array.from({ length: maxBatch }, (_, index) => ({ work_email: `${index}@${nowhere}` }));
      const results = await resultsOf(personPath, { persons, include_personas: true });
      expect(results.map(({ identifier }) => identifier)).toEqual(persons);
    });

    it('ignores unknown members of an identifier, and empty texts if the identifier has a profile page', async () => {
      const identifier = { network_url: `network.com/in/${unique}`, work_email: '', company_name: null };
      const persons = [{ ...identifier, note: 'mine', resolved_network_url: 'x' }];
      const results = await resultsOf(personPath, { persons, fields: ['full_name'], limit: 1 });
      expect(JSON.stringify(results[0]?.identifier)).toBe(JSON.stringify(identifier));
    });
  });

  describeWith(known.person, needs.person, 'succeeds with a person on record', (person) => {
    const page = person.contact_network_url;
    const identifier = { network_url: page };
    const dataOf = async (request: object): Promise<Result['data']> => {
      const { data, matched } = await resultOf(personPath, { persons: [identifier], ...request });
      expect(matched).toBe(true);
      return data;
    };

    it('matches the person by every usual form of the profile page, and adds no `resolved_network_url`', async () => {
      const bare = page.replace('https://www.', '');
      const forms = [page, bare, `http://${bare}/`, `${page}?trk=x`, bare.toUpperCase()];
      const persons = forms.map((network_url, index) => ({ network_url, external_id: `${index}` }));
      const results = await resultsOf(personPath, { persons, fields: profileFields });
      expect(results.map((result) => result.identifier)).toEqual(persons);
      for (const { data } of results) expect(data).toEqual(results[0]?.data);
      expect(results[0]?.data).toMatchObject({ contact_network_url: page, full_name: person.full_name });
    });

    it('returns every profile field once, as text or null, in the order of the request', async () => {
      const data = await dataOf({ fields: [...profileFields.toReversed(), 'full_name'] });
      expect(Object.keys(data)).toEqual(profileFields.toReversed());
      for (const value of Object.values(data)) expect(value === null || typeof value === 'string').toBe(true);
    });

    describe.each(Object.entries(person.strategies))('by %s', (_strategy, { identifier: members, isAmbiguous }) => {
      itWith(
        isAmbiguous ? null : members,
        isAmbiguous ? needs.personWithUniqueName : needs.personWithMore,
        'matches the person and adds resolved_network_url',
        async (members) => {
          const [found, again] = await resultsOf(personPath, {
            persons: [
              { ...members, external_id: 'x' },
              { ...identifier, external_id: 'y' },
            ],
            fields: profileFields,
          });
          expect(found).toEqual({ ...again, identifier: { ...members, external_id: 'x', resolved_network_url: page } });
        },
      );

      if (!isAmbiguous || members === null) return;
      it('matches no person if several persons fit', async () => {
        const result = await resultOf(personPath, { persons: [members], fields: ['full_name'] });
        expect(result).toEqual({ identifier: members, data: { full_name: null }, matched: false });
      });
    });

    it('returns one result for each identifier, also for repeated identifiers and for those without a match', async () => {
      const persons = [identifier, unmatched[0], identifier, unmatched[2]];
      const results = await resultsOf(personPath, { persons, fields: ['contact_network_url'] });
      expect(results.map(({ data }) => data.contact_network_url)).toEqual([page, null, page, null]);
    });

    it('returns personas and seniority', async () => {
      const data = await dataOf({ include_personas: true });
      expect(Object.keys(data)).toEqual(['personas', 'seniority']);
      expect(data.personas).toEqual(expect.any(Array));
      expect(seniorities).toContain(data.seniority);
    });

    itWith(known.hasContactCredits ? person : null, needs.contact, 'returns contact data', async () => {
      const data = await dataOf({ include_contact_data: true });
      expect(Object.keys(data)).toEqual(['email', 'phone']);
      expect(data.email ?? `info@${nowhere}`).toEqual(expect.stringMatching(/^[^@]+@[^@]+$/));
      expect(data.phone ?? '').toEqual(expect.any(String));
    });

    it('returns 1 or 0 for query fields, and 0 for unknown names', async () => {
      const names = [...known.queryFields, unique];
      const answer = await ask(personPath, { body: { persons: [identifier, unmatched[0]], fields: names } });
      const [found, missed] = (answer.body as { results: Result[] }).results;
      for (const name of names) expect([0, 1]).toContain(found?.data[name]);
      expect(found?.data[unique]).toBe(0);
      expect(missed?.data).toEqual(Object.fromEntries(names.map((name) => [name, null])));
      expect(answer.headers.get('X-Unknown-Fields')).toContain(unique);
    });

    it('returns all signals of the profile page of the person, or only those of the requested type', async () => {
      const { signals } = await dataOf({ allow_signals: {} });
      const all = signals as { intent_holder_network_url: string; signal_type: string }[];
      expect(all.map((signal) => signal.intent_holder_network_url)).toEqual(all.map(() => page));
      const [{ signal_type: type } = { signal_type: 'Article' }] = all;
      const ofType = all.filter((signal) => signal.signal_type === type);
      expect(await dataOf({ allow_signals: { type } })).toEqual({ signals: ofType });
    });

    it('returns the members that all options together add, in the same order with and without a match', async () => {
      const [found, missed] = await resultsOf(personPath, { persons: [identifier, unmatched[1]], ...everything });
      expect(Object.keys(found?.data ?? {})).toEqual(Object.keys(missed?.data ?? {}));
      expect(new Set(Object.keys(found?.data ?? {}))).toEqual(new Set([...everything.fields, ...addedKeys]));
    });

    const employer = person.company?.network_url ?? null;
    describeWith(
      employer,
      'the person of E2E_PERSON_NETWORK_URL has no employer on record with a page',
      'who has an employer',
      (employer) => {
        it('returns the same data of the employer as company enrichment, for `true` and for a list of fields', async () => {
          const fields = [...companyFieldNames, ...known.queryFields];
          const expected = await resultOf(companyPath, { companies: [{ network_url: employer }], fields });
          const { company } = await dataOf({ enrich_company: true });
          expect(company).toMatchObject(expected.data);
          const listed = await dataOf({ enrich_company: ['website', 'name', unique] });
          const { website, name } = expected.data;
          expect(listed).toEqual({ company: { website, name, [unique]: null } });
        });

        it('matches no person by the name and another employer', async () => {
          const persons = [{ full_name: person.full_name ?? 'Jo Doe', company_domain: nowhere }];
          expect(await resultsOf(personPath, { persons, fields: ['full_name'] })).toMatchObject([{ matched: false }]);
        });
      },
    );
  });

  describe('rejects', () => {
    it('refuses one person more than a full batch', async () => {
      const persons = Array.from({ length: maxBatch + 1 }, () => unmatched[0]);
      const faults = await faultsOf(personPath, { body: { persons, include_personas: true } });
      expect(faults).toMatchObject([{ type: 'too_long', loc: ['body', 'persons'] }]);
    });
  });

  describe('protects', () => {
    it.each([
      ['without a key', undefined],
      ['with a wrong key', unique],
    ])('answers 401 to a request %s before it checks the body', async (_what, apiKey) => {
      const { status, body } = await ask(personPath, { apiKey, body: { persons: 1 } });
      expect([status, body]).toEqual([401, { detail: 'Invalid API key' }]);
    });
  });
});
