import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { alikeCompanies } from '../../src/matching/companies/alike-companies.fixture.js';
import { alikePersons } from '../../src/matching/names/alike-persons.fixture.js';
import { matchedSlug, matchedSlugs } from '../support/records/person-api.js';
import { startPersonService, type PersonService } from '../support/records/person-service.js';

let service: PersonService;

const givenNames = ['Ulrike', 'Tomasz', 'Beatriz', 'Kenji', 'Farah', 'Ioannis', 'Saoirse', 'Mbali', 'Henrik', 'Chiara'];
const familyNames = ['Adeyemi', 'Bergqvist', 'Castellanos', 'Dobrev', 'Ekberg', 'Fontaine', 'Grabowski', 'Hashimoto'];

/** Another full name for every number below 160. */
function fullNameOf(number: number): string {
  const [given = '', family = ''] = [givenNames[number % 10], familyNames[Math.floor(number / 10) % 8]];
  return `${given} ${family}${number < 80 ? '' : ' Quiroga'}`;
}

const spellings = [
  { stored: 'Halibutron Systems Ltd', searched: 'Hailbutron Systems Limited' },
  { stored: 'Общество с ограниченной ответственностью «Ромашка»', searched: 'Romashka OOO' },
  { stored: 'Institut für Pumpenkunde', searched: 'Institut fuer Pumpenkunde' },
  { stored: 'Quarzelmann Forty-Four AG', searched: 'Quarzelmann 44' },
];

beforeAll(async () => {
  const employed = (number: number, company_name: string, prefix: string): object => ({
    ...{ network_url: `network.com/in/${prefix}-${number}`, full_name: fullNameOf(number), company_name },
    company_website: `${prefix}-${number}.test`,
  });
  const companies = [...alikeCompanies, ...spellings].map(({ stored }, number) => ({
    ...{ website: `at-${number}.test`, name: stored },
  }));
  const persons = [...alikeCompanies, ...spellings].map(({ stored }, number) => employed(number, stored, 'at'));
  service = await startPersonService({ companies, persons });
  await service.load({
    persons: alikePersons.map(({ stored }, number) => ({
      ...{ network_url: `network.com/in/person-${number}`, full_name: stored, company_name: `Employer ${number}` },
      company_website: `employer-${number}.test`,
    })),
  });
  await service.load({
    companies: [{ website: 'nordhaven.test', name: 'Nordhaven Pump Works', aliases: ['NPW', 'Old Harbour Pumps'] }],
    persons: [
      { network_url: 'network.com/in/aliased', full_name: 'Ruth Nkosi', company_website: 'nordhaven.test' },
      { network_url: 'network.com/in/hui', full_name: '辉 崔', company_name: '百度', company_website: 'baidu.test' },
      { network_url: 'network.com/in/twin-1', full_name: 'Eva Twin', company_name: 'Brockmanns Forge' },
      { network_url: 'network.com/in/twin-2', full_name: 'Eva Twin', company_name: 'Brockmans Forge' },
    ],
  });
});

afterAll(() => service.close());

const first = alikeCompanies.length;

describe('companies with similar names: person enrichment succeeds', () => {
  it('with another spelling of the employer and the full name', async () => {
    const asked = spellings.map(({ searched }, index) => ({
      full_name: fullNameOf(first + index),
      company_name: searched,
    }));
    expect(await matchedSlugs(service.ours, asked)).toEqual(spellings.map((_, index) => `at-${first + index}`));
  });

  it('with a name in Chinese characters in the order of the record', async () => {
    expect(await matchedSlug(service.ours, { full_name: '辉 崔', company_domain: 'baidu.test' })).toBe('hui');
  });

  it.each(['NPW', 'Old Harbour Pumps Ltd', 'Old Harbor Pumps', 'Nordhaven Pump Works'])(
    'with the name or alias %s',
    async (company_name) => {
      expect(await matchedSlug(service.ours, { full_name: 'Ruth Nkosi', company_name })).toBe('aliased');
      expect(await matchedSlug(service.ours, { first_name: 'Ruth', last_name: 'Nkosi', company_name })).toBe('aliased');
    },
  );
});

describe('companies with similar names: person enrichment rejects', () => {
  it('a person at a company with a similar name', async () => {
    const asked = alikeCompanies.map(({ searched }, number) => ({
      full_name: fullNameOf(number),
      company_name: searched,
    }));
    const found = await matchedSlugs(service.ours, asked);
    const wrong = alikeCompanies.filter((_, index) => found[index] !== null);
    expect(wrong).toEqual([]);
  });

  it.each([
    ['a slip with another given name', { full_name: 'Ruta Nkosi', company_name: 'Nordhavn Pump Works' }],
    [
      'a slip with another domain',
      { full_name: 'Ruth Nkosi', company_name: 'Nordhavn Pump Works', company_domain: 'other.test' },
    ],
    [
      'a slip with an address elsewhere',
      { full_name: 'Ruth Nkosi', company_name: 'Nordhavn Pump Works', work_email: 'ruth@other.test' },
    ],
    ['two persons of the name at similar companies', { full_name: 'Eva Twin', company_name: 'Brockmannns Forge' }],
    ['a stored company of exactly the name', { full_name: fullNameOf(first), company_name: 'Nordhaven Pump Works' }],
  ])('%s', async (_, identifier) => {
    expect(await matchedSlug(service.ours, identifier)).toBeNull();
  });
});

describe('persons with similar names: person enrichment rejects', () => {
  it.each([
    ['the domain', (number: number) => ({ company_domain: `employer-${number}.test` })],
    ['the name', (number: number) => ({ company_name: `Employer ${number}` })],
  ])('a colleague by %s of the employer', async (_, employer) => {
    const asked = alikePersons.map(({ searched }, number) => ({ full_name: searched, ...employer(number) }));
    const found = await matchedSlugs(service.ours, asked);
    expect(alikePersons.filter((__, index) => found[index] !== null)).toEqual([]);
  });

  it('no pair fewer than 200 with those of companies', () => {
    expect(alikePersons.length + alikeCompanies.length).toBeGreaterThanOrEqual(200);
  });
});
