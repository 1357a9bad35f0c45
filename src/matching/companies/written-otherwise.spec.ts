import { expect, it } from '@jest/globals';
import { compareCompanyNames } from './company-name.js';
import { readingsOf } from './name-readings.js';

it.each([
  ['Tower &amp; Lyonel Co.', 'Tower & Lyonel Co.'],
  ['Tower &#38; Lyonel Co.', 'Tower & Lyonel Co.'],
  ['Caf&eacute; O&#x27;Neil', "Café O'Neil"],
  ['Söhnleiner et Cie', 'Söhnleiner & Cie'],
  ['Söhnleiner und Cie', 'Söhnleiner & Cie.'],
  ['Larkspur Company, The', 'The Larkspur Company'],
  ['Kerrawin P/L', 'Kerrawin Pty Ltd'],
  ['Torvex gGmbH', 'Torvex GmbH'],
  ['Sabrak Sp.zo.o', 'Sabrak Sp. z o.o.'],
  ['Sabrak SP. Z O.O', 'Sabrak Sp. z o.o.'],
])('reads %s as %s', (written, usual) => {
  expect(compareCompanyNames(written, usual)).toBe(1);
});

it.each(['D.B.A.', 'f/k/a', 'aka', 'fka', 'formerly', 'a.k.a.', 't/a', 'formerly known as'])(
  'reads a name in front of and behind %s',
  (mark) => {
    const texts = readingsOf(`Perfumax Holdings Ltd ${mark} Scentory`).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['Perfumax Holdings Ltd', 'Scentory']));
  },
);
