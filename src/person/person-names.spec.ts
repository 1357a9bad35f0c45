import { describe, expect, it } from '@jest/globals';
import { compareNames } from '../matching/names/name-comparison.js';
import { parsePersonName, personName } from '../matching/names/person-name.js';
import { KnownNames, type Naming, readNames } from './person-search.js';

const nothing: Naming = { firstName: null, lastName: null, fullName: null };

function agreements(naming: Partial<Naming>, asked: string): number[] {
  const name = personName(...(asked.split(' ') as [string, string]));
  return readNames({ ...nothing, ...naming }).map((stored) => (name === null ? -1 : compareNames(name, stored)));
}

describe('The reader of the names of a person', () => {
  it.each<[what: string, naming: Partial<Naming>, asked: string, expected: number[]]>([
    ['first and last name', { firstName: 'Jane', lastName: 'Doe' }, 'Jane Doe', [1]],
    ['a full name', { fullName: 'Jane Doe' }, 'Jane Doe', [1]],
    ['all three names', { firstName: 'Jane', lastName: 'Doe', fullName: 'Jane Doe' }, 'Jane Doe', [1]],
    ['a title and a degree', { firstName: 'Jane', lastName: 'Doe', fullName: 'Dr. Jane Doe, PhD' }, 'Jane Doe', [1, 1]],
    ['a middle name', { firstName: 'John', lastName: 'Li', fullName: 'John Adam Li' }, 'John Li', [0.995, 0.995]],
    ['a generation', { firstName: 'John', lastName: 'Li', fullName: 'John Li Jr.' }, 'John Li', [0.995, 0.995]],
    ['a nickname', { firstName: 'Jane', lastName: 'Doe', fullName: 'Jane "Zap" Doe' }, 'Zap Doe', [0.98, 0.98]],
    ['a last name first', { firstName: 'Jane', lastName: 'Doe', fullName: 'Doe, Jane' }, 'Jane Doe', [1, 1]],
    ['exchanged fields', { firstName: 'Doe', lastName: 'Jane', fullName: 'Doe, Jane' }, 'Jane Doe', [0.92, 1]],
    ['a last name that begins another', { firstName: 'Wei', lastName: 'Li', fullName: 'Wei Lin' }, 'Wei Li', [1, 0]],
    ['a last name alone', { lastName: 'Doe' }, 'Jane Doe', [0.5]],
  ])('returns for %s (%j) names whose similarities to %s are %j', (_what, naming, asked, expected) => {
    expect(agreements(naming, asked)).toEqual(expected);
  });

  it('returns no name without the middle name of the full name if the first and the last name are given, too', () => {
    const naming = { firstName: 'John', lastName: 'Smithson', fullName: 'John Brian Smithson' };
    const asked = parsePersonName('John Adam Smithson');
    expect(readNames(naming).map((stored) => asked && compareNames(asked, stored))).toEqual([0.3, 0.3]);
  });

  it.each([nothing, { ...nothing, firstName: '', lastName: '' }, { ...nothing, fullName: '???' }])(
    'returns no name for %j',
    (naming) => {
      expect(readNames(naming)).toEqual([]);
    },
  );
});

describe('The cache of parsed names', () => {
  it('parses equal names only once', () => {
    const names = new KnownNames();
    const [jane, doe] = [
      { ...nothing, fullName: 'Jane Doe' },
      { ...nothing, lastName: 'Jane Doe' },
    ];
    expect(names.of({ ...jane })).toBe(names.of(jane));
    expect(names.of(jane)).toEqual(readNames(jane));
    expect(names.of(doe)).not.toBe(names.of(jane));
  });
});
