import { describe, expect, it } from '@jest/globals';
import { readTitle } from './title-reading.js';

const marks = { holder: '', field: '°', other: '×' };

/**
 * The words of a title as a text. A ° follows a word that describes the field, and a × one that describes another person or thing.
 */
const reading = (title: string) =>
  readTitle(title)
    .words.map(({ text, standing }) => text + marks[standing])
    .join(' ');

describe('readTitle', () => {
  it.each([
    ['abbreviations', 'Sr. VP Eng', 'senior vice president engineer'],
    ['misspellings', 'Sales Manger', 'sale manager'],
    ['other languages', 'Gerente Ventas', 'manager sale'],
    ['feminine forms', 'Architektin', 'architect'],
    ['umlauts spelt out', 'Geschaeftsfuehrerin', 'geschaftsfuhrer'],
    ['articles', 'Head the Team', 'head team'],
    ['compounds', 'Vertriebsleiter', 'sale° head'],
    ['compounds in compounds', 'Softwareentwicklungsleiter', 'software° development° head'],
    ['compounds of a vehicle and a leader', 'Autobuszvezető', 'driver'],
    ['such compounds with a hyphen', 'Autóbusz-vezető', 'autobusz driver'],
    ['such compounds whose first part is a compound itself', 'Schwerlastkranführer', 'crane operator'],
    ['first parts that rank a profession', 'Obergärtnerin', 'lead gardener'],
    ['glued words', 'Salesmanager', 'sale° manager'],
    ['compounds of which only the beginning is known', 'Vertriebssteuerung', 'sale° ssteuerung°'],
    ['unknown words', 'Zyxwv', 'zyxwv'],
  ])('returns the normal form of %s: %s becomes %s', (_, title, words) => {
    expect(reading(title)).toBe(words);
  });

  it.each([
    ['Head of Sales and Owner', 'head of sale° and owner'],
    ['Assistant to the CEO | Founder', 'assistant to ceo× founder×'],
    ['CEO Assistant, Berlin | Founder', 'ceo° assistant° berlin° founder'],
    ['Chief of Staff to CEO, CFO | Owner', 'chief of staff° to° ceo× cfo× owner'],
    ['Cook at Owner Foods, Founder', 'cook at owner× food× founder'],
    ['Former CEO, Founder', 'former ceo× founder'],
    ['CEO, Retired | Founder', 'ceo× retired× founder'],
    ['Sales Intern & Founder', 'sale° intern° and founder'],
    ['Junior Manager, Owner', 'junior manager° owner'],
    ['Lead Generation Lead', 'lead° generation° lead'],
    ['Assistant Director', 'assistant director'],
    ['Go To Market Manager', 'go to market manager'],
    ['Head of Former Employees', 'head of former° employee×'],
  ])(
    'tells for each word of "%s" whether it describes the holder, the field (°) or something else (×): %s',
    (title, words) => {
      expect(reading(title)).toBe(words);
    },
  );

  it.each(['', ' ', '-', 'N/A', 'n.a.', 'None', 'null', 'Unknown', 'xxx', '42', '🚀', '软件工程师'])(
    'returns no words for "%s"',
    (title) => {
      expect(readTitle(title).words).toEqual([]);
    },
  );
});
