import { describe, expect, it } from '@jest/globals';
import { readSize } from './written-sizes.js';

describe('the size of a company', () => {
  it.each([
    ['51-200', '51-200'],
    ['51-200 employés', '51-200'],
    ['1001-5000 empleados', '1001-5000'],
    ['1’001-5’000', '1001-5000'],
    ['entre 50 et 99', '50-99'],
    ['11 bis 50 Mitarbeiter', '11-50'],
    ['５１－２００', '51-200'],
    ['50名～99名', '50-99'],
    ['5K-10K', '5000-10000'],
    ['10,001+ employees', '10001+'],
    ['plus de 500 salariés', '500+'],
    ['<10', '1-9'],
    ['up to 10', '1-10'],
    ['1,200', '1200'],
    ['120.0', '120'],
    ['1e+05', '100000'],
    ['250 salariés', '250'],
  ])('%j is %s', (text, size) => {
    expect(readSize(text)).toMatchObject({ size, isFromDate: false });
  });

  it.each([
    ['Nov-50', '11-50'],
    ['10-Jan', '1-10'],
    ['1-Oct', '1-10'],
    ['2-Oct', '2-10'],
    ['10-Feb', '2-10'],
    ['19-Oct', '10-19'],
    ['10. Jan', '1-10'],
    ['Okt 50', '10-50'],
    ['1950-11-01', '11-50'],
    ['2026-02-10', '2-10'],
    ['2026-10-01', '1-10'],
    ['11/1/1950', '11-50'],
  ])('%j, which a spreadsheet program made of it, is %s', (text, size) => {
    expect(readSize(text)).toEqual({ size, kind: 'band', isFromDate: true });
  });

  it.each(['Small', '2026-02', '5-May', '$1M-$5M', '10-50 million', '500-100', '30%'])('%j is none', (text) => {
    expect(readSize(text)).toBeNull();
  });
});
