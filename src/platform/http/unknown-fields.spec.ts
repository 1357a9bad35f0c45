import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unknownFieldsValue } from './http-headers.js';

describe('unknownFieldsValue', () => {
  it.each([
    ['a name as it is', ['emial'], 'emial'],
    ['names in their order', ['b', 'a_2'], 'b, a_2'],
    [
      'what a header cannot hold',
      ['cafés', 'a, b', 'x\r\nSet-Cookie: y'],
      'caf%C3%A9s, a%2C%20b, x%0D%0ASet-Cookie%3A%20y',
    ],
    ['odd names', ['', '"', '+1', '\0', '__proto__'], '"", %22, %2B1, %00, __proto__'],
    ['lone surrogates', ['\ud800', '😀'], '%EF%BF%BD, %F0%9F%98%80'],
    ['all but a long name', ['a', 'x'.repeat(50_000), 'b'], 'a, b, +1'],
    ['a long name alone', ['x'.repeat(1_001)], '+1'],
  ])('returns %s', (_what, names, expected) => {
    expect(unknownFieldsValue(names)).toBe(expected);
  });

  it('returns null if there are no names', () => {
    expect(unknownFieldsValue([])).toBeNull();
  });

  it('returns a text that is short enough for a header, and from which the names can be decoded', () => {
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
