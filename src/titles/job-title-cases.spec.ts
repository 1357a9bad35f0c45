import { describe, expect, it } from '@jest/globals';
import type { TitleCase } from './job-title-case.fixture.js';
import { ENGLISH_TITLES } from './job-title-english.fixture.js';
import { GERMAN_TITLES } from './job-title-german.fixture.js';
import { FRENCH_TITLES, ITALIAN_TITLES, PORTUGUESE_TITLES, SPANISH_TITLES } from './job-title-romance.fixture.js';
import { MISLEADING_TITLES, UNTIDY_TITLES } from './job-title-traps.fixture.js';
import { personasOf, seniorityOf } from './seniority.js';
import { PERSONA_MEANINGS } from './phrases/scope-phrases.js';

const groups: readonly (readonly [group: string, cases: readonly TitleCase[]])[] = [
  ['a plain English title', ENGLISH_TITLES],
  ['a title with a misleading word', MISLEADING_TITLES],
  ['an abbreviated, misspelt or compound title', UNTIDY_TITLES],
  ['a German or Dutch title', GERMAN_TITLES],
  ['a French title', FRENCH_TITLES],
  ['a Spanish title', SPANISH_TITLES],
  ['an Italian title', ITALIAN_TITLES],
  ['a Portuguese title', PORTUGUESE_TITLES],
];

describe.each(groups)('%s', (_, cases) => {
  it.each(cases)('ranks "%s" as %s', (title, rank) => {
    expect(seniorityOf(title)).toBe(`seniority_${rank}`);
  });

  it.each(cases)('tags "%s" (%s) with %j', (title, _rank, personas) => {
    expect(personasOf(title)).toEqual(personas);
  });
});

describe('the titles above', () => {
  it('have every persona tag among them', () => {
    const tags = new Set<string>(groups.flatMap(([, cases]) => cases.flatMap(([, , personas]) => personas)));
    expect(Object.keys(PERSONA_MEANINGS).filter((tag) => !tags.has(tag))).toEqual([]);
  });
});
