import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { alikeCompanies } from '../../src/matching/companies/alike-companies.fixture.js';
import { alikePersons } from '../../src/matching/names/alike-persons.fixture.js';
import { matchedSlug, matchedSlugs } from '../support/records/person-api.js';
import { startPersonService, type PersonService } from '../support/records/person-service.js';

let service: PersonService;

const givenNames = ['Ulrike', 'Tomasz', 'Beatriz', 'Kenji', 'Farah', 'Ioannis', 'Saoirse', 'Mbali', 'Henrik', 'Chiara'];
const familyNames = ['Adeyemi', 'Bergqvist', 'Castellanos', 'Dobrev', 'Ekberg', 'Fontaine', 'Grabowski', 'Hashimoto'];

/** A full name for each number below 240. No two numbers have the same name. */
function fullNameOf(number: number): string {
  const [given = '', family = ''] = [givenNames[number % 10], familyNames[Math.floor(number / 10) % 8]];
  return `${given} ${family}${['', ' Quiroga', ' Rasmussen'][Math.floor(number / 80)] ?? ''}`;
}

const spellings = [
  { stored: 'Halibutron Systems Ltd', searched: 'Hailbutron Systems Limited' },
  { stored: 'Общество с ограниченной ответственностью «Ромашка»', searched: 'Romashka OOO' },
  { stored: 'Institut für Pumpenkunde', searched: 'Institut fuer Pumpenkunde' },
  { stored: 'Quarzelmann Forty-Four AG', searched: 'Quarzelmann 44' },
  { stored: 'Zorra Tannhausen N.V.', searched: 'ZORRA TANNHAUSEN N.V., HENGELMOND' },
  { stored: 'Zimtstern Brausewind Gesellschaft AG', searched: 'ZIMTSTERN BRAUSEWIND GESELLS' },
  { stored: 'Quarzelmann Zinnober Pumpenwerke AG', searched: 'QZP Group' },
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

describe('POST /v1/person/enrich succeeds with a name and an employer', () => {
  it('matches a person by the full name and another spelling of the employer', async () => {
    const asked = spellings.map(({ searched }, index) => ({
      full_name: fullNameOf(first + index),
      company_name: searched,
    }));
    expect(await matchedSlugs(service.ours, asked)).toEqual(spellings.map((_, index) => `at-${first + index}`));
  });

  it('matches a person by a name in Chinese characters that is written as it is stored', async () => {
    expect(await matchedSlug(service.ours, { full_name: '辉 崔', company_domain: 'baidu.test' })).toBe('hui');
  });

  it.each(['NPW', 'Old Harbour Pumps Ltd', 'Old Harbor Pumps', 'Nordhaven Pump Works'])(
    'matches a person by the full name and the name or alias of the employer: %s',
    async (company_name) => {
      expect(await matchedSlug(service.ours, { full_name: 'Ruth Nkosi', company_name })).toBe('aliased');
      expect(await matchedSlug(service.ours, { first_name: 'Ruth', last_name: 'Nkosi', company_name })).toBe('aliased');
    },
  );
});

describe('POST /v1/person/enrich protects from matches at companies with similar names', () => {
  it('does not match a person at a company whose name is only similar', async () => {
    const asked = alikeCompanies.map(({ searched }, number) => ({
      full_name: fullNameOf(number),
      company_name: searched,
    }));
    const found = await matchedSlugs(service.ours, asked);
    const wrong = alikeCompanies.filter((_, index) => found[index] !== null);
    expect(wrong).toEqual([]);
  });

  it.each([
    ['a misspelt employer and another given name', { full_name: 'Ruta Nkosi', company_name: 'Nordhavn Pump Works' }],
    [
      'a misspelt employer and another domain',
      { full_name: 'Ruth Nkosi', company_name: 'Nordhavn Pump Works', company_domain: 'other.test' },
    ],
    [
      'a misspelt employer and an address at another domain',
      { full_name: 'Ruth Nkosi', company_name: 'Nordhavn Pump Works', work_email: 'ruth@other.test' },
    ],
    ['a name that two persons at similar companies have', { full_name: 'Eva Twin', company_name: 'Brockmannns Forge' }],
    [
      'the exact name of another stored company',
      { full_name: fullNameOf(first), company_name: 'Nordhaven Pump Works' },
    ],
  ])('does not match a person by %s', async (_, identifier) => {
    expect(await matchedSlug(service.ours, identifier)).toBeNull();
  });
});

describe('POST /v1/person/enrich protects from matches of persons with similar names', () => {
  it.each([
    ['the domain', (number: number) => ({ company_domain: `employer-${number}.test` })],
    ['the name', (number: number) => ({ company_name: `Employer ${number}` })],
  ])('does not match a person by a similar name and %s of the employer', async (_, employer) => {
    const asked = alikePersons.map(({ searched }, number) => ({ full_name: searched, ...employer(number) }));
    const found = await matchedSlugs(service.ours, asked);
    expect(alikePersons.filter((__, index) => found[index] !== null)).toEqual([]);
  });

  it('is tested with at least 200 pairs of similar names of persons and companies', () => {
    expect(alikePersons.length + alikeCompanies.length).toBeGreaterThanOrEqual(200);
  });
});
