import { describe, expect, it } from '@jest/globals';
import { maxTitleLength, titleWords } from './job-title.js';

const textOf = (title: string) => titleWords(title).map((word) => word.text);

/** The words of each clause, or of each segment, joined by spaces. */
function groupsOf(title: string, number: 'clause' | 'segment'): string[] {
  const groups = new Map<number, string[]>();
  for (const word of titleWords(title)) groups.set(word[number], [...(groups.get(word[number]) ?? []), word.text]);
  return [...groups.values()].map((words) => words.join(' '));
}

describe('titleWords', () => {
  it.each([
    ['puts all letters in lower case', 'HEAD of Sales', ['head', 'of', 'sale']],
    ['removes accents', 'Ingénieur Qualité', ['ingenieur', 'qualite']],
    ['writes ß and œ as two letters', 'Großkunden & cœur', ['grosskunden', 'and', 'coeur']],
    ['writes decorated letters as plain ones', '𝗖𝗘𝗢 Ｃｈｅｆ', ['ceo', 'chef']],
    ['removes invisible characters', 'Pro\u00ADject Mana\u200Bger', ['project', 'manager']],
    ['ignores white space of any kind', ' \t Sales\u00A0\u3000 Manager\n', ['sale', 'manager']],
    [
      'removes the s of plurals',
      'Operations Analysts, Business Processes',
      ['operation', 'analyst', 'business', 'processe'],
    ],
    ['keeps the s of "accounts" and "associés"', 'Key Accounts, associés', ['key', 'accounts', 'associes']],
    ['removes the s of possessives', "Founder's Associate", ['founder', 'associate']],
    ['divides words at hyphens', 'Vice-President', ['vice', 'president']],
    ['joins abbreviations with dots', 'V.P. Sales, C.E.O', ['vp', 'sale', 'ceo']],
    ['divides "Co" from the abbreviation of a chief officer', 'CoCEO, CoE', ['co', 'ceo', 'coe']],
    ['keeps words that only begin like a chief officer', 'Cocco CoDIR COCOA', ['cocco', 'codir', 'cocoa']],
    ['ignores a dot behind an abbreviation', 'Sr.Software Eng.', ['sr', 'software', 'eng']],
    [
      'replaces signs by words',
      'Sales & Marketing + IT @ Acme',
      ['sale', 'and', 'marketing', 'and', 'it', 'at', 'acme'],
    ],
    ['joins single letters at a sign', 'R&D / M & A', ['rnd', 'mna']],
    ['joins the e of electronic', 'E-Commerce', ['ecommerce']],
    ['keeps the signs of programming languages', 'C++ and C# Developer', ['c++', 'and', 'c#', 'developer']],
    ['keeps words in other scripts', 'Директор 营销', ['директор', '营销']],
  ])('%s: %s', (_, title, words) => {
    expect(textOf(title)).toEqual(words);
  });

  it.each([
    ['Leiter(in)', ['leiter']],
    ['Entwickler:in', ['entwickler']],
    ['Entwickler*innen', ['entwickler']],
    ['Kaufmann/-frau', ['kaufmann']],
    ['Développeur·se', ['developpeur']],
    ['Abogado/a', ['abogado']],
    ['Buchhalter (m/w/d)', ['buchhalter']],
    ['Comptable H/F', ['comptable']],
  ])('returns for "%s" the words without the ending or mark of a gender', (title, words) => {
    expect(textOf(title)).toEqual(words);
  });

  it.each(['Sales/E-Commerce', 'Sales/Marketing', 'Manager (in Berlin)'])(
    'removes no gender ending from "%s"',
    (title) => {
      expect(textOf(title)).toHaveLength(title.startsWith('Manager') ? 3 : 2);
    },
  );

  it.each([
    ['VP Sales, Europe (Retail) - Online – B2B: Shops', ['vp sale', 'europe', 'retail', 'online', 'b2b', 'shop']],
    ['Sales -Manager', ['sale', 'manager']],
    ['CEO | Founder', ['ceo', 'founder']],
  ])('divides "%s" into the clauses %j', (title, clauses) => {
    expect(groupsOf(title, 'clause')).toEqual(clauses);
  });

  it('divides a title into segments at bars, slashes, semicolons, bullets and emoji, but not at commas', () => {
    expect(groupsOf('CEO, Acme | CTO / Dean; Poet • Cook 🚀 Pilot', 'segment')).toEqual([
      'ceo acme',
      'cto',
      'dean',
      'poet',
      'cook',
      'pilot',
    ]);
  });

  it('ignores everything after the first 300 characters of a title', () => {
    expect(textOf(`${'x'.repeat(maxTitleLength)} CEO`)).toEqual(['x'.repeat(maxTitleLength)]);
    // Unicode's normal form NFKD expands this single character to four words.
    expect(textOf('ﷺ '.repeat(maxTitleLength)).join(' ').length).toBeLessThanOrEqual(maxTitleLength);
  });

  it.each(['', '   ', '---', '| / ,', '🚀', "'s"])('returns no words for "%s"', (title) => {
    expect(titleWords(title)).toEqual([]);
  });
});
