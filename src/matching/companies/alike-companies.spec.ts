import { describe, expect, it } from '@jest/globals';
import { areAbridged } from './abridged-names.js';
import { alikeCompanies } from './alike-companies.fixture.js';
import { mayBeSameCompany } from './company-slips.js';
import { WordCounts } from './word-counts.js';

describe('mayBeSameCompany', () => {
  it.each(alikeCompanies)('distinguishes $stored from $searched ($why)', ({ stored, searched }) => {
    expect(mayBeSameCompany(stored, searched)).toBe(false);
    expect(mayBeSameCompany(searched, stored)).toBe(false);
  });

  it('is tested with at least 110 pairs of companies with similar names', () => {
    expect(alikeCompanies.length).toBeGreaterThanOrEqual(110);
  });
});

describe('areAbridged', () => {
  const names = [...new Set(alikeCompanies.flatMap(({ stored, searched }) => [stored, searched]))];
  const words = names.flatMap((name) => name.split(' '));
  const occurrences = [...new Set(words)].map((word): [string, number] => [
    word,
    words.filter((other) => other === word).length,
  ]);

  it.each([
    ['all words are equally rare', WordCounts.of(1_000_000, [])],
    ['the pairs are all names on record', WordCounts.of(names.length, occurrences)],
    [
      'the words are as frequent in many names',
      WordCounts.of(
        names.length * 100,
        occurrences.map(([word, count]) => [word, count * 100]),
      ),
    ],
  ])('distinguishes all companies with similar names if %s', (_, counts) => {
    const confused = alikeCompanies.filter(
      ({ stored, searched }) => areAbridged(stored, searched, counts) || areAbridged(searched, stored, counts),
    );
    expect(confused).toEqual([]);
  });
});
