import { describe, expect, it } from '@jest/globals';
import { compareNames } from './name-comparison.js';
import { nameTokens, parsePersonName, type PersonName } from './person-name.js';

function named(full: string): PersonName {
  const name = parsePersonName(full);
  if (name === null) throw new Error(`no name: ${full}`);
  return name;
}

const compare = (asked: string, stored: string) => compareNames(named(asked), named(stored));
/** The least similarity that matches at one employer. */
const enough = 0.82;

describe('names that are divided in another way', () => {
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
  ])('match: %s and %s', (one, other) => {
    expect(compare(one, other)).toBeGreaterThanOrEqual(enough);
    expect(compare(other, one)).toBeGreaterThanOrEqual(enough);
    const tokens = new Set(nameTokens(named(other)));
    expect(nameTokens(named(one)).some((token) => tokens.has(token))).toBe(true);
  });

  it.each([
    ['a part of a single name', 'Rami', 'Ramimakhlouf'],
    ['initials', 'Jon A. Smith', 'Jona Smith'],
    ['no common word', 'Jan MacDonald', 'Ja nMac Donald'],
    ['a name that begins with Mc', 'McDonald', 'Mc Donald Smith'],
    ['two single names', 'Michaela', 'Michelle'],
    ['another father', 'Abd al-Rahman Mustafa al-Rawi', 'Abd al-Rahman Mustafa al-Qaduli'],
    ['servants of two names', 'Abdul Kabir Abdul Jan', 'Abdul Kabir Mohammad Jan'],
  ])('do not match: %s', (_, one, other) => {
    expect(compare(one, other)).toBeLessThan(enough);
    expect(compare(other, one)).toBeLessThan(enough);
  });
});

describe('names in another order', () => {
  it.each([
    ['Haji Asad Khan Zarkari Mohammadhasni', 'Mohammadhasni Haji Asad Khan Zarkari'],
    ['Haji Asad Khan Zarkari Mohammadhasni', 'Mohammad Hasni Haji Asadd Khan Zarkari'],
  ])('match: %s and %s', (one, other) => {
    expect(compare(one, other)).toBeGreaterThanOrEqual(enough);
    expect(compare(other, one)).toBeGreaterThanOrEqual(enough);
  });

  it.each([
    ['given names', 'James Thomas Paul', 'Paul James Thomas'],
    ['with a letter at another word', 'Ang Hans Peter Marie', 'Hans Peter Mari Wang'],
    ['sons and fathers', 'Salman bin Muhammad al-Rawi', 'Muhammad bin Salman al-Rawi'],
    ['two words', 'Zarkari Hasni', 'Asad Zarkari'],
  ])('do not match: %s', (_, one, other) => {
    expect(compare(one, other)).toBeLessThan(enough);
    expect(compare(other, one)).toBeLessThan(enough);
  });
});
