import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { cellsAsWritten, type CsvDelimiter, csvDelimiters, type Quoting, RowCutter } from './csv-cells.js';

/** The cells of a text that is one row; null if it is not one with this quoting. */
function cut(text: string, delimiter: CsvDelimiter = ',', quoting: Quoting = 'doubled'): readonly string[] | null {
  const cutter = new RowCutter(delimiter, quoting);
  const states = text.split('\n').map((line) => cutter.add(line));
  return states.at(-1) === 'complete' ? cutter.cells : null;
}

describe('RowCutter', () => {
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
    ['5" pipe,b', ['5" pipe', 'b']],
    ['a,b"', ['a', 'b"']],
    ['"a" ,b', ['a', 'b']],
    ['"C:\\dir\\",b', ['C:\\dir\\', 'b']],
  ])('splits %j into the cells %j', (text, cells) => {
    expect(cut(text)).toEqual(cells);
  });

  it.each(['"a"b,c', '"a', 'a,"b', '"a""'])('does not read %j, in which a quoted cell does not end', (text) => {
    expect(cut(text)).toBeNull();
  });

  it.each([
    ['"Acme \\"Best\\" Works",x', ['Acme "Best" Works', 'x']],
    ['"say \\"hi\\"",x', ['say "hi"', 'x']],
    ['"a\\\\",x', ['a\\', 'x']],
    ['"two\\\nlines",x', ['two\nlines', 'x']],
  ])('reads marks behind a backslash in %j as marks', (text, cells) => {
    expect(cut(text, ',', 'escaped')).toEqual(cells);
  });

  it.each(csvDelimiters)(
    'returns for any text the cells that the library csv-parse returns, if the library can read it (delimiter %j)',
    (delimiter) => {
      const unit = fc.constantFrom('a', ' ', ',', ';', '\t', '"', '""', `"${delimiter}"`, 'é');
      fc.assert(
        fc.property(fc.string({ unit, maxLength: 12 }), (written) => {
          const expected = cellsOfLibrary(written, delimiter);
          if (expected !== null) expect(cut(written, delimiter)).toEqual(expected);
        }),
        { numRuns: 2_000 },
      );
    },
  );

  it('splits a row with a cell of a megabyte', () => {
    const long = 'x""'.repeat(300_000);
    expect(cut(`a,"${long}",b`)).toEqual(['a', long.replaceAll('""', '"'), 'b']);
  });
});

describe('cellsAsWritten', () => {
  it.each([
    ['"Best" Works,b', 2, ['"Best" Works', 'b']],
    ['"say "hi" now",b', 2, ['say "hi" now', 'b']],
    ['"say "hi, there" now",b', 2, ['say "hi, there" now', 'b']],
    ['a, "b, c"', 2, ['a', 'b, c']],
    ['1,"open', 2, ['1', '"open']],
    ['"a""b,c', 2, ['"a""b', 'c']],
  ])('splits %j into %d cells: %j', (line, width, cells) => {
    expect(cellsAsWritten(line, ',', width)).toEqual(cells);
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
