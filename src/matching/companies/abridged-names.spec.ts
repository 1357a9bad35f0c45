import { describe, expect, it } from '@jest/globals';
import { areAbridged } from './abridged-names.js';
import { WordCounts } from './word-counts.js';

/** The counts of 20,000 names in which only these words are common. */
const counts = WordCounts.of(
  20_000,
  'International Manufacturing Communications Compania Group Pumps Services Trading Works Bank Motor Motors Information'
    .split(' ')
    .map((word): [string, number] => [word, 400]),
);

describe('areAbridged', () => {
  it.each([
    ['a name that is cut inside its last word', 'Nordhaven Pumps and Foun', 'Nordhaven Pumps and Foundries AG'],
    ['a name that is cut before further words', 'Nordhaven Quarz Gesells', 'Nordhaven Quarz Gesellschaft Bergwerk AG'],
    ['the beginning of a common word', 'Halibutron Comm Ltd', 'Halibutron Communications Ltd'],
    ['a common word without its vowels', 'Halibutron Mnfg Ltd', 'Halibutron Manufacturing Ltd'],
    ['the first and the last letters of a common word', 'Cia Halibutron Zorra', 'Compania Halibutron Zorra'],
    ['an abbreviation in the table', 'Ste Halibutron Zorra', 'Societe Halibutron Zorra'],
    ['the plural of a common word', 'Halibutron Motors', 'Halibutron Motor'],
    ['an abbreviation and a missing link word', 'Cia Halibutron Zorra', 'Compania de Halibutron y Zorra S.A.'],
    ['a seat behind the legal form', 'Halibutron N.V., Hengelmond', 'Halibutron N.V.'],
    ['a seat and a country behind the legal form', 'Halibutron B.V., Hengelmond, NL', 'Halibutron BV'],
    ['a line of business behind the legal form', 'Halibutron S.A. - Integrated Pumps', 'Halibutron SA'],
    ['a line of business without a comma', 'Halibutron S.A. Plastics', 'Halibutron SA'],
    ['a legal form of separate letters', 'Halibutron S P A', 'Halibutron S.p.A.'],
    ['a legal form with wrong punctuation', 'Halibutron N,V.', 'Halibutron N.V.'],
    ['an English form of a Finnish company', 'Halibutron Corp', 'Halibutron Oyj'],
    ['a group in front', 'Groupe Halibutron', 'Halibutron'],
    ['initials in front', 'HPQ Halibutron Pumps Quarzelmann Ltd', 'Halibutron Pumps Quarzelmann Ltd'],
    ['initials at the end', 'Halibutron Pumps Quarzelmann HPQ Ltd', 'Halibutron Pumps Quarzelmann Ltd'],
    [
      'the beginnings of its words in front',
      'Halpuqua - Halibutron Pumps Quarzelmann Ltd',
      'Halibutron Pumps Quarzelmann Ltd',
    ],
    ['a legal form in front', 'NV Halibutron Media Group', 'Halibutron Media Grp'],
    ['a legal form that was cut', 'Halibutron Quarz Aktienges', 'Halibutron Quarz AG'],
    ['a legal form that was cut to one letter', 'Halibutron Quarz N', 'Halibutron Quarz N.V.'],
    ['a royal title in front', 'Koninklijke Halibutron Zorra N.V.', 'Halibutron Zorra NV'],
    [
      'the beginnings of its words between dashes',
      'Halibutron Quarzelmann - Haliqua - S.p.A.',
      'Halibutron Quarzelmann SpA',
    ],
    ['a word for a group in another language', 'Halibutron Yhtiöt Oyj', 'Halibutron Oyj'],
    ['an abbreviation of International', 'Halibutron Zorra Inter', 'Halibutron Zorra'],
    ['slips in two common words', 'Halibutron Tradding Serrvices Ltd', 'Halibutron Trading Services Ltd'],
    ['a further word beside two rare words', 'Halibutron Quarz', 'Halibutron Quarz Bergwerk AG'],
    ['a further word beside a rare and a common word', 'Nordhaven Trading', 'Nordhaven Trading Bergwerk AG'],
    ['a further word between legal forms of one country', 'Nordhaven Trading AG', 'Nordhaven Trading Bergwerk GmbH'],
    ['a further word inside', 'Nordhaven Trading', 'Nordhaven Bergwerk Trading'],
    ['a further word in front', 'Nordhaven Trading', 'Quarz Nordhaven Trading'],
    ['a further word inside and a name that is cut', 'Nordhaven Pumps Foun', 'Nordhaven Bergwerk Pumps Foundries AG'],
    ['a further word beside a rare word and a plural', 'Nordhaven Motor', 'Nordhaven Motors Bergwerk AG'],
    ['a further word beside a rare and a misspelt word', 'Nordhaven Quarzelman', 'Nordhaven Quarzelmann Bergwerk AG'],
    ['a group in front and a further word inside', 'Groupe Nordhaven Trading', 'Nordhaven Bergwerk Trading'],
    ['two endings of one word', 'Nordhaven Metallurgie AG', 'Nordhaven Metallurgy AG'],
    ['two long endings between legal forms of one country', 'Nordhaven Chemie AG', 'Nordhaven Chemikalien GmbH'],
    ['the beginning of a word that is no word itself', 'Nordhaven Quarz Gesells AG', 'Nordhaven Quarz Gesellschaft AG'],
    ['two words in another order with a legal form', 'Maschinen Halibutron AG', 'Halibutron Maschinen AG'],
    ['an article in front and an abbreviation', 'La Halibutron Zorra Comm', 'Halibutron Zorra Communications'],
    ['an abbreviated saint', 'Halibutron S Zorrino Services', 'Halibutron San Zorrino Services'],
    [
      'a name that is cut between words',
      'Halibutron Quarzelmann Zorra',
      'Halibutron Quarzelmann Zorra Laboratorien AG',
    ],
    [
      'a name that is cut before a short link word',
      'Halibutron Quarzelmann Zorra',
      'Halibutron Quarzelmann Zorra y Laboratorien AG',
    ],
    ['an abbreviation and a missing word for a group', 'Halibutron Comm Ltd', 'Halibutron Communications Holdings Ltd'],
    ['the name of a shop', 'Quarzelmann Ltd T/A Halibutron Pumps', 'Halibutron Pumps'],
    ['words in brackets that are words of the other name', 'Halibutron Motor (Japan)', 'Halibutron Motor Japan'],
    ['a space inside a word', 'Halibutron MotorWorks Zorra', 'Halibutron Motor Works Zorra'],
    [
      'a space inside a word and an abbreviation',
      'Halibutron ZorraWorks Comm',
      'Halibutron Zorra Works Communications',
    ],
    ['slips in two words', 'Halibutron Zorra Quarzelman Kramm', 'Halibutronn Zorra Quarzelmann Kramm'],
  ])('accepts %s: %s and %s', (_, one, other) => {
    expect(areAbridged(one, other, counts)).toBe(true);
    expect(areAbridged(other, one, counts)).toBe(true);
  });

  it.each([
    ['a name that is cut after a common word', 'Nordhaven Quarz Motor', 'Nordhaven Quarz Motorsport AG'],
    ['a name without the last letter of the other', 'Nordhaven Quarz Zorra', 'Nordhaven Quarz Zorran'],
    ['a further word beside one rare word', 'Nordhaven', 'Nordhaven Bergwerk AG'],
    ['a further word beside a rare word and a word for a group', 'Nordhaven Group', 'Nordhaven Bergwerk Group'],
    ['a further word beside two founders', 'Nordhaven & Quarz', 'Nordhaven & Quarz Bergwerk'],
    ['a further word beside common words', 'International Trading', 'International Pumps Trading'],
    [
      'a further word inside, beside other words at the end',
      'Nordhaven Quarz Trading',
      'Nordhaven Bergwerk Quarz Zorra',
    ],
    ['two further words inside', 'Nordhaven Trading', 'Nordhaven Quarz Bergwerk Trading'],
    ['a further place inside', 'Nordhaven Trading', 'Nordhaven Ireland Trading'],
    ['a further number inside', 'Nordhaven Trading', 'Nordhaven 3 Trading'],
    ['a further word inside the name of a school', 'Hochschule Nordhaven', 'Hochschule Quarz Nordhaven'],
    ['a further word inside and a note behind a comma', 'Nordhaven Trading', 'Nordhaven Quarz Trading, Hengelmond'],
    [
      'a further word beside legal forms that many countries have',
      'Nordhaven Trading Inc.',
      'Nordhaven Trading Quarz Corp.',
    ],
    ['a further word beside legal forms of two countries', 'Nordhaven Trading AG', 'Nordhaven Trading Quarz Oyj'],
    ['two words that differ in a short ending', 'Nordhaven Danone', 'Nordhaven Danona'],
    ['a further word beside two founders joined by "y"', 'Nordhaven y Quarz', 'Nordhaven y Quarz Bergwerk'],
    ['a further word beside two founders joined by "e"', 'Nordhaven e Quarz', 'Nordhaven e Quarz Bergwerk'],
    ['two long endings beside other legal forms', 'Nordhaven Chemie Ltd', 'Nordhaven Chemikalien Ltd'],
    ['two long endings in names of schools', 'Hochschule Nordhaven Chemie', 'Hochschule Nordhaven Chemikalien'],
    ['a further word beside a word with another ending', 'Nordhaven Metallurgie', 'Nordhaven Metallurgy Bergwerk'],
    ['a link word in front that is no article', 'Van Halibutron Comm', 'Halibutron Communications'],
    ['a short name without a further link word', 'Nordhaven', 'Nordhaven y'],
    [
      'a long name without a short word that is no link word',
      'Halibutron Quarzelmann Zorra',
      'Halibutron Quarzelmann Zorra Qu',
    ],
    ['endings of two family names', 'Nordhaven Eriksen', 'Nordhaven Eriksson'],
    ['endings of two places', 'Nordhaven Austria', 'Nordhaven Australia'],
    ['a further place beside two rare words', 'Nordhaven Quarz', 'Nordhaven Quarz Ireland'],
    ['a further country in its own language', 'Nordhaven Quarz', 'Nordhaven Quarz Deutschland'],
    ['a further country with an umlaut', 'Nordhaven Quarz', 'Nordhaven Quarz Österreich'],
    ['a further country in Portuguese', 'Nordhaven Quarz', 'Nordhaven Quarz Brasil'],
    ['a further place of two words', 'Nordhaven Quarz', 'Nordhaven Quarz Hong Kong'],
    ['a further word and a place of two words', 'Nordhaven Quarz', 'Nordhaven Quarz Pumpwerk Hong Kong'],
    ['a further country in Danish', 'Nordhaven Quarz', 'Nordhaven Quarz Danmark A/S'],
    ['a further country in Finnish', 'Nordhaven Quarz', 'Nordhaven Quarz Suomi Oy'],
    ['a further country that has an abbreviation', 'Nordhaven Quarz', 'Nordhaven Quarz United Kingdom'],
    ['a further word of one letter beside two rare words', 'Nordhaven Quarz', 'Nordhaven Quarz S'],
    ['a further word behind a comma', 'Nordhaven Quarz', 'Nordhaven Quarz, Hengelmond'],
    ['a further word and a note behind a comma', 'Nordhaven Quarz', 'Nordhaven Quarz Bergwerk, Hengelmond'],
    ['a further word behind a dash', 'Nordhaven Quarz', 'Nordhaven Quarz - Hengelmond'],
    ['a further word behind a dash without a space', 'Nordhaven Quarz', 'Nordhaven Quarz -Hengelmond'],
    [
      'a royal title in front and a further word behind a comma',
      'Halibutron Quarz',
      'Koninklijke Halibutron Quarz, Hengelmond',
    ],
    ['a group in front and a further word behind a comma', 'Halibutron Quarz', 'Groupe Halibutron Quarz, Hengelmond'],
    [
      'words in brackets and a further word behind a comma',
      'Halibutron Quarz',
      'Halibutron Quarz (Pumpwerk), Hengelmond',
    ],
    ['a further word of a school', 'Hochschule Nordhaven Quarz', 'Hochschule Nordhaven Quarz Hengelmond'],
    ['the initial of a founder in front', 'Q. Halibutron N.V.', 'Halibutron NV'],
    ['slips in two words of which none is common', 'Halibutron Zorrman Kramkers', 'Halibutron Zorrmann Kramkerrs'],
    ['a letter that begins no legal form of the other', 'Halibutron Quarz N', 'Halibutron Quarz AG'],
    ['a Roman numeral that begins a legal form', 'Halibutron Quarz I', 'Halibutron Quarz Inc.'],
    ['"Royal" in front', 'Royal Halibutron', 'Halibutron'],
    ['a word for a group in another language on the other side', 'Halibutron Yhtiöt Oyj', 'Halibutron Holding Oyj'],
    ['a cut name of common words', 'International Trading Ser', 'International Trading Services'],
    ['the beginning of a rare word', 'Halibutron Zorr Ltd', 'Halibutron Zorrabella Ltd'],
    ['a Roman numeral at the beginning of a word', 'Halibutron Vii Services', 'Halibutron Viinikka Services'],
    ['a Roman numeral at the end', 'Nordhaven Quarz vi', 'Nordhaven Quarz Viinikka'],
    ['a second legal form that is no note', 'Halibutron Corporation Inc.', 'Halibutron Oyj'],
    ['branches in two countries', 'Halibutron Comm (Ireland) Ltd', 'Halibutron Communications (Wales) Ltd'],
    ['slips in two words beside one rare word', 'Zorra Quarzelman Halibbutron', 'Zorra Quarzelmann Halibutron'],
    ['another number', 'Halibutron Comm 4', 'Halibutron Communications 5'],
    ['notes on both sides', 'Halibutron N.V., Hengelmond', 'Halibutron N.V., Utrelm'],
    ['a seat that follows no legal form', 'Halibutron, Hengelmond', 'Halibutron'],
    ['a place behind the legal form without a comma', 'Halibutron AG Switzerland', 'Halibutron AG'],
    ['a place behind "Company"', 'Halibutron Motor Company, Canada', 'Halibutron Motor Company'],
    ['common words with a note', 'Trading Bank N.V., Hengelmond', 'Trading Bank N.V.'],
    ['an English form of another country', 'Halibutron Corp', 'Halibutron AG'],
    ['words for a group on both sides', 'Groupe Halibutron', 'Halibutron Holding'],
    ['a group in front of common words', 'Group Trading Services', 'Trading Services'],
    ['other initials in front', 'XYZ Halibutron Pumps Quarzelmann Ltd', 'Halibutron Pumps Quarzelmann Ltd'],
    ['another order of words', 'Halibutron Comm Zorra', 'Zorra Communications Halibutron'],
    ['slips in two words beside common words', 'Trading Quarzelman Halibutronn', 'Trading Quarzelmann Halibutron'],
    ['initials of other words at the end', 'Halibutron Pump Quarz HPX Ltd', 'Halibutron Pump Quarz Ltd'],
    [
      'the beginnings of other words in front',
      'Halpuzor - Halibutron Pumps Quarzelmann Ltd',
      'Halibutron Pumps Quarzelmann Ltd',
    ],
    ['a legal form in front of another name', 'NV Halibutron Media', 'Halibutron Zorra'],
    ['two words in another order without a legal form', 'Maschinen Halibutron', 'Halibutron Maschinen'],
    ['a place and a word in another order', 'Ireland Halibutron Ltd', 'Halibutron Ireland Ltd'],
    ['a letter that is no saint', 'Halibutron S Zorrino Services', 'Halibutron Sol Zorrino Services'],
    ['a long name without a place', 'Halibutron Quarzelmann Zorra', 'Halibutron Quarzelmann Zorra Ireland AG'],
    ['a long name without a number', 'Halibutron Quarzelmann Zorra', 'Halibutron Quarzelmann Zorra 3'],
    [
      'a long name with a legal form of any country',
      'Halibutron Quarzelmann Zorra Ltd',
      'Halibutron Quarzelmann Zorra Laboratorien Ltd',
    ],
    [
      'words for a group on both sides and an abbreviation',
      'Groupe Halibutron Comm',
      'Halibutron Communications Holding',
    ],
    ['an abbreviation of another word', 'Cie Halibutron Zorra', 'Societe Halibutron Zorra'],
    ['an abbreviation beside a word that is not rare', 'Ste Trading', 'Societe Trading'],
    ['a very long name', `Halibutron N.V., ${'Hengelmond '.repeat(14)}`, 'Halibutron N.V.'],
    ['a text without a name', 'Halibutron', '...'],
    ['International beside a legal form', 'Halibutron Ltd', 'Halibutron International Ltd'],
    ['International beside a legal form and a word', 'Halibutron Pumps Ltd', 'Halibutron Pumps International Ltd'],
    ['a last word that begins a legal form', 'Halibutron Partners', 'Halibutron'],
    ['a word with many divisions', `${'a'.repeat(34)}b${' aaaaaaaaa'.repeat(9)} halibutron`, 'Halibutron'],
  ])('rejects %s: %s and %s', (_, one, other) => {
    expect(areAbridged(one, other, counts)).toBe(false);
    expect(areAbridged(other, one, counts)).toBe(false);
  });

  it('accepts no further word beside two rare words that other names on record have, because these may be a group', () => {
    const group = WordCounts.of(20_000, [
      ['halibutron', 2],
      ['quarz', 3],
    ]);
    expect(areAbridged('Halibutron Quarz', 'Halibutron Quarz Bergwerk AG', group)).toBe(false);
  });

  it('accepts no shorter name if no names were counted, because then no word is known to be rare', () => {
    expect(areAbridged('Halibutron N.V., Hengelmond', 'Halibutron N.V.', WordCounts.of(0, []))).toBe(false);
  });
});
