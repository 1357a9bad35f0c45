import { describe, expect, it } from '@jest/globals';
import { readHanja } from './hanja.js';

describe('readHanja', () => {
  it.each([
    ['金', '民秀', 'kim', 'minsu'],
    ['林', '秀姸', 'lim', 'sooyeon'],
    ['柳', '起烈', 'yoo', 'kiyeol'],
    ['南宮', '民', 'namkoong', 'min'],
  ])('returns for %s %s the family name %s and a pattern for %s', (family, given, romanFamily, romanGiven) => {
    const name = readHanja(family, given);
    expect(name?.families).toContain(romanFamily);
    expect(name?.given.test(romanGiven)).toBe(true);
  });

  it.each([
    ['田', '太郎ー'],
    ['郞', '民秀'],
    ['金', '이'],
    ['', '民秀'],
  ])('returns null for %s %s, which is no Korean name in Chinese characters', (family, given) => {
    expect(readHanja(family, given)).toBeNull();
  });
});
