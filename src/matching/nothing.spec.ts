import { describe, expect, it } from '@jest/globals';
import { isNothing, isNothingInName } from './nothing.js';

describe('a text in a field of facts', () => {
  const none = [
    '',
    '  ',
    'NULL',
    ' n/a ',
    '#N/A',
    'None',
    'Unknown',
    '\\N',
    '(blank)',
    '-',
    '???',
    'nan',
    '<NA>',
    '########',
  ];

  it.each([...none, '--None--', '[NULL]', '"null"', '(not set)', '<unknown>', '{{company.name}}'])(
    'is missing: %j',
    (text) => {
      expect(isNothing(text)).toBe(true);
    },
  );

  it.each(['#REF!', '#BEZUG!', '#¿NOMBRE?', '#DIV/0!', '#N/A Requesting Data...', 'Err:502'])(
    'is missing if it is the error of a spreadsheet program: %s',
    (text) => {
      expect(isNothing(text)).toBe(true);
    },
  );

  it.each(['keine Angabe', 'non renseigné', 'нет данных', '不明'])('is missing in other languages: %s', (text) => {
    expect(isNothing(text)).toBe(true);
  });

  it.each([
    'Software',
    'Null & Sons',
    'None of the above',
    '.NET',
    'C#',
    '#1 Pumps',
    '(Acme) Ltd',
    '0',
    'ND',
    'Nat',
    '<b>x</b>',
  ])('is a value: %s', (text) => {
    expect(isNothing(text)).toBe(false);
  });
});

describe('a text in a field of names', () => {
  it.each(['Null', 'NULL', 'None', 'Nan', 'Na', 'Blank', 'Unknown'])('may be the word %s', (text) => {
    expect(isNothingInName(text)).toBe(false);
  });

  it.each(['', '-', 'N/A', '#N/A', '\\N', '(none)', '[unknown]', '#REF!'])('is missing: %j', (text) => {
    expect(isNothingInName(text)).toBe(true);
  });
});
