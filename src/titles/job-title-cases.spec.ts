import { describe, expect, it } from '@jest/globals';
import type { LanguageCase, TitleCase } from './job-title-case.fixture.js';
import {
  czechTitles,
  hungarianTitles,
  polishTitles,
  romanianTitles,
  turkishTitles,
} from './job-title-eastern.fixture.js';
import { englishTitles } from './job-title-english.fixture.js';
import { germanTitles } from './job-title-german.fixture.js';
import { mixedTitles } from './job-title-mixed.fixture.js';
import {
  danishTitles,
  dutchTitles,
  finnishTitles,
  norwegianTitles,
  swedishTitles,
} from './job-title-nordic.fixture.js';
import { frenchTitles, italianTitles, portugueseTitles, spanishTitles } from './job-title-romance.fixture.js';
import { misleadingTitles, untidyTitles } from './job-title-traps.fixture.js';
import {
  moreFrenchTitles,
  moreGermanTitles,
  moreItalianTitles,
  morePortugueseTitles,
  moreSpanishTitles,
  rankedEnglishTitles,
} from './job-title-western.fixture.js';
import { personasOf, seniorityOf } from './seniority.js';
import { personaMeanings } from './title-tables.js';

const groups: readonly (readonly [group: string, cases: readonly TitleCase[]])[] = [
  ['a plain English title', englishTitles],
  ['a title with a misleading word', misleadingTitles],
  ['an abbreviated, misspelt or compound title', untidyTitles],
  ['a German or Dutch title', germanTitles],
  ['a French title', frenchTitles],
  ['a Spanish title', spanishTitles],
  ['an Italian title', italianTitles],
  ['a Portuguese title', portugueseTitles],
];

describe.each(groups)('seniorityOf and personasOf for %s', (_, cases) => {
  it.each(cases)('return for "%s" the seniority %s', (title, rank) => {
    expect(seniorityOf(title)).toBe(`seniority_${rank}`);
  });

  it.each(cases)('return for "%s" (%s) exactly the tags %j', (title, _rank, personas) => {
    expect(personasOf(title)).toEqual(personas);
  });
});

const languages: readonly (readonly [group: string, cases: readonly LanguageCase[]])[] = [
  ['a Swedish title', swedishTitles],
  ['a Danish title', danishTitles],
  ['a Norwegian title', norwegianTitles],
  ['a Finnish title', finnishTitles],
  ['a Dutch title', dutchTitles],
  ['a Polish title', polishTitles],
  ['a Czech title', czechTitles],
  ['a Turkish title', turkishTitles],
  ['a Romanian title', romanianTitles],
  ['a Hungarian title', hungarianTitles],
  ['a further German title', moreGermanTitles],
  ['a further French title', moreFrenchTitles],
  ['a further Spanish title', moreSpanishTitles],
  ['a further Italian title', moreItalianTitles],
  ['a further Portuguese title', morePortugueseTitles],
  ['an English title of several words', rankedEnglishTitles],
  ['a title in a mixed list', mixedTitles],
];

describe.each(languages)('seniorityOf and personasOf for %s', (_, cases) => {
  it.each(cases)(
    'return for "%s" the seniority %s, and among the tags this one, unless it is null: %s',
    (title, rank, persona) => {
      expect(seniorityOf(title)).toBe(`seniority_${rank}`);
      if (persona !== null) expect(personasOf(title)).toContain(persona);
    },
  );
});

describe('the titles of these tests', () => {
  it('cover every persona tag at least once', () => {
    const tags = new Set<string>(groups.flatMap(([, cases]) => cases.flatMap(([, , personas]) => personas)));
    expect(Object.keys(personaMeanings).filter((tag) => !tags.has(tag))).toEqual([]);
  });
});
