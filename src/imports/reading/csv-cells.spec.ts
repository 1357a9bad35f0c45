import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { csvCells, type CsvDelimiter, csvDelimiters } from './csv-records.js';

describe('csvCells', () => {
  it.each([
    ['a,b', ['a', 'b']],
    ['', ['']],
    [',', ['', '']],
    ['a,', ['a', '']],
    [' a , b ', [' a ', ' b ']],
    ['"a,b",c', ['a,b', 'c']],
    ['"say ""hi""",""', ['say "hi"', '']],
    ['"""",x', ['"', 'x']],
    ['"two\nlines"', ['two\nlines']],
  ])('splits %j into the cells %j', (text, cells) => {
    expect(csvCells(text)).toEqual(cells);
  });

  it.each(['5" pipe,b', '"a"b,c', '"a" ,b', '"a', 'a,"b', '"a""', 'a,b"'])(
    'returns null for %j, which is not valid CSV',
    (text) => {
      expect(csvCells(text)).toBeNull();
    },
  );

  it.each(csvDelimiters)(
    'returns for any text the cells that the library csv-parse returns (delimiter %j)',
    (delimiter) => {
      const unit = fc.constantFrom('a', ' ', ',', ';', '\t', '"', '""', `"${delimiter}"`, 'é');
      fc.assert(
        fc.property(fc.string({ unit, maxLength: 12 }), (written) => {
          expect(csvCells(written, delimiter)).toEqual(cellsOfLibrary(written, delimiter));
        }),
        { numRuns: 2_000 },
      );
    },
  );

  it('splits a row with a cell of a megabyte', () => {
    const long = 'x""'.repeat(300_000);
    expect(csvCells(`a,"${long}",b`)).toEqual(['a', long.replaceAll('""', '"'), 'b']);
  });
});

function cellsOfLibrary(text: string, delimiter: CsvDelimiter): string[] | null {
  if (text === '') return [''];
  try {
    const [cells] = parse(text, { delimiter });
    return cells ?? null;
  } catch {
    return null;
  }
}
