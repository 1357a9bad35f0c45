import { describe, expect, it } from '@jest/globals';
import { titleWords } from './job-title.js';
import { gapMark, PhraseBook } from './phrase-book.js';

/** What a book of the given phrases finds in a title, each phrase meaning itself. */
function found(phrases: readonly string[], title: string): string[] {
  const book = new PhraseBook(phrases.map((phrase) => ({ phrase: phrase.split(' '), meaning: phrase })));
  return book.find(titleWords(title)).map((match) => match.meaning);
}

describe('PhraseBook', () => {
  it('finds every phrase of a title in order', () => {
    expect(found(['data', 'head of'], 'Head of Big Data')).toEqual(['head of', 'data']);
  });

  it('lets a longer phrase override those in it', () => {
    expect(found(['product', 'manager', 'product manager'], 'Product Manager')).toEqual(['product manager']);
  });

  it('lets a longer phrase override one that only overlaps it', () => {
    expect(found(['key account', 'account manager emea'], 'Key Account Manager EMEA')).toEqual([
      'account manager emea',
    ]);
  });

  it('keeps the first of two overlapping phrases of equal length', () => {
    expect(found(['a b', 'b c'], 'a b c')).toEqual(['a b']);
  });

  it('falls back to a shorter phrase where a longer one lost', () => {
    expect(found(['big', 'big data', 'data team lead'], 'Big Data Team Lead')).toEqual(['big', 'data team lead']);
  });

  it('finds every occurrence of a phrase', () => {
    expect(found(['cook'], 'Cook, Cook')).toEqual(['cook', 'cook']);
  });

  it('does not cross the end of a clause', () => {
    expect(found(['product manager'], 'Product, Manager')).toEqual([]);
  });

  describe('with a gap', () => {
    const phrases = [`chief ${gapMark} officer`, 'people'];

    it.each(['Chief People Officer', 'Chief Global People Happiness Officer'])('finds "%s"', (title) => {
      expect(found(phrases, title)).toEqual([`chief ${gapMark} officer`, 'people']);
    });

    it.each([
      ['nothing stands in it', 'Chief Officer'],
      ['five words stand in it', 'Chief a b c d e Officer'],
      ['a clause ends in it', 'Chief, Police Officer'],
    ])('finds nothing if %s', (_, title) => {
      expect(found(phrases, title)).toEqual([]);
    });
  });

  it('rejects two meanings of one phrase', () => {
    const entries = ['x', 'y'].map((meaning) => ({ phrase: ['ceo'], meaning }));
    expect(() => new PhraseBook(entries)).toThrow('Two meanings: ceo');
  });
});
