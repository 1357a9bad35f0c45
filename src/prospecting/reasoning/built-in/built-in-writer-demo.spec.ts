import { describe, expect, test } from '@jest/globals';
import { composeSections } from './built-in-writer.js';
import { demoFacts } from '../demo-facts.fixture.js';
import type { ReasoningSection } from '../reasoning.js';

/** Every person of every sixth company of the demo data. */
const texts = demoFacts(6).map(composeSections);

/** The share of different texts of a section among the texts for all persons. */
function shareOfDistinct(section: ReasoningSection): number {
  return new Set(texts.map((sections) => sections[section])).size / texts.length;
}

describe('The built-in writer, for the demo persons,', () => {
  test('writes a different text for each person', () => {
    expect(texts.length).toBeGreaterThan(500);
    expect(new Set(texts.map((sections) => Object.values(sections).join('\n'))).size).toBe(texts.length);
  });

  test.each<[ReasoningSection, number]>([
    ['summary', 1],
    ['technical', 0.95],
    ['buyer', 0.95],
    ['receptive', 0.9],
    ['warm_intro', 0.8],
  ])(
    'writes different texts about most persons: in the section %s the share of different texts is at least %d',
    (section, least) => {
      expect(shareOfDistinct(section)).toBeGreaterThanOrEqual(least);
    },
  );

  test('writes every section as sentences, without gaps, placeholders and pronouns of a gender', () => {
    for (const text of texts.flatMap((sections) => Object.values(sections))) {
      expect(text).toMatch(/^[\p{L}\d].*[.!?"]$/u);
      expect(text).not.toMatch(/ {2}|\.\.|,,| [,.;:]|\b(undefined|null|NaN|he|she|his|her|him|hers)\b|_/);
      expect(text.length).toBeLessThan(900);
    }
  });
});
