import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { type CsvDelimiter, csvDelimiters } from './csv-cells.js';
import { CsvRows } from './csv-rows.js';
import { textLines } from './text-lines.js';

/** The cells of the rows of a text whose bytes come in pieces. */
async function rowsOf(text: string, delimiter: CsvDelimiter, pieceLength = text.length || 1): Promise<unknown[]> {
  async function* pieces() {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += pieceLength)
      yield await Promise.resolve(bytes.subarray(at, at + pieceLength));
  }
  const reader = new CsvRows(textLines(pieces()));
  reader.divideBy(delimiter, null);
  const rows: unknown[] = [];
  for (let row = await reader.next(); row !== null; row = await reader.next())
    rows.push('reason' in row ? row.reason : row.cells);
  return rows;
}

describe('CsvRows', () => {
  it.each<[string, string, string[][]]>([
    [
      'delimiters within quotes',
      'a,b\n"x,y","say ""hi"""\n',
      [
        ['a', 'b'],
        ['x,y', 'say "hi"'],
      ],
    ],
    [
      'lines that end in LF or CRLF',
      'a,b\r\n1,2\n3,"4\r\n5"',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4\n5'],
      ],
    ],
    [
      'empty lines',
      'a,b\n\n\r\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'empty cells',
      'a,b\n,\n"",x',
      [
        ['a', 'b'],
        ['', ''],
        ['', 'x'],
      ],
    ],
    [
      'quotation marks without a partner',
      'a,b\n5" pipe,"x" y\n1,"open\n2,3',
      [
        ['a', 'b'],
        ['5" pipe', '"x" y'],
        ['1', '"open'],
        ['2', '3'],
      ],
    ],
  ])('reads %s, whatever the length of the pieces in which the bytes come', async (_, text, rows) => {
    for (let length = 1; length <= text.length; length += 1) expect(await rowsOf(text, ',', length)).toEqual(rows);
  });

  it.each(csvDelimiters)(
    'reads quoted cells with the delimiter %j as the library csv-parse does',
    async (delimiter) => {
      const cell = fc.string({ unit: fc.constantFrom('a', ' ', '"', '\n', ',', ';', '\t', '|', 'é'), maxLength: 6 });
      const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (cells, length) => {
          const text = cells
            .map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter))
            .join('\n');
          const expected: unknown = parse(text, { delimiter, relax_column_count: true, record_delimiter: '\n' });
          expect(await rowsOf(text, delimiter, length)).toEqual(expected);
        }),
      );
    },
  );
});
