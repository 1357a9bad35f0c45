import { describe, expect, it } from '@jest/globals';
import { readHangul, usualFamilyName } from './hangul.js';

describe('readHangul', () => {
  it.each([
    ['재명', ['jaemyeong', 'jaemyung', 'jaimyung']],
    ['민수', ['minsu', 'minsoo']],
    ['영희', ['yeonghui', 'younghee']],
    ['은경', ['eungyeong', 'eunkyung']],
    ['철호', ['cheolho', 'chulho']],
    ['우진', ['ujin', 'woojin']],
  ])('returns for the given name %s a pattern that matches %j', (given, romanisations) => {
    const name = readHangul('이', given);
    for (const written of romanisations) expect(written).toMatch(name?.given ?? /^$/);
  });

  it.each([
    ['민준', 'minjung'],
    ['정민', 'jongmin'],
    ['지훈', 'jihyun'],
    ['수', 'susu'],
  ])('returns for the given name %s a pattern that does not match %s', (given, other) => {
    expect(other).not.toMatch(readHangul('김', given)?.given ?? /^/);
  });

  it.each([
    ['정민', 'jongmin'],
    ['영호', 'yongho'],
    ['학영', 'hackyoung'],
    ['정민', 'jungmin'],
  ])('returns for the given name %s a pattern of rare romanisations that matches %s', (given, written) => {
    expect(written).toMatch(readHangul('김', given)?.rareGiven ?? /^$/);
  });

  it.each([
    ['정민', 'jongmyeong'],
    ['민준', 'minjung'],
    ['학영', 'hangyoung'],
    ['영호', 'yongha'],
  ])('returns for the given name %s a pattern of rare romanisations that does not match %s', (given, other) => {
    expect(other).not.toMatch(readHangul('김', given)?.rareGiven ?? /^/);
  });

  it('returns null for an unknown family name and for other scripts', () => {
    expect(readHangul('뷁', '민수')).toBeNull();
    expect(readHangul('王', '小明')).toBeNull();
  });
});

describe('usualFamilyName', () => {
  it('returns the first romanisation, and undefined for an unknown family name', () => {
    expect(usualFamilyName('이')).toBe('lee');
    expect(usualFamilyName('王')).toBeUndefined();
  });
});
