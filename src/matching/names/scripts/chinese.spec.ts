import { describe, expect, it } from '@jest/globals';
import { readChinese } from './chinese.js';

describe('readChinese', () => {
  it.each([
    ['林', '明福', 'lim', 'benghock'],
    ['林', '明福', 'lam', 'mingfuk'],
    ['黃', '美玲', 'ng', 'beeleng'],
    ['黄', '美玲', 'wong', 'meiling'],
    ['張', '志強', 'cheung', 'chikeung'],
    ['張', '志強', 'teo', 'chikiong'],
    ['謝', '國豪', 'hsieh', 'kuohao'],
    ['歐陽', '志強', 'auyeung', 'chikeung'],
  ])(
    'reads the family name %s and the given name %s as a name that may be spelled %s %s',
    (family, given, one, two) => {
      expect(readChinese(family, given)?.isSpelled(one, two)).toBe(true);
    },
  );

  it.each([
    ['林', '明福', 'lim', 'benghuat'],
    ['林', '明福', 'tan', 'benghock'],
    ['林', '明福', 'lim', 'hockbeng'],
    ['林', '明福', 'lim', 'beng'],
    ['張', '志強', 'cheung', 'chiming'],
    ['張', '志強', 'leung', 'chikeung'],
  ])(
    'reads the family name %s and the given name %s as a name that is not spelled %s %s',
    (family, given, one, two) => {
      expect(readChinese(family, given)?.isSpelled(one, two)).toBe(false);
    },
  );

  it('rejects a given name whose syllables are spelled by two languages', () => {
    expect(readChinese('林', '明福')?.isSpelled('lim', 'bengfuk')).toBe(false);
  });

  it('returns the usual spellings of the family name and of the syllables of the given name', () => {
    const name = readChinese('黃', '美玲');
    expect(name?.families).toEqual(expect.arrayContaining(['ng', 'wong', 'wee']));
    expect(name?.syllables).toEqual(expect.arrayContaining(['bi', 'bee', 'mei', 'leng', 'ling']));
  });

  it.each([
    ['林', '明'],
    ['田', '中太郎'],
    ['김', '민수'],
    ['林', 'みく'],
  ])('returns null for %s %s, which is no Chinese name with a given name of two characters', (family, given) => {
    expect(readChinese(family, given)).toBeNull();
  });
});
