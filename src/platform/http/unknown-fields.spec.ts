import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unknownFieldsValue } from './http-headers.js';

describe('The writer of the header X-Unknown-Fields', () => {
  it.each([
    ['a name as it is', ['emial'], 'emial'],
    ['names in their order', ['b', 'a_2'], 'b, a_2'],
    [
      'names whose characters are percent-encoded where a header cannot hold them',
      ['cafés', 'a, b', 'x\r\nSet-Cookie: y'],
      'caf%C3%A9s, a%2C%20b, x%0D%0ASet-Cookie%3A%20y',
    ],
    [
      'two quotes for an empty name, and other odd names in a form that can be decoded',
      ['', '"', '+1', '\0', '__proto__'],
      '"", %22, %2B1, %00, __proto__',
    ],
    ['the replacement character for a lone surrogate', ['\ud800', '😀'], '%EF%BF%BD, %F0%9F%98%80'],
    [
      'all names but one that is too long, and then the number of omitted names',
      ['a', 'x'.repeat(50_000), 'b'],
      'a, b, +1',
    ],
    ['the number of omitted names alone if the only name is too long', ['x'.repeat(1_001)], '+1'],
  ])('returns %s', (_what, names, expected) => {
    expect(unknownFieldsValue(names)).toBe(expected);
  });

  it('returns null if there are no names', () => {
    expect(unknownFieldsValue([])).toBeNull();
  });

  it('returns a text that is short enough for a header, with names that can be decoded and the number of the omitted ones', () => {
    const name = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 300 }), (names) => {
        const value = unknownFieldsValue(names) ?? '';
        expect(value).toMatch(/^[\x21-\x7e ]{1,1000}$/);
        const items = value.split(', ');
        const omitted = items.at(-1)?.startsWith('+') === true ? Number(items.pop()) : 0;
        const listed = items.map((item) => (item === '""' ? '' : decodeURIComponent(item)));
        expect(names.map((each) => Buffer.from(each).toString())).toEqual(expect.arrayContaining(listed));
        expect(listed.length + omitted).toBe(names.length);
      }),
    );
  });
});
