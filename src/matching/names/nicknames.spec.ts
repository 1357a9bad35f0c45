import { describe, expect, it } from '@jest/globals';
import { isGivenName } from './common-names.js';
import { divided, Table } from '../../platform/tables/table.js';
import { areNicknames, nicknameHeads } from './nicknames.js';

describe('areNicknames', () => {
  it.each([
    ['bob', 'robert'],
    ['bob', 'rob'],
    ['bill', 'william'],
    ['liz', 'elizabeth'],
    ['beth', 'elisabeth'],
    ['peggy', 'margaret'],
    ['alex', 'alexander'],
    ['alex', 'alexandra'],
    ['alex', 'alejandro'],
    ['sasha', 'alexander'],
    ['sasha', 'alexandra'],
    ['pepe', 'jose'],
    ['paco', 'francisco'],
    ['hansi', 'hans'],
    ['hansi', 'johannes'],
    ['uschi', 'ursula'],
    ['beppe', 'giuseppe'],
    ['manu', 'emmanuel'],
    ['misha', 'mikhail'],
    ['kasia', 'katarzyna'],
    ['wim', 'willem'],
    ['kostas', 'konstantinos'],
    ['sergei', 'sergey'],
    ['mark', 'marc'],
    ['jan', 'johannes'],
    ['lasse', 'lars'],
    ['pista', 'istvan'],
    ['jirka', 'jiri'],
    ['mirek', 'miroslaw'],
    ['bibi', 'benjamin'],
    ['itzik', 'yitzhak'],
    ['mahmood', 'mahmoud'],
    ['usama', 'osama'],
    ['youcef', 'yusuf'],
    ['juanjo', 'juanjose'],
    ['tiago', 'thiago'],
    ['lefteris', 'eleftherios'],
    ['hagop', 'hakob'],
    ['venky', 'venkatesh'],
    ['didi', 'dieter'],
  ])('is true for %s and %s', (a, b) => {
    expect(areNicknames(a, b)).toBe(true);
    expect(areNicknames(b, a)).toBe(true);
  });

  it.each([
    ['bob', 'bill'],
    ['alexander', 'alexandra'],
    ['alexander', 'alejandro'],
    ['andrew', 'andreas'],
    ['christian', 'christopher'],
    ['christine', 'christina'],
    ['jan', 'hans'],
    ['juan', 'john'],
    ['anna', 'anne'],
    ['samuel', 'samantha'],
    ['jane', 'janet'],
    ['jane', 'zed'],
    ['zed', 'zod'],
    ['samir', 'sameera'],
    ['amin', 'amina'],
    ['said', 'sayyid'],
    ['hassan', 'hussein'],
    ['karim', 'karima'],
    ['lars', 'lara'],
    ['janos', 'jana'],
    ['ivo', 'ivica'],
  ])('is false for %s and %s', (a, b) => {
    expect(areNicknames(a, b)).toBe(false);
    expect(areNicknames(b, a)).toBe(false);
  });
});

describe('nicknameHeads', () => {
  it('returns all full names of a nickname', () => {
    expect(nicknameHeads('lupe')).toEqual(['guadalupe']);
    expect(nicknameHeads('alex')).toEqual(expect.arrayContaining(['alejandra', 'aleksey', 'alexander', 'alexandra']));
  });

  it('returns also the name itself if it is a full name', () => {
    expect(nicknameHeads('robert')).toContain('robert');
  });

  it('returns an empty array for a name that is not in the table', () => {
    expect(nicknameHeads('zed')).toEqual([]);
  });
});

describe('nicknames.txt', () => {
  const { sections } = Table.read(new URL('data/nicknames.txt', import.meta.url));

  it.each(sections)('has in the section $heading one group of names in each row, in lower-case ASCII', ({ rows }) => {
    expect(rows.length).toBeGreaterThan(5);
    for (const { text } of rows) expect(text).toMatch(/^[a-z]+: [a-z]+\*?(?: [a-z]+\*?)*$/);
    const heads = rows.map((row) => divided(row).key);
    expect(new Set(heads).size).toBe(heads.length);
  });

  it('contains names that isGivenName then knows as given names', () => {
    expect(['gosia', 'wastl', 'chuy', 'robert'].every(isGivenName)).toBe(true);
  });
});
