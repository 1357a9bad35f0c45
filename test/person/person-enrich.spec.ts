import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { personResultsOf, matchedSlugs, matchedSlug } from '../support/records/person-api.js';
import { startPersonService, type PersonService } from '../support/records/person-service.js';

const page = (slug: string): string => `https://www.network.com/in/${slug}`;

const jane = {
  network_url: 'network.com/in/Jane-Doe',
  network_id: '4711',
  first_name: 'Jane',
  last_name: 'Doe',
  full_name: 'Dr. Jane Q. Doe',
  job_title: 'Chief Technology Officer',
  company_website: 'acme.test',
  company_name: 'Acme Inc.',
  country: 'Germany',
  region: 'Bavaria',
  location_locality: 'Munich',
  location_postal_code: '80331',
  emails: [{ address: 'jane.doe@acme.test' }],
};

let service: PersonService;

beforeAll(async () => {
  service = await startPersonService({
    companies: [
      { website: 'acme.test', name: 'Acme Inc.', network_url: 'network.com/company/acme', network_id: '7' },
      { website: 'globex.test', name: 'Globex GmbH' },
    ],
    persons: [
      jane,
      { network_url: 'network.com/in/juan', full_name: 'Juan Pérez', company_website: 'globex.test' },
      {
        network_url: 'network.com/in/ada',
        full_name: 'Ada Lovelace',
        company_name: 'Engines Ltd',
        company_website: 'engines.test',
        company_network_url: 'network.com/company/engines',
        company_network_id: '99',
      },
      { network_url: 'network.com/in/nameless' },
      { network_url: 'network.com/in/idle', full_name: 'Idle Hands' },
    ],
  });
});

afterAll(() => service.close());

const work_email = 'jane.doe@acme.test';
const full = { full_name: 'Jane Doe' };
const parts = { first_name: 'Jane', last_name: 'Doe' };
const domain = { company_domain: 'acme.test' };
const name = { company_name: 'Acme' };

const strategies: readonly (readonly [what: string, identifier: object])[] = [
  ['a profile URL', { network_url: 'https://www.network.com/in/jane-doe' }],
  ['a work e-mail', { work_email }],
  ['a full name and a domain', { ...full, ...domain }],
  ['a full name and a company name', { ...full, ...name }],
  ['first and last name and a domain', { ...parts, ...domain }],
  ['first and last name and a company name', { ...parts, ...name }],
  ['all identifiers but a profile URL', { work_email, ...full, ...parts, ...domain, ...name }],
];

const profile = {
  contact_network_url: page('jane-doe'),
  contact_network_id: '4711',
  first_name: 'Jane',
  last_name: 'Doe',
  full_name: 'Dr. Jane Q. Doe',
  job_title: 'Chief Technology Officer',
  company_network_url: 'https://www.network.com/company/acme',
  company_network_id: '7',
  company_website: 'acme.test',
  contact_country: 'Germany',
  contact_region: 'Bavaria',
  location_locality: 'Munich',
  location_postal_code: '80331',
};

describe('POST /v1/person/enrich succeeds', () => {
  it.each(strategies)('matches a person by %s', async (_what, identifier) => {
    const [result] = await personResultsOf(service.ours, { persons: [identifier], fields: ['full_name'] });
    const resolved = 'network_url' in identifier ? {} : { resolved_network_url: page('jane-doe') };
    expect(result).toEqual({
      identifier: { ...identifier, ...resolved },
      data: { full_name: 'Dr. Jane Q. Doe' },
      matched: true,
    });
  });

  it('returns one result for each identifier, in the order of the request, also for repeated identifiers and those without a match', async () => {
    const persons = [
      ...strategies.map(([, identifier]) => identifier),
      { full_name: 'Juan Perez', company_domain: 'globex.test' },
      { network_url: page('nobody') },
      ...strategies.map(([, identifier]) => identifier).reverse(),
      { work_email: 'nobody@nowhere.test' },
      { network_url: page('juan') },
    ];
    const results = await personResultsOf(service.ours, { persons, fields: ['contact_network_url'] });
    expect(results.map(({ identifier }) => identifier)).toMatchObject(persons);
    const janes = strategies.map(() => page('jane-doe'));
    const urls = results.map(({ data }) => data.contact_network_url);
    expect(urls).toEqual([...janes, page('juan'), null, ...janes, null, page('juan')]);
    expect(results.map(({ matched }) => matched)).toEqual(urls.map((url) => url !== null));
  });

  it('returns every profile field once, in the order of the request, even if the request names the field twice', async () => {
    const fields = Object.keys(profile).reverse();
    const request = { persons: [{ network_url: page('jane-doe') }], fields: [...fields, ...fields] };
    const [result] = await personResultsOf(service.ours, request);
    expect(result?.data).toEqual(profile);
    expect(Object.keys(result?.data ?? {})).toEqual(fields);
  });

  it('returns the employer from the record of the person if the employer is not stored as a company', async () => {
    const fields = ['company_network_url', 'company_network_id', 'company_website'];
    const [result] = await personResultsOf(service.ours, { persons: [{ network_url: page('ada') }], fields });
    expect(result?.data).toEqual({
      company_network_url: 'https://www.network.com/company/engines',
      company_network_id: '99',
      company_website: 'engines.test',
    });
  });

  it('returns null for values that are not stored, and for all fields without a match', async () => {
    const persons = [{ network_url: page('nameless') }, { network_url: page('nobody') }];
    const fields = Object.keys(profile);
    const [nameless, missing] = await personResultsOf(service.ours, { persons, fields });
    const nulls = Object.fromEntries(fields.map((field) => [field, null]));
    expect(nameless).toEqual({
      identifier: persons[0],
      data: { ...nulls, contact_network_url: page('nameless') },
      matched: true,
    });
    expect(missing).toEqual({ identifier: persons[1], data: nulls, matched: false });
  });

  it.each([
    'network.com/in/jane-doe',
    'https://network.com/in/jane-doe/',
    'http://de.network.com/in/JANE-DOE?trk=x#top',
    ' https://www.network.com/in/jane-doe ',
    'https://www.network.com/in/jane%2Ddoe/details/experience/',
  ])('matches a person by the profile page, written %j', async (network_url) => {
    expect(await matchedSlug(service.ours, { network_url })).toBe('jane-doe');
  });

  it.each([
    { network_url: page('jane-doe'), first_name: 'Jane' },
    { network_url: page('jane-doe'), full_name: 'Jane Doe' },
    { work_email, last_name: 'Doe' },
  ])('matches by a page or an address, even if the name in the request is not complete: %j', async (identifier) => {
    expect(await matchedSlug(service.ours, identifier)).toBe('jane-doe');
  });

  it('matches persons without a stored name or employer by their profile pages', async () => {
    const persons = [{ network_url: page('nameless') }, { network_url: page('idle') }];
    expect(await matchedSlugs(service.ours, persons)).toEqual(['nameless', 'idle']);
  });
});

describe('POST /v1/person/enrich succeeds in returning the identifier', () => {
  it('returns the sent members unchanged and in order, nulls included, and without unknown members', async () => {
    const identifier = {
      external_id: ' row 1 ',
      company_name: null,
      network_url: 'NETWORK.com/in/Jane-Doe/',
      full_name: '',
    };
    const persons = [{ ...identifier, note: 'mine', network_id: '4711', resolved_network_url: 'x' }];
    const [result] = await personResultsOf(service.ours, { persons, fields: ['last_name'] });
    expect(JSON.stringify(result?.identifier)).toBe(JSON.stringify(identifier));
  });

  it('returns the identifier with resolved_network_url if the network_url that was sent is unknown and the person is found by another member', async () => {
    const identifier = { external_id: 'a', work_email, network_url: page('jane-doe-old') };
    const [result] = await personResultsOf(service.ours, { persons: [identifier], fields: ['last_name'] });
    const echo = { ...identifier, resolved_network_url: page('jane-doe') };
    expect(JSON.stringify(result?.identifier)).toBe(JSON.stringify(echo));
    expect(result?.matched).toBe(true);
  });

  it('returns the identifier without resolved_network_url if the person is found by the network_url that was sent', async () => {
    const identifier = { network_url: page('juan'), work_email, ...full, ...domain };
    const [result] = await personResultsOf(service.ours, { persons: [identifier], fields: ['full_name'] });
    expect(result).toEqual({ identifier, data: { full_name: 'Juan Pérez' }, matched: true });
  });

  it('returns the identifier without resolved_network_url if no person matches', async () => {
    const identifier = { full_name: 'Nobody Atall', ...domain };
    const [result] = await personResultsOf(service.ours, { persons: [identifier], fields: ['full_name'] });
    expect(result).toEqual({ identifier, data: { full_name: null }, matched: false });
  });

  it('accepts external_id, but finds a person neither by external_id nor by the unknown member network_id', async () => {
    const persons = [{ work_email: 'x@nowhere.test', external_id: page('jane-doe'), network_id: '4711' }];
    expect(await matchedSlugs(service.ours, persons)).toEqual([null]);
  });
});
