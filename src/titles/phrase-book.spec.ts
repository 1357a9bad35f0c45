import { describe, expect, it } from '@jest/globals';
import { titleWords } from './job-title.js';
import { gapMark, PhraseBook } from './phrase-book.js';

/** The phrases that a book of the given phrases finds in a title. Each phrase has itself as its meaning. */
function found(phrases: readonly string[], title: string): string[] {
  const book = new PhraseBook(phrases.map((phrase) => ({ phrase: phrase.split(' '), meaning: phrase })));
  return book.find(titleWords(title)).map((match) => match.meaning);
}

describe('PhraseBook', () => {
  it('finds all phrases of a title in their order', () => {
    expect(found(['data', 'head of'], 'Head of Big Data')).toEqual(['head of', 'data']);
  });

  it('finds a longer phrase instead of the shorter phrases inside it', () => {
    expect(found(['product', 'manager', 'product manager'], 'Product Manager')).toEqual(['product manager']);
  });

  it('finds a longer phrase instead of a shorter one that overlaps it', () => {
    expect(found(['key account', 'account manager emea'], 'Key Account Manager EMEA')).toEqual([
      'account manager emea',
    ]);
  });

  it('finds the first of two overlapping phrases of equal length', () => {
    expect(found(['a b', 'b c'], 'a b c')).toEqual(['a b']);
  });

  it('finds "big" in "Big Data Team Lead" if "big data" is not found because it overlaps the longer phrase "data team lead"', () => {
    expect(found(['big', 'big data', 'data team lead'], 'Big Data Team Lead')).toEqual(['big', 'data team lead']);
  });

  it('finds every occurrence of a phrase', () => {
    expect(found(['cook'], 'Cook, Cook')).toEqual(['cook', 'cook']);
  });

  it('finds no phrase whose words stand in two clauses', () => {
    expect(found(['product manager'], 'Product, Manager')).toEqual([]);
  });

  describe('of a phrase with a gap', () => {
    const phrases = [`chief ${gapMark} officer`, 'people'];

    it.each(['Chief People Officer', 'Chief Global People Happiness Officer'])(
      'finds the phrase, and another phrase in its gap, in "%s"',
      (title) => {
        expect(found(phrases, title)).toEqual([`chief ${gapMark} officer`, 'people']);
      },
    );

    it.each([
      ['no word stands in the gap', 'Chief Officer'],
      ['five words stand in the gap', 'Chief a b c d e Officer'],
      ['a clause ends in the gap', 'Chief, Police Officer'],
    ])('finds no phrase if %s', (_, title) => {
      expect(found(phrases, title)).toEqual([]);
    });
  });

  it('throws an error for a phrase with two meanings', () => {
    const entries = ['x', 'y'].map((meaning) => ({ phrase: ['ceo'], meaning }));
    expect(() => new PhraseBook(entries)).toThrow('The phrase "ceo" of a job title has two meanings');
  });
});
