import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normaliseNetworkId } from './profile-url.js';

describe('normaliseNetworkId', () => {
  it.each([
    ['1441', '1441'],
    ['7', '7'],
    [' 1441\n', '1441'],
    ['0001441', '1441'],
    ['1'.repeat(20), '1'.repeat(20)],
    [`${'0'.repeat(100)}${'9'.repeat(20)}`, '9'.repeat(20)],
  ])('returns for %j the id %s', (raw, expected) => {
    expect(normaliseNetworkId(raw)).toBe(expected);
  });

  it.each([
    ['an empty text', ''],
    ['white space', '  '],
    ['zero', '0'],
    ['several zeros', '0000'],
    ['21 digits', '1'.repeat(21)],
    ['a minus sign', '-1'],
    ['a plus sign', '+1'],
    ['a fraction', '1.5'],
    ['a fraction of zero', '0.0'],
    ['an exponent', '1e3'],
    ['a hexadecimal number', '0x1f'],
    ['grouped digits', '1,441'],
    ['white space between digits', '1 441'],
    ['full-width digits', '１４４１'],
    ['Arabic digits', '١٤٤١'],
    ['a URN', 'urn:network:organization:1441'],
    ['a NUL', '1441\0'],
    ['a lone surrogate', '1441\uD800'],
    ['a text longer than any identifier', '1'.padStart(2049, '0')],
  ])('returns null for %s', (_, raw) => {
    expect(normaliseNetworkId(raw)).toBeNull();
  });

  it('removes the leading zeros of every positive number of up to 20 digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 20n - 1n }), fc.nat({ max: 30 }), (id, zeros) => {
        expect(normaliseNetworkId(`${'0'.repeat(zeros)}${id.toString()}`)).toBe(id.toString());
      }),
    );
  });

  it('does not change an id that is normalised already', () => {
    const digits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789 x')), maxLength: 24 });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), digits), (raw) => {
        const id = normaliseNetworkId(raw);
        expect(id === null ? null : normaliseNetworkId(id)).toBe(id);
      }),
    );
  });
});

it('normaliseNetworkId reads an id that a program wrote as a fraction', () => {
  expect(['7700201.0', '7700201.00', '007.0'].map(normaliseNetworkId)).toEqual(['7700201', '7700201', '7']);
});
