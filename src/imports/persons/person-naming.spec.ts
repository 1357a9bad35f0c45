import { describe, expect, it } from '@jest/globals';
import { namingAfter } from './person-record.js';
import { splitName } from '../../matching/names/family-name-start.js';

const unnamed = { firstName: null, lastName: null, fullName: null };
const jane = { firstName: 'Jane', lastName: 'Doe', fullName: 'Jane Doe' };

describe('a full name', () => {
  it.each([
    ['Jane Doe', 'Jane', 'Doe'],
    ['Dr. Jane M. Doe, PhD', 'Jane', 'Doe'],
    ['Doe, Jane', 'Jane', 'Doe'],
    ['Jan van der Berg', 'Jan', 'van der Berg'],
    ['Ana D. Silva', 'Ana', 'Silva'],
    ['Gabriel García Márquez', 'Gabriel', 'García Márquez'],
    ['João Silva dos Santos', 'João', 'Silva dos Santos'],
    ['Björk', 'Björk', null],
  ])('is split into first and last name: %s', (full, firstName, lastName) => {
    expect(splitName(full)).toEqual({ firstName, lastName });
  });
});

describe('the names after a record was merged', () => {
  it('include a full name that is composed of first and last name', () => {
    expect(namingAfter({ ...unnamed, firstName: 'Jane', lastName: 'Doe' }, unnamed)).toEqual(jane);
  });

  it('include first and last name from the full name only if the record has neither of them', () => {
    expect(namingAfter({ ...unnamed, fullName: 'Jane Doe' }, unnamed)).toEqual(jane);
    const said = { ...unnamed, firstName: 'Jane', fullName: 'Jane Doe' };
    expect(namingAfter(said, unnamed)).toEqual({ ...jane, lastName: null });
  });

  it('stay as they are stored if the record has no names, or only the stored full name', () => {
    expect(namingAfter(unnamed, jane)).toEqual(jane);
    const divided = { firstName: 'Ana María', lastName: 'Silva', fullName: 'Ana María Silva' };
    expect(namingAfter({ ...unnamed, fullName: 'Ana María Silva' }, divided)).toEqual(divided);
  });

  it('still agree with each other when the record changes only one of them', () => {
    const said = { ...unnamed, lastName: 'Roe' };
    expect(namingAfter(said, jane)).toEqual({ firstName: 'Jane', lastName: 'Roe', fullName: 'Jane Roe' });
    expect(namingAfter({ ...unnamed, fullName: 'Jane Roe' }, jane).lastName).toBe('Roe');
  });
});
