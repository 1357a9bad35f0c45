import { describe, expect, it } from '@jest/globals';
import { areInitials } from './initials.js';
import { WordCounts } from './word-counts.js';

/** The counts of 20,000 names. `qzt` is a word of several names. */
const counts = WordCounts.of(20_000, [['qzt', 2]]);

describe('areInitials', () => {
  it.each([
    ['the initials of three words', 'NPW', 'Nordhaven Pump Works'],
    ['initials between legal forms of one country', 'NPW GmbH', 'Nordhaven Pump Works AG'],
    ['initials beside a word for a group', 'NPW Group', 'Nordhaven Pump Works'],
    ['initials behind a word for a group in another language', 'Groupe NPW', 'Nordhaven Pump Works'],
    ['the initials of a name with a further word for a group', 'NPW', 'Nordhaven Pump Works Holdings'],
    ['initials that include the word for a group', 'NPWG', 'Nordhaven Pump Works Group'],
    ['initials without the one of "of"', 'NPW', 'Nordhaven Pumps of Wessel'],
    ['initials with the one of "of"', 'NPOW', 'Nordhaven Pumps of Wessel'],
    ['initials that include the legal form', 'NPC', 'Nordhaven Pump Corporation'],
  ])('accepts %s: %s and %s', (_, one, other) => {
    expect(areInitials(one, other, counts)).toBe(true);
    expect(areInitials(other, one, counts)).toBe(true);
  });

  it.each([
    ['two initials', 'NP', 'Nordhaven Pumps'],
    ['initials of other words', 'NPX', 'Nordhaven Pump Works'],
    ['initials in another order', 'PNW', 'Nordhaven Pump Works'],
    ['initials beside a further word', 'NPW Zorra', 'Nordhaven Pump Works'],
    ['legal forms of two countries', 'NPW Oyj', 'Nordhaven Pump Works AG'],
    ['legal forms that many countries have', 'NPW Ltd', 'Nordhaven Pump Works Ltd'],
    ['a word that several names on record have', 'QZT', 'Quarz Zorra Trading'],
    ['a known word', 'Bank', 'Bergwerk Anlagen Nordhaven Krause'],
    ['a place', 'Oslo', 'Ost Straten Lager Offenburg'],
    ['a further initial', 'NPWZ', 'Nordhaven Pumpwerke Wessel'],
    ['a missing initial', 'NPW', 'Nordhaven Pump Works Zorra'],
    ['the abbreviation of a region', 'CEE', 'Clean Energy Engineering'],
    ['a company with the initials of a school', 'NPU AG', 'Nordhaven Pump University'],
    ['branches in two countries', 'NPW (Ireland)', 'Nordhaven Pump Works (Wales)'],
    ['numbers', '123', '1 2 3'],
    ['a text without a name', 'NPW', '...'],
  ])('rejects %s: %s and %s', (_, one, other) => {
    expect(areInitials(one, other, counts)).toBe(false);
    expect(areInitials(other, one, counts)).toBe(false);
  });
});
