import { describe, expect, it } from '@jest/globals';
import { mayBeSameCompany } from './company-slips.js';

describe('mayBeSameCompany accepts', () => {
  it.each([
    ['the same name', 'Acme Inc.', 'ACME'],
    ['an omitted letter', 'Boehringer Ingelheim', 'Boeringer Ingelheim'],
    ['exchanged neighbours', 'Halibutron Systems', 'Hailbutron Systems'],
    ['a letter of the same sound', 'Kramatek Ltd', 'Cramatek Ltd'],
    ['two letters in a long word', 'Quarzelmann Pumps', 'Quartzelman Pumps'],
    ['a doubled letter at the end', 'Quarzelman Pumps', 'Quarzelmann Pumps'],
    ['a letter more at the end', 'Brockmell Grain', 'Brockmelle Grain'],
    ['letters that differ in voice', 'Toyomita Motor', 'Toyomida Motor'],
    ['a possessive', "Tillman's Bank", 'Tillman Bank'],
    ['words such as "of the"', 'Friends of the Lake Society', 'Friends of Lake Society'],
    ['words in another order', 'Nordhaven Pump Works', 'Pump Works Nordhaven'],
    ['the order of an institution', 'University of Oxford', 'Oxford University'],
    ['a form in front', 'AB Volvo', 'Volvo AB'],
    ['a Japanese spelling', 'マイクロソフト', 'Microsoft'],
    ['a Cyrillic spelling', 'Яндекс', 'Yandex'],
    ['a translated word', 'トヨタ自動車株式会社', 'Toyota Motor Corporation'],
  ])('%s: %s and %s', (_, one, other) => {
    expect(mayBeSameCompany(one, other)).toBe(true);
    expect(mayBeSameCompany(other, one)).toBe(true);
  });
});

describe('mayBeSameCompany rejects', () => {
  it.each([
    ['another letter in a short word', 'Nokia', 'Nokla'],
    ['another first letter', 'Morton Pumps', 'Dorton Pumps'],
    ['another last letter', 'Nokia', 'Nokian'],
    ['two known words', 'Anglo Shipping', 'Anglo Shopping'],
    ['two countries', 'Bank of Ireland', 'Bank of Iceland'],
    ['two family names', 'Johnson Controls', 'Johnston Controls'],
    ['another number', 'Brigade 44', 'Brigade 45'],
    ['another Roman numeral', 'Capital Partners VII', 'Capital Partners VIII'],
    ['another word', 'Halibutron Systems', 'Halibutron'],
    ['a legal form of another country', 'Halibutron GmbH', 'Hailbutron Inc.'],
    ['another branch', 'Halibutron (Ireland)', 'Hailbutron (Wales)'],
    ['two banks', 'Bank of China', 'China Bank'],
    ['two universities', 'University of Miami', 'Miami University'],
    ['no name', 'Acme', '...'],
  ])('%s: %s and %s', (_, one, other) => {
    expect(mayBeSameCompany(one, other)).toBe(false);
    expect(mayBeSameCompany(other, one)).toBe(false);
  });
});
