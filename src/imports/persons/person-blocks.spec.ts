import { describe, expect, it } from '@jest/globals';
import { noEmployer } from '../../matching/persons/employers.js';
import { blockParts, personBlocks } from './person-employment.js';

const doe = { firstName: 'Zoe', lastName: 'Doe', fullName: 'Zoe Doe' };
const acme = { ...noEmployer, name: 'Acme GmbH', website: 'acme.com' };

const blocksOf = (...person: Parameters<typeof blockParts>): string[] =>
  personBlocks(blockParts(...person)).map((block) => block.join(' '));

describe('the search keys of a person', () => {
  it('combine every key of an employer (its id, its domain and its name) with every word of the name of the person', () => {
    const blocks = blocksOf(doe, [{ employer: acme, companyId: '7' }]);
    expect(blocks.sort()).toEqual(['c7 doe', 'c7 zoe', 'dacme.com doe', 'dacme.com zoe', 'nacme doe', 'nacme zoe']);
  });

  it('are none if the person has no employer or no name', () => {
    expect(blocksOf(doe, [{ employer: noEmployer, companyId: null }])).toEqual([]);
    const unnamed = { firstName: null, lastName: null, fullName: null };
    expect(blocksOf(unnamed, [{ employer: acme, companyId: '7' }])).toEqual([]);
  });

  it('have no duplicates if two employers have the same keys', () => {
    const employers = [
      { employer: acme, companyId: null },
      { employer: { ...acme, name: 'ACME' }, companyId: null },
    ];
    const blocks = blocksOf(doe, employers);
    expect(new Set(blocks).size).toBe(blocks.length);
  });

  it('also use the full name if it has other words than first and last name', () => {
    const blocks = blocksOf({ ...doe, fullName: 'Zoe Roe' }, [{ employer: noEmployer, companyId: '7' }]);
    expect(blocks).toEqual(expect.arrayContaining(['c7 doe', 'c7 roe']));
  });

  it('are limited to those of 20 employers', () => {
    const employers = Array.from({ length: 500 }, (_, index) => ({ employer: noEmployer, companyId: String(index) }));
    expect(blocksOf(doe, employers)).toHaveLength(40);
  });
});
