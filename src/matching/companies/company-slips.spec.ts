import { describe, expect, it } from '@jest/globals';
import { mayBeSameCompany } from './company-slips.js';

describe('mayBeSameCompany', () => {
  it.each([
    ['names that are equal but for case and legal form', 'Acme Inc.', 'ACME'],
    ['an omitted letter', 'Boehringer Ingelheim', 'Boeringer Ingelheim'],
    ['exchanged neighbours', 'Halibutron Systems', 'Hailbutron Systems'],
    ['a letter of the same sound', 'Kramatek Ltd', 'Cramatek Ltd'],
    ['two other letters in a long word', 'Quarzelmann Pumps', 'Quartzelman Pumps'],
    ['a doubled letter at the end', 'Quarzelman Pumps', 'Quarzelmann Pumps'],
    ['a further letter at the end', 'Brockmell Grain', 'Brockmelle Grain'],
    ['a slip in a word that has abbreviations', 'Halibutron Tecnologies', 'Halibutron Technologies'],
    ['a space and a further letter', 'Halibutron MotorWorks', 'Halibutron Motor Workks'],
    ['a link word without its space and a further letter', 'Zorrman-LaRocke', 'Zorrmann-La Rocke'],
    ['exchanged letters in a short name', 'Pplum Inc.', 'Plpum Inc.'],
    ['a doubled letter in a short name', 'Zonia AB', 'Zonnia AB'],
    ['another first letter of the same sound in a long name of one word', 'Kramoda AB', 'Cramoda AB'],
    ['a slip in a name of one word with the same legal form', 'Halibutron K.K.', 'Hailbutron K.K.'],
    ['a slip beside a translated legal form', 'OAO Halibutron', 'Open Joint Stock Company Hailbutron'],
    ['a voiced letter for a voiceless one', 'Toyomita Motor', 'Toyomida Motor'],
    ['a possessive', "Tillman's Bank", 'Tillman Bank'],
    ['one name without the dots of an umlaut, and one with an "e"', 'Kuhne AG', 'Kuehne AG'],
    ['two spellings of the umlaut in a first name', 'Jorg Zorrman GmbH', 'Joerg Zorrman GmbH'],
    ['two spellings of an umlaut, of which only one name has a legal form', 'Durr', 'Duerr Aktiengesellschaft'],
    ['a word such as "the" in one name', 'Friends of the Lake Society', 'Friends of Lake Society'],
    ['words in another order', 'Nordhaven Pump Works', 'Pump Works Nordhaven'],
    ['both orders of an institution and its place', 'University of Oxford', 'Oxford University'],
    ['a legal form in front', 'AB Volvo', 'Volvo AB'],
    ['a Japanese spelling', 'マイクロソフト', 'Microsoft'],
    ['a Cyrillic spelling', 'Яндекс', 'Yandex'],
    ['a translated word', 'トヨタ自動車株式会社', 'Toyota Motor Corporation'],
  ])('accepts %s: %s and %s', (_, one, other) => {
    expect(mayBeSameCompany(one, other)).toBe(true);
    expect(mayBeSameCompany(other, one)).toBe(true);
  });

  it.each([
    ['another letter in a short word', 'Nokia', 'Nokla'],
    ['another first letter', 'Morton Pumps', 'Dorton Pumps'],
    ['another last letter', 'Nokia', 'Nokian'],
    ['a further letter in a short name of one word', 'Zonia AB', 'Zonina AB'],
    ['a slip in a word that has abbreviations, without another word', 'Enginering', 'Engineering'],
    ['another first letter in a short name of one word', 'Cadona SA', 'Sadona SA'],
    ['joined words that differ in two letters', 'Zorrabank', 'Zorra Link'],
    ['two known words', 'Anglo Shipping', 'Anglo Shopping'],
    ['an "e" behind a vowel in a country without umlauts', 'Durr Inc.', 'Duerr Inc.'],
    ['an "e" behind a vowel without a legal form', 'Durr', 'Duerr'],
    ['an "e" behind a vowel at the end of a word', 'Zoru AG', 'Zorue AG'],
    ['an "e" that makes another first name', 'Michal GmbH', 'Michael GmbH'],
    ['an "e" behind a vowel in a short word', 'Bor AG', 'Boer AG'],
    ['an "e" behind two vowels', 'Baur GmbH', 'Bauer GmbH'],
    ['an "e" behind a vowel with a legal form that other countries have, too', 'Kuhne S.p.A.', 'Kuehne S.p.A.'],
    ['two countries', 'Bank of Ireland', 'Bank of Iceland'],
    ['two family names', 'Johnson Controls', 'Johnston Controls'],
    ['another number', 'Brigade 44', 'Brigade 45'],
    ['another Roman numeral', 'Capital Partners VII', 'Capital Partners VIII'],
    ['a further word', 'Halibutron Systems', 'Halibutron'],
    ['a legal form of another country', 'Halibutron GmbH', 'Hailbutron Inc.'],
    ['a slip in a name of one word with another kind of legal form', 'Halibutron K.K.', 'Hailbutron Limited'],
    [
      'an institution whose other words are in another order',
      'University of Southern Zorra',
      'Zorra Southern University',
    ],
    ['another branch', 'Halibutron (Ireland)', 'Hailbutron (Wales)'],
    ['two words in another order', 'Bank of China', 'China Bank'],
    ['two universities of one place', 'University of Miami', 'Miami University'],
    ['a text without a name', 'Acme', '...'],
  ])('rejects %s: %s and %s', (_, one, other) => {
    expect(mayBeSameCompany(one, other)).toBe(false);
    expect(mayBeSameCompany(other, one)).toBe(false);
  });

  it('finds two known words inside names of one word with nearly 300 letters', () => {
    const part = 'quarz'.repeat(28);
    expect(mayBeSameCompany(`${part}zippa${part}`, `${part}zoppa${part}`)).toBe(true);
    expect(mayBeSameCompany(`${part}shipping${part}`, `${part}shopping${part}`)).toBe(false);
  });
});
