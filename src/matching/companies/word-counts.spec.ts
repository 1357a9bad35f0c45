import { describe, expect, it } from '@jest/globals';
import { WordCounts } from './word-counts.js';

describe('WordCounts', () => {
  it('counts the spellings of one word together', () => {
    const counts = WordCounts.of(1_023, [
      ['technology', 3],
      ['Technologies', 1],
    ]);
    expect(counts.bitsOf('tech')).toBe(8);
  });

  it('gives a word without a count as many bits as a word that occurs in one name', () => {
    const counts = WordCounts.of(1_023, []);
    expect(counts.bitsOf('halibutron')).toBe(10);
    expect(counts.has('halibutron')).toBe(false);
  });

  it('calls a word common only if it occurs in at least one of every 2,500 counted names', () => {
    expect(WordCounts.of(1_000, [['pumps', 2]]).isCommon('pumps')).toBe(true);
    expect(WordCounts.of(20_000, [['pumps', 2]]).isCommon('pumps')).toBe(false);
    expect(WordCounts.of(20_000, [['pumps', 8]]).isCommon('pumps')).toBe(true);
  });
});
