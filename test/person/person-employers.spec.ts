import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { personResultsOf, matchedSlugs, matchedSlug } from '../support/records/person-api.js';
import { startPersonService, type PersonService } from '../support/records/person-service.js';

let service: PersonService;

const person = (slug: string, full_name: string, rest: object): object => ({
  network_url: `network.com/in/${slug}`,
  full_name,
  ...rest,
});

beforeAll(async () => {
  service = await startPersonService({
    companies: [
      {
        website: 'acme.test',
        domains: ['acme.example'],
        network_url: 'network.com/company/acme',
        network_id: '7',
        name: 'Acme Widgets GmbH',
        former_names: ['Roadrunner Traps'],
        aliases: ['Coyote Supplies'],
      },
      { website: 'globex.test', name: 'Globex Corporation' },
      { network_url: 'network.com/company/pageonly', name: 'Page Only' },
      { website: 'zendesk.com', domains: ['facebook.com'], name: 'Platform Owner' },
      { website: 'orbit-inc.test', name: 'Orbit Works Inc.' },
      { website: 'orbit-ltd.test', name: 'Orbit Works Ltd' },
    ],
    persons: [
      person('by-site', 'Zora Lund', { company_website: 'acme.test' }),
      person('by-alias', 'Yuri Beck', { company_website: 'acme.example' }),
      person('by-page', 'Xena Holt', { company_network_url: 'network.com/company/acme' }),
      person('by-id', 'Wim Krol', { company_network_id: '7' }),
      person('by-name', 'Vera Sand', { company_name: 'Acme Widgets' }),
      person('by-former-name', 'Ugo Ricci', { company_name: 'Roadrunner Traps' }),
      person('by-other-name', 'Sara Tann', { company_name: 'Coyote Supplies' }),
      person('by-own-name', 'Tess Moor', { company_website: 'acme.test', company_name: 'Acme Widgets Labs' }),
      person('stranger-site', 'Sven Rask', { company_website: 'tiny.test', company_name: 'Tiny Shop Ltd' }),
      person('stranger-name', 'Rosa Vidal', { company_name: 'Bodega Vidal S.L.' }),
      person('stranger-sub', 'Quin Yates', { company_website: 'berlin.tiny.test' }),
      person('mover', 'Paul Noor', { company_website: 'globex.test' }),
      person('retired', 'Olga Pavlova', {
        experience: [
          { title: 'CEO', company_website: 'acme.test', start_date: '2010-01', end_date: '2015-01' },
          { title: 'Adviser', company_website: 'globex.test', start_date: '2015-02' },
        ],
      }),
      person('two-jobs', 'Nora Quist', {
        experience: [
          { title: 'Partner', company_name: 'Quist & Daughters', start_date: '2020-01' },
          { title: 'Board Member', company_website: 'acme.test', start_date: '2018-01' },
        ],
      }),
      person('orbit-inc', 'Kira Lohm', { company_website: 'orbit-inc.test' }),
      person('orbit-ltd', 'Jon Maas', { company_website: 'orbit-ltd.test' }),
      person('owner', 'Hugo Platt', { company_website: 'https://www.facebook.com/' }),
      person('tenant', 'Gina Rossi', { company_website: 'https://rossi.zendesk.com/hc' }),
      person('jobless', 'Milo Frey', {}),
      person('old-page', 'Lina Brod', {
        company_website: 'acme.example',
        company_network_url: 'network.com/company/acme-old',
      }),
      person('old-site', 'Ines Vogt', {
        company_website: 'pageonly-old.test',
        company_network_url: 'network.com/company/pageonly',
      }),
    ],
  });
});

afterAll(() => service.close());

const employees: readonly (readonly [slug: string, full_name: string])[] = [
  ['by-site', 'Zora Lund'],
  ['by-alias', 'Yuri Beck'],
  ['by-page', 'Xena Holt'],
  ['by-id', 'Wim Krol'],
  ['by-name', 'Vera Sand'],
  ['by-former-name', 'Ugo Ricci'],
  ['by-other-name', 'Sara Tann'],
  ['by-own-name', 'Tess Moor'],
];

const ofAcme: readonly (readonly [what: string, employer: object])[] = [
  ['the domain', { company_domain: 'acme.test' }],
  ['an alias domain', { company_domain: 'acme.example' }],
  ['a subdomain', { company_domain: 'jobs.eu.acme.test' }],
  ['a URL on the domain', { company_domain: 'https://WWW.Acme.test/about' }],
  ['the name', { company_name: 'Acme Widgets GmbH' }],
  ['the name without the legal form', { company_name: 'ACME widgets' }],
  ['a former name', { company_name: 'Roadrunner Traps Inc.' }],
  ['an alias', { company_name: 'Coyote Supplies Ltd.' }],
  ['the domain and the name', { company_domain: 'acme.test', company_name: 'Acme Widgets' }],
  ['the domain and a word for a missing name', { company_domain: 'acme.test', company_name: 'null' }],
  [
    'the name, a missing domain and a missing page',
    { company_domain: 'N/A', network_url: '-', company_name: 'Acme Widgets' },
  ],
  ['the domain and an unknown name', { company_domain: 'acme.test', company_name: 'Unheard Of' }],
  ['an unknown domain and the name', { company_domain: 'unheard-of.test', company_name: 'Acme Widgets' }],
];

describe('POST /v1/person/enrich succeeds with an employer', () => {
  it.each(ofAcme)(
    'matches employees of a stored company by %s, however they are linked to it',
    async (_what, employer) => {
      const persons = employees.map(([, full_name]) => ({ full_name, ...employer }));
      expect(await matchedSlugs(service.ours, persons)).toEqual(employees.map(([slug]) => slug));
    },
  );

  it('reads a text such as N/A in place of the full name as no name', async () => {
    const names = { full_name: '#N/A', first_name: 'Zora', last_name: 'Lund' };
    expect(await matchedSlug(service.ours, { ...names, company_domain: 'acme.test' })).toBe('by-site');
  });

  it('matches a person by the name of an employer that is not stored as a company', async () => {
    expect(await matchedSlug(service.ours, { full_name: 'Tess Moor', company_name: 'Acme Widgets Labs' })).toBe(
      'by-own-name',
    );
  });

  it.each([
    ['its domain', 'stranger-site', { full_name: 'Sven Rask', company_domain: 'tiny.test' }],
    ['a subdomain of its domain', 'stranger-site', { full_name: 'Sven Rask', company_domain: 'shop.tiny.test' }],
    ['its name', 'stranger-site', { full_name: 'Sven Rask', company_name: 'Tiny Shop' }],
    ['its name with a legal form', 'stranger-site', { full_name: 'Sven Rask', company_name: 'TINY SHOP LIMITED' }],
    [
      'its name, which is all that is known',
      'stranger-name',
      { full_name: 'Rosa Vidal', company_name: 'Bodega Vidal' },
    ],
    [
      'its domain, whose parent is the domain of another employer',
      'stranger-sub',
      { full_name: 'Quin Yates', company_domain: 'berlin.tiny.test' },
    ],
  ])('matches a person whose employer is not stored, by %s', async (_what, slug, identifier) => {
    expect(await matchedSlug(service.ours, identifier)).toBe(slug);
  });

  it.each([
    ['and the domain', { company_domain: 'orbit-ltd.test' }],
    ['and an address at the domain of another company', { work_email: 'x@globex.test' }],
    ['and a domain that no company has', { company_domain: 'unheard-of.test' }],
    ['and the domain of a company with another name', { company_domain: 'globex.test' }],
    ['with its legal form', { company_name: 'Orbit Works Limited' }],
    ['with a legal form that no company of the name has', { company_name: 'Orbit Works LLC' }],
  ])('matches a person by a name of the employer that two companies have, %s', async (_what, employer) => {
    const identifier = { full_name: 'Jon Maas', company_name: 'Orbit Works', ...employer };
    expect(await matchedSlug(service.ours, identifier)).toBe('orbit-ltd');
  });

  it.each([
    ['the owner of a shared site, by the site', 'owner', { full_name: 'Hugo Platt', company_domain: 'zendesk.com' }],
    [
      'the owner of a shared site, by its own subdomain',
      'owner',
      { full_name: 'Hugo Platt', company_domain: 'about.facebook.com' },
    ],
    ['the owner of a shared site, by an address', 'owner', { work_email: 'hugo.platt@facebook.com' }],
    [
      'a customer of a shared site, by its subdomain',
      'tenant',
      { full_name: 'Gina Rossi', company_domain: 'rossi.zendesk.com' },
    ],
  ])('matches a person whose employer is %s', async (_what, slug, identifier) => {
    expect(await matchedSlug(service.ours, identifier)).toBe(slug);
  });

  it('matches a person with two current employers by each of them', async () => {
    const full_name = 'Nora Quist';
    const persons = [{ company_domain: 'acme.test' }, { company_name: 'Quist and Daughters' }];
    const identifiers = persons.map((employer) => ({ full_name, ...employer }));
    expect(await matchedSlugs(service.ours, identifiers)).toEqual(['two-jobs', 'two-jobs']);
  });
});

describe('POST /v1/person/enrich protects from matching', () => {
  it.each([
    ['another company’s domain', { full_name: 'Zora Lund', company_domain: 'globex.test' }],
    ['another company’s name', { full_name: 'Zora Lund', company_name: 'Globex' }],
    ['an unknown domain', { full_name: 'Zora Lund', company_domain: 'unheard-of.test' }],
    ['an unknown name', { full_name: 'Zora Lund', company_name: 'Unheard Of' }],
    ['a name that only begins like the employer’s', { full_name: 'Zora Lund', company_name: 'Acme Airlines' }],
    ['a domain that only ends like the employer’s', { full_name: 'Zora Lund', company_domain: 'notacme.test' }],
    ['the parent of the employer’s domain', { full_name: 'Quin Yates', company_domain: 'tiny.test' }],
    ['the domain of a former employer', { full_name: 'Olga Pavlova', company_domain: 'acme.test' }],
    ['a domain, if the employer of the person is unknown', { full_name: 'Milo Frey', company_domain: 'acme.test' }],
    [
      'the domain of another company with the employer’s name',
      { full_name: 'Kira Lohm', company_domain: 'orbit-ltd.test', company_name: 'Orbit Works' },
    ],
    [
      'the name of another company that differs only in the legal form',
      { full_name: 'Kira Lohm', company_name: 'Orbit Works Ltd.' },
    ],
    ['a page on a shared site', { full_name: 'Hugo Platt', company_domain: 'facebook.com/platt' }],
    ['a customer’s subdomain of a shared site', { full_name: 'Hugo Platt', company_domain: 'platt.zendesk.com' }],
    [
      'an address at a customer’s subdomain of a shared site',
      { full_name: 'Hugo Platt', work_email: 'hugo.platt@platt.zendesk.com' },
    ],
    ['the shared site of which the employer is a customer', { full_name: 'Gina Rossi', company_domain: 'zendesk.com' }],
    ['a domain of a single label', { full_name: 'Zora Lund', company_domain: 'acme' }],
    ['a public suffix', { full_name: 'Zora Lund', company_domain: 'co.uk' }],
    ['a company name of punctuation', { full_name: 'Zora Lund', company_name: '!!!' }],
  ])('matches no person by the full name and %s', async (_what, identifier) => {
    expect(await matchedSlug(service.ours, identifier)).toBeNull();
  });
});

describe('POST /v1/person/enrich succeeds with fields of the employer', () => {
  it.each([
    [
      'old-page',
      {
        company_network_url: 'https://www.network.com/company/acme',
        company_network_id: '7',
        company_website: 'acme.test',
      },
    ],
    [
      'old-site',
      {
        company_network_url: 'https://www.network.com/company/pageonly',
        company_network_id: null,
        company_website: null,
      },
    ],
  ])(
    'returns for the person %s the values of the stored employer instead of those in the record of the person, in the fields and in `company`',
    async (slug, expected) => {
      const [result] = await personResultsOf(service.ours, {
        persons: [{ network_url: `network.com/in/${slug}` }],
        fields: Object.keys(expected),
        enrich_company: ['network_url', 'network_id', 'website'],
      });
      expect(result?.data).toEqual({
        ...expected,
        company: {
          network_url: expected.company_network_url,
          network_id: expected.company_network_id,
          website: expected.company_website,
        },
      });
    },
  );
});

describe('POST /v1/person/enrich succeeds with the website as the only field of the employer', () => {
  it.each([
    ['the website of the stored employer, although the person has one of its alias domains', 'by-alias', 'acme.test'],
    ['the website of the stored employer, although the person has another page of it', 'old-page', 'acme.test'],
    ['null if the stored employer has no website, although the person has one', 'old-site', null],
    ['the website in the record of the person if the employer is not stored', 'stranger-site', 'tiny.test'],
    ['null for a person without an employer', 'jobless', null],
  ])('returns %s', async (_, slug, company_website) => {
    const persons = [{ network_url: `network.com/in/${slug}` }];
    const [result] = await personResultsOf(service.ours, { persons, fields: ['company_website'] });
    expect(result?.data).toEqual({ company_website });
  });
});

describe('POST /v1/person/enrich succeeds after changes of employers', () => {
  it('returns the new website of an employer whose old website has become an alias', async () => {
    const employer = { network_id: '88', name: 'Renamed AG' };
    await service.load({ companies: [{ ...employer, website: 'before.test' }] });
    await service.load({ persons: [person('stayer', 'Pia Holm', { company_website: 'before.test' })] });
    await service.load({ companies: [{ ...employer, website: 'after.test', domains: ['after.test', 'before.test'] }] });
    const persons = [{ network_url: 'network.com/in/stayer' }];
    for (const fields of [['company_website'], ['company_website', 'company_network_id']]) {
      const [result] = await personResultsOf(service.ours, { persons, fields });
      expect(result?.data.company_website).toBe('after.test');
    }
  });

  it('matches a person at the new employer, and no longer at the old one', async () => {
    const full_name = 'Paul Noor';
    const persons = ['globex.test', 'acme.test'].map((company_domain) => ({ full_name, company_domain }));
    expect(await matchedSlugs(service.ours, persons)).toEqual(['mover', null]);
    await service.load({ persons: [person('mover', full_name, { company_website: 'acme.test' })] });
    expect(await matchedSlugs(service.ours, persons)).toEqual([null, 'mover']);
  });

  it('matches a person by all domains and names of an employer that was stored after the person', async () => {
    await service.load({ persons: [person('early', 'Lars Berg', { company_website: 'late.test' })] });
    const full_name = 'Lars Berg';
    const persons = [{ company_domain: 'late.test' }, { company_domain: 'late.example' }, { company_name: 'Late' }];
    const identifiers = persons.map((employer) => ({ full_name, ...employer }));
    expect(await matchedSlugs(service.ours, identifiers)).toEqual(['early', null, null]);
    await service.load({ companies: [{ website: 'late.test', domains: ['late.example'], name: 'Late AG' }] });
    expect(await matchedSlugs(service.ours, identifiers)).toEqual(['early', 'early', 'early']);
  });
});
