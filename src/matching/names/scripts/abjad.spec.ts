import { describe, expect, it } from '@jest/globals';
import { nativeNames } from '../native-names.js';
import { romaniseName, withArticleApart } from './abjad.js';

describe('romaniseName', () => {
  it.each([
    ['مُحَمَّد', 'mohammed'],
    ['أحمد', 'ahmed'],
    ['بنيامين', 'benjamin'],
    ['בנימין', 'benjamin'],
    ['خامنئي', 'khamnyy'],
    ['al-عزيز', 'al-aziz'],
    ['Müller', 'Muller'],
  ])('writes %s as %s', (word, plain) => {
    expect(romaniseName(word).plain).toBe(plain);
  });
});

describe('withArticleApart', () => {
  it.each([
    ['السيسي', 'al-سيسي'],
    ['الياس', 'الياس'],
    ['Alsop', 'Alsop'],
  ])('returns for %s: %s', (word, apart) => {
    expect(withArticleApart(word)).toBe(apart);
  });
});

describe('native-names.txt', () => {
  it.each([
    ['Arabic and Persian', /^\p{Script=Arabic}+: [a-z]+$/u],
    ['Hebrew', /^\p{Script=Hebrew}+: [a-z]+$/u],
  ])('has each name once, with its romanisation, below the heading %s', (heading, entry) => {
    const rows = nativeNames.keyed(heading);
    for (const { text } of rows) expect(text).toMatch(entry);
    const written = rows.map(({ key }) => key);
    expect(written.filter((word, index) => written.indexOf(word) !== index)).toEqual([]);
  });
});
