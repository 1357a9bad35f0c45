import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { parseTextArray, withTextArrays } from './text-array.js';

// oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- The driver's list of types lacks arrays.
const textArray = 1009 as typeof pg.types.builtins.TEXT;
const parseByDriver = pg.types.getTypeParser(textArray) as (text: string) => unknown;

const needsQuotes = /^$|^null$|[\s"\\{},]/i;

/** An array as PostgreSQL writes it. */
function written(values: readonly (string | null)[]): string {
  const write = (value: string | null): string => {
    if (value === null) return 'NULL';
    return needsQuotes.test(value) ? `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"` : value;
  };
  return `{${values.map(write).join(',')}}`;
}

const special = fc.string({ unit: fc.constantFrom('"', '\\', ',', '{', '}', ' ', '\n', 'a', 'é') });
const values = fc.array(fc.option(fc.oneof(fc.string(), special, fc.constantFrom('NULL', 'null'))));

describe('The parser of text arrays', () => {
  it('reads the arrays that PostgreSQL writes', () => {
    fc.assert(fc.property(values, (texts) => expect(parseTextArray(written(texts))).toEqual(texts)));
  });

  it('returns the same as the parser of the driver', () => {
    fc.assert(
      fc.property(values, (texts) => expect(parseTextArray(written(texts))).toEqual(parseByDriver(written(texts)))),
    );
  });

  it('becomes the parser for text[] in the types that withTextArrays returns', () => {
    expect(withTextArrays(new pg.TypeOverrides()).getTypeParser(textArray)).toBe(parseTextArray);
  });

  it.each([
    ['{}', []],
    ['{NULL,"NULL",null}', [null, 'NULL', 'null']],
    [String.raw`{"","\\","\"","a\\\"b",c}`, ['', '\\', '"', String.raw`a\"b`, 'c']],
    [
      '{{a,b},{c,"d e"}}',
      [
        ['a', 'b'],
        ['c', 'd e'],
      ],
    ],
    ['[0:1]={a,b}', ['a', 'b']],
  ])('reads %s', (text, expected) => {
    expect(parseTextArray(text)).toEqual(expected);
  });
});
