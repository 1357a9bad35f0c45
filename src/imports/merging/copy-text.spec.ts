import { describe, expect, it } from '@jest/globals';
import { copyChunks, copyLine } from './copy-text.js';

describe('copyLine', () => {
  it('separates columns by tabs and ends with a line break', () => {
    expect(copyLine(['a', 1, true, false, null])).toBe('a\t1\ttrue\tfalse\t\\N\n');
  });

  it('escapes tabs, line breaks and backslashes', () => {
    expect(copyLine(['a\tb', 'c\nd\re', 'f\\g', '\\N', '\\.'])).toBe('a\\tb\tc\\nd\\re\tf\\\\g\t\\\\N\t\\\\.\n');
  });

  it('distinguishes empty text from null', () => {
    expect(copyLine(['', null])).toBe('\t\\N\n');
  });

  it('quotes every element of an array, and escapes special characters for the array and again for COPY', () => {
    expect(copyLine([['a,b', '{c}', 'NULL', '', 'd"e', 'f\\g', 'h\ti']])).toBe(
      '{"a,b","{c}","NULL","","d\\\\"e","f\\\\\\\\g","h\\ti"}\n',
    );
  });

  it('writes empty arrays, and arrays with numbers and nulls', () => {
    expect(copyLine([[], [1, null]])).toBe('{}\t{"1",NULL}\n');
  });
});

describe('copyChunks', () => {
  it('divides many rows into chunks of limited size, and keeps their order', () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [index, 'Zoë']);
    const chunks = [...copyChunks(rows)];
    expect(Buffer.concat(chunks).toString()).toBe(rows.map(copyLine).join(''));
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(100_000);
  });

  it('returns no chunk if there are no rows', () => {
    expect([...copyChunks([])]).toEqual([]);
  });
});
