import { describe, expect, it } from '@jest/globals';
import { nativeNames } from '../native-names.js';
import { abjadOf, romaniseName, skeletonsOf, withArticleApart } from './abjad.js';

describe('abjadOf', () => {
  it.each([
    ['محمد', 'arabic'],
    ['דוד', 'hebrew'],
    ['Jane', null],
    ['Иван', null],
  ])('returns for %s: %s', (text, script) => {
    expect(abjadOf(text)).toBe(script);
  });
});

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

describe('skeletonsOf', () => {
  it.each([
    ['perez', 'byryz', 'arabic'],
    ['netanyahu', 'ntnyahw', 'arabic'],
    ['mousavi', 'mwswy', 'arabic'],
    ['herzog', 'hrtswg', 'hebrew'],
    ['levi', 'lwy', 'hebrew'],
  ] as const)('returns a common skeleton for %s and %s in the script %s', (one, other, script) => {
    const skeletons = skeletonsOf(other, script);
    expect([...skeletonsOf(one, script)].some((skeleton) => skeletons.has(skeleton))).toBe(true);
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
