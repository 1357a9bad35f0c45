import { describe, expect, it } from '@jest/globals';
import { compareNames } from './name-comparison.js';
import { nameTokens, parsePersonName, type PersonName } from './person-name.js';

function named(full: string): PersonName {
  const name = parsePersonName(full);
  if (name === null) throw new Error(`no name: ${full}`);
  return name;
}

const compare = (asked: string, stored: string) => compareNames(named(asked), named(stored));
/** The minimum similarity of two names for a match at one employer. */
const enough = 0.82;

describe('compareNames for names that are divided in another way', () => {
  it.each([
    ['Rami Makhlouf', 'Ramimakhlouf'],
    ['Rami Makhlouf', 'RamiMakhlouf'],
    ['Alisher Usmanov', 'Alisher-Usmanov'],
    ['Friedrich Buchenberg', 'FriedrichBuchenberg'],
    ['Muhammad Hasni Zarkari', 'Muhammadhasni Zarkari'],
    ['Abd al-Aziz Nuristani', 'Abdulaziz Nuristani'],
    ['Abdul Aziz Nuristani', 'Abdelaziz Nooristani'],
    ['Abd-al-Rahman Farouk', 'Abderrahman Farouk'],
    ['Saif al-Din Rawi', 'Saifuddin Rawi'],
    ['Zia-ur-Rahman Madani', 'Zia ur Rahman Madani'],
    ['Abu Bakar Sungkar', 'Abubakar Sungkar'],
    ['Ilham Heydar oglu Aliyev', 'Ilham Aliyev'],
    ['Hannibal', 'Hanniball'],
  ])('returns enough for a match of %s and %s', (one, other) => {
    expect(compare(one, other)).toBeGreaterThanOrEqual(enough);
    expect(compare(other, one)).toBeGreaterThanOrEqual(enough);
    const tokens = new Set(nameTokens(named(other)));
    expect(nameTokens(named(one)).some((token) => tokens.has(token))).toBe(true);
  });

  it.each([
    ['a part of a single name', 'Rami', 'Ramimakhlouf'],
    ['an initial', 'Jon A. Smith', 'Jona Smith'],
    ['names without a common word', 'Jan MacDonald', 'Ja nMac Donald'],
    ['a name that begins with Mc', 'McDonald', 'Mc Donald Smith'],
    ['two single names', 'Michaela', 'Michelle'],
    ['another family name', 'Abd al-Rahman Mustafa al-Rawi', 'Abd al-Rahman Mustafa al-Qaduli'],
    ['another middle name with Abdul', 'Abdul Kabir Abdul Jan', 'Abdul Kabir Mohammad Jan'],
  ])('returns too little for a match of %s: %s and %s', (_, one, other) => {
    expect(compare(one, other)).toBeLessThan(enough);
    expect(compare(other, one)).toBeLessThan(enough);
  });
});

describe('compareNames for names in another order', () => {
  it.each([
    ['Haji Asad Khan Zarkari Mohammadhasni', 'Mohammadhasni Haji Asad Khan Zarkari'],
    ['Haji Asad Khan Zarkari Mohammadhasni', 'Mohammad Hasni Haji Asadd Khan Zarkari'],
  ])('returns enough for a match of %s and %s', (one, other) => {
    expect(compare(one, other)).toBeGreaterThanOrEqual(enough);
    expect(compare(other, one)).toBeGreaterThanOrEqual(enough);
  });

  it.each([
    ['given names', 'James Thomas Paul', 'Paul James Thomas'],
    ['a typing error at the turn', 'Ang Hans Peter Marie', 'Hans Peter Mari Wang'],
    ['a son and his father', 'Salman bin Muhammad al-Rawi', 'Muhammad bin Salman al-Rawi'],
    ['names of two words', 'Zarkari Hasni', 'Asad Zarkari'],
  ])('returns too little for a match of %s: %s and %s', (_, one, other) => {
    expect(compare(one, other)).toBeLessThan(enough);
    expect(compare(other, one)).toBeLessThan(enough);
  });
});
