import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type CompanyImport, openCompanyImport } from '../support/records/company-import.js';
import { openPersonImport, type PersonImport } from '../support/records/person-import.js';

/** Words that are in no way alike, so that two names made of different ones are names of different companies or persons. */
const givenNames = ['Ann', 'Boris', 'Chloe', 'Dmitri', 'Esra', 'Fumiko', 'Gustavo', 'Henrike', 'Ivo', 'Kwame'];
const familyNames = [
  'Ahorn',
  'Bianchi',
  'Czerny',
  'Dubois',
  'Eklund',
  'Fournier',
  'Grzyb',
  'Hashimoto',
  'Ibsen',
  'Jovanovic',
];
/** 500 runs of each test passed once, when the rule was written. They take minutes. */
const files = { numRuns: 25 };

/** The letters of a file, by which its hosts and names differ from those of all other files. */
const letters = fc.stringMatching(/^[a-z]{12}$/);
/** Which of the words each record of a file has, and whether it has the shared identifier. The first two records always have it. */
const rows = fc
  .tuple(
    fc.shuffledSubarray([...givenNames.keys()], { minLength: 2, maxLength: 6 }),
    fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  )
  .map(([words, shares]) => words.map((word, index) => ({ word, shares: index < 2 || shares[index] === true })));

describe('An identifier that records share although they differ in everything else', () => {
  let companies: CompanyImport;
  let persons: PersonImport;
  beforeAll(async () => {
    companies = await openCompanyImport();
    persons = await openPersonImport();
  });
  afterAll(async () => {
    await companies.close();
    await persons.close();
  });

  it('loses no company of random files, and gives no value to another company', async () => {
    const shared = fc.constantFrom('network_url', 'network_id', 'website');
    await fc.assert(
      fc.asyncProperty(letters, rows, shared, async (file, words, kind) => {
        await companies.clear();
        const records = words.map(({ word, shares }) => {
          const [name, place] = [`${givenNames[word]} ${familyNames[word]}`, `Place ${word}`];
          const own = { website: `${file}${word}.com`, network_url: pageOf('company', `${file}${word}`) };
          const common = { website: `${file}.com`, network_url: pageOf('company', file), network_id: '4711' };
          return { ...own, ...(shares ? { [kind]: common[kind] } : {}), name, location_locality: place };
        });
        expect(await companies.load(records)).toMatchObject({ inserted: records.length, updated: 0, rejected: 0 });
        const stored = await companies.companies();
        expect(stored.map(({ name, location_locality }) => [name, location_locality])).toEqual(
          records.map(({ name, location_locality }) => [name, location_locality]),
        );
        const common = ['4711', `${file}.com`, pageOf('company', file)];
        expect(stored.filter((company) => common.includes(String(company[kind])))).toEqual([]);
      }),
      files,
    );
  });

  it('loses no person of random files, and gives no value to another person', async () => {
    const shared = fc.constantFrom('network_url', 'emails');
    await fc.assert(
      fc.asyncProperty(letters, rows, shared, async (file, words, kind) => {
        await persons.clear();
        const records = words.map(({ word, shares }) => {
          const own = {
            network_url: pageOf('in', `${file}${word}`),
            emails: [{ address: `${givenNames[word]?.toLowerCase()}@${file}${word}.com` }],
          };
          const common = { network_url: pageOf('in', file), emails: [{ address: `shared@${file}.com` }] };
          return {
            ...own,
            ...(shares ? { [kind]: common[kind] } : {}),
            full_name: `${givenNames[word]} ${familyNames[word]}`,
            phones: [`+49301234560${word}`],
          };
        });
        expect(await persons.load(records)).toMatchObject({ inserted: records.length, updated: 0, rejected: 0 });
        const stored = await persons.persons();
        expect(stored.map(({ full_name, phones }) => [full_name, phones])).toEqual(
          records.map(({ full_name, phones }) => [full_name, phones]),
        );
        expect(JSON.stringify(stored)).not.toMatch(new RegExp(`/in/${file}"|shared@`));
      }),
      files,
    );
  });
});

function pageOf(kind: string, slug: string): string {
  return `https://www.network.com/${kind}/${slug}`;
}
