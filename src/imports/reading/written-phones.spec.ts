import { expect, it } from '@jest/globals';
import { readPhones } from './written-phones.js';

it.each([
  ['+41 31 555 01 01', '+41 31 555 01 01'],
  ['="+41315550101"', '+41315550101'],
  ['tel:+41-31-555-01-01', '+41-31-555-01-01'],
  ['4989123456789.0', '4989123456789'],
  ['4.989123456789E+12', '4989123456789'],
  ['+41 31 555 01 01 ext. 12', '+41 31 555 01 01 ext. 12'],
  ['Tel.: 031 555 01 01', 'Tel.: 031 555 01 01'],
  ['(089) 1', '(089) 1'],
  ['1-800-FLOWERS', '1-800-FLOWERS'],
  ['＋４１ ３１ ５５５ ０１ ０１', '+41 31 555 01 01'],
])('The phone number in %j is %j', (text, phone) => {
  expect(readPhones(text)).toEqual([phone]);
});

it('Several phone numbers in one text are read one by one', () => {
  expect(readPhones('+41 31 555 01 01 / +41 79 555 01 01')).toEqual(['+41 31 555 01 01', '+41 79 555 01 01']);
});

it.each([
  '4.98912E+12',
  '########',
  '110',
  '123456',
  '1234567890123456',
  '2024-03-05',
  '05.03.2024',
  '0000000',
  'jane7@x1234567.com',
])('%j is no phone number', (text) => {
  expect(readPhones(text)).toEqual([]);
});
