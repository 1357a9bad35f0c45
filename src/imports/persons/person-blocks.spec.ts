import { describe, expect, it } from '@jest/globals';
import { noEmployer, personBlocks } from './person-employment.js';

const doe = { firstName: 'Zoe', lastName: 'Doe', fullName: 'Zoe Doe' };
const acme = { ...noEmployer, name: 'Acme GmbH', website: 'acme.com' };

const blocksOf = (...person: Parameters<typeof personBlocks>): string[] =>
  personBlocks(...person).map((block) => block.join(' '));

describe('the blocks of a person', () => {
  it('combine every key of an employer with every token of the name', () => {
    const blocks = blocksOf(doe, [{ employer: acme, companyId: '7' }]);
    expect(blocks.sort()).toEqual(['c7 doe', 'c7 zoe', 'dacme.com doe', 'dacme.com zoe', 'nacme doe', 'nacme zoe']);
  });

  it('do not exist without an employer or without a name', () => {
    expect(blocksOf(doe, [{ employer: noEmployer, companyId: null }])).toEqual([]);
    const unnamed = { firstName: null, lastName: null, fullName: null };
    expect(blocksOf(unnamed, [{ employer: acme, companyId: '7' }])).toEqual([]);
  });

  it('occur once if an employer is repeated', () => {
    const employers = [
      { employer: acme, companyId: null },
      { employer: { ...acme, name: 'ACME' }, companyId: null },
    ];
    const blocks = blocksOf(doe, employers);
    expect(new Set(blocks).size).toBe(blocks.length);
  });

  it('include a full name that differs from first and last name', () => {
    const blocks = blocksOf({ ...doe, fullName: 'Zoe Roe' }, [{ employer: noEmployer, companyId: '7' }]);
    expect(blocks).toEqual(expect.arrayContaining(['c7 doe', 'c7 roe']));
  });

  it('are limited in number for a person with many positions', () => {
    const employers = Array.from({ length: 500 }, (_, index) => ({ employer: noEmployer, companyId: String(index) }));
    expect(blocksOf(doe, employers)).toHaveLength(40);
  });
});
