import { describe, expect, it } from '@jest/globals';
import { arabicNames, hebrewNames } from './abjad-names.js';
import { abjadOf, romaniseName, skeletonsOf, withArticleApart } from './abjad.js';

describe('abjadOf', () => {
  it.each([
    ['محمد', 'arabic'],
    ['דוד', 'hebrew'],
    ['Jane', null],
    ['Иван', null],
  ])('of %s is %s', (text, script) => {
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
  ])('of %s is %s', (word, apart) => {
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
  ] as const)('of %s and %s have one in common', (one, other, script) => {
    const skeletons = skeletonsOf(other, script);
    expect([...skeletonsOf(one, script)].some((skeleton) => skeletons.has(skeleton))).toBe(true);
  });
});

describe('the tables', () => {
  it.each([
    ['Arabic', arabicNames, /^\p{Script=Arabic}+ [a-z]+$/u],
    ['Hebrew', hebrewNames, /^\p{Script=Hebrew}+ [a-z]+$/u],
  ])('of %s names have each name once, with its romanisation', (_, table, entry) => {
    const words = table.trim().split(/\s+/);
    expect(words.length % 2).toBe(0);
    const pairs = words.flatMap((word, index) => (index % 2 === 0 ? [`${word} ${words[index + 1] ?? ''}`] : []));
    for (const pair of pairs) expect(pair).toMatch(entry);
    const written = pairs.map((pair) => pair.slice(0, pair.indexOf(' ')));
    expect(written.filter((word, index) => written.indexOf(word) !== index)).toEqual([]);
  });
});
