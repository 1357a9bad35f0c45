import { describe, expect, it } from '@jest/globals';
import { maxTitleLength, titleWords } from './job-title.js';

const textOf = (title: string) => titleWords(title).map((word) => word.text);

/** The words of each group that shares the number, joined by spaces. */
function groupsOf(title: string, number: 'clause' | 'segment'): string[] {
  const groups = new Map<number, string[]>();
  for (const word of titleWords(title)) groups.set(word[number], [...(groups.get(word[number]) ?? []), word.text]);
  return [...groups.values()].map((words) => words.join(' '));
}

describe('titleWords', () => {
  it.each([
    ['case', 'HEAD of Sales', ['head', 'of', 'sale']],
    ['accents', 'Ingénieur Qualité', ['ingenieur', 'qualite']],
    ['letters that hold two', 'Großkunden & cœur', ['grosskunden', 'and', 'coeur']],
    ['decorated letters', '𝗖𝗘𝗢 Ｃｈｅｆ', ['ceo', 'chef']],
    ['invisible characters', 'Pro\u00ADject Mana\u200Bger', ['project', 'manager']],
    ['white space of any kind', ' \t Sales\u00A0\u3000 Manager\n', ['sale', 'manager']],
    ['plurals', 'Operations Analysts, Business Processes', ['operation', 'analyst', 'business', 'processe']],
    ['possessives', "Founder's Associate", ['founder', 'associate']],
    ['hyphens inside words', 'Vice-President', ['vice', 'president']],
    ['abbreviations with dots', 'V.P. Sales, C.E.O', ['vp', 'sale', 'ceo']],
    ['one dot after an abbreviation', 'Sr.Software Eng.', ['sr', 'software', 'eng']],
    ['signs for words', 'Sales & Marketing + IT @ Acme', ['sale', 'and', 'marketing', 'and', 'it', 'at', 'acme']],
    ['joined letters', 'R&D / M & A', ['rnd', 'mna']],
    ['electronic things', 'E-Commerce', ['ecommerce']],
    ['languages to program in', 'C++ and C# Developer', ['c++', 'and', 'c#', 'developer']],
    ['other scripts', 'Директор 营销', ['директор', '营销']],
  ])('ignores %s', (_, title, words) => {
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
  ])('parses "%s" once for all genders', (title, words) => {
    expect(textOf(title)).toEqual(words);
  });

  it.each(['Sales/E-Commerce', 'Sales/Marketing', 'Manager (in Berlin)'])('finds no gender ending in "%s"', (title) => {
    expect(textOf(title)).toHaveLength(title.startsWith('Manager') ? 3 : 2);
  });

  it.each([
    ['VP Sales, Europe (Retail) - Online – B2B: Shops', ['vp sale', 'europe', 'retail', 'online', 'b2b', 'shop']],
    ['Sales -Manager', ['sale', 'manager']],
    ['CEO | Founder', ['ceo', 'founder']],
  ])('splits "%s" into clauses', (title, clauses) => {
    expect(groupsOf(title, 'clause')).toEqual(clauses);
  });

  it('splits a title into segments at bars, slashes, semicolons, bullets and emoji, but not at commas', () => {
    expect(groupsOf('CEO, Acme | CTO / Dean; Poet • Cook 🚀 Pilot', 'segment')).toEqual([
      'ceo acme',
      'cto',
      'dean',
      'poet',
      'cook',
      'pilot',
    ]);
  });

  it('ignores text above the maximum length', () => {
    expect(textOf(`${'x'.repeat(maxTitleLength)} CEO`)).toEqual(['x'.repeat(maxTitleLength)]);
    // One character that NFKD expands to four words.
    expect(textOf('ﷺ '.repeat(maxTitleLength)).join(' ').length).toBeLessThanOrEqual(maxTitleLength);
  });

  it.each(['', '   ', '---', '| / ,', '🚀', "'s"])('finds no word in "%s"', (title) => {
    expect(titleWords(title)).toEqual([]);
  });
});
