import { describe, expect, it } from '@jest/globals';
import { compareNames } from './names/name-comparison.js';
import { parsePersonName } from './names/person-name.js';

function compare(asked: string, stored: string): number {
  const [a, b] = [parsePersonName(asked), parsePersonName(stored)];
  if (a === null || b === null) throw new Error(`no name: ${asked}, ${stored}`);
  return compareNames(a, b);
}

describe('compareNames', () => {
  it.each([
    ['Jane Doe', 'John Doe'],
    ['Jane Doe', 'Jane Roe'],
    ['Jon Smith', 'Joan Smith'],
    ['Maria Rossi', 'Mario Rossi'],
    ['Daniel Weber', 'Daniela Weber'],
    ['Daniele Rossi', 'Danielle Rossi'],
    ['Christian Weber', 'Christina Weber'],
    ['Christine Weber', 'Christina Weber'],
    ['Julia Weber', 'Julian Weber'],
    ['Paul Smith', 'Paula Smith'],
    ['Simon Brown', 'Simone Brown'],
    ['Patrick Kelly', 'Patricia Kelly'],
    ['Andrea Neri', 'Andreas Neri'],
    ['André Blanc', 'Andrée Blanc'],
    ['Michel Blanc', 'Michèle Blanc'],
    ['Mark Miller', 'Mary Miller'],
    ['Marc Dubois', 'Marcel Dubois'],
    ['Tim Cook', 'Tom Cook'],
    ['Erin Clark', 'Eric Clark'],
    ['Anna Braun', 'Anne Braun'],
    ['Alexander Petrov', 'Alexandra Petrov'],
    ['Juan Garcia', 'John Garcia'],
    ['Jan Müller', 'Hans Müller'],
    ['Leo Müller', 'Lena Müller'],
    ['Arun Kumar', 'Varun Kumar'],
    ['Rohit Gupta', 'Mohit Gupta'],
    ['Priya Singh', 'Priyanka Singh'],
    ['Yuki Tanaka', 'Yuka Tanaka'],
    ['Takeshi Ito', 'Takashi Ito'],
    ['Minjun Kim', 'Minjung Kim'],
    ['Xiaoming Wang', 'Xiaomin Wang'],
    ['Wang Xiaoming', 'Wang Xiaomin'],
    ['Kim Minjun', 'Kim Minjung'],
    ['Iaoming Wang', 'Xiaoming Garcia Wang'],
  ])('returns 0 for the different given names of %s and %s', (one, other) => {
    expect(compare(one, other)).toBe(0);
    expect(compare(other, one)).toBe(0);
  });

  it.each([
    ['Anna Meier', 'Anna Meyer'],
    ['Anna Hansen', 'Anna Jansen'],
    ['Erik Hansen', 'Erik Jensen'],
    ['Erik Andersen', 'Erik Anderson'],
    ['John Smith', 'John Smyth'],
    ['Peter Miller', 'Peter Müller'],
    ['Tom Brown', 'Tom Browne'],
    ['Tom Robert', 'Tom Roberts'],
    ['Ivan Ivanov', 'Ivan Ivanova'],
    ['Jan Kowalski', 'Jan Kowalska'],
    ['George Papadopoulos', 'George Papadopoulou'],
    ['Wei Wang', 'Wei Wong'],
    ['Wei Chen', 'Wei Chan'],
    ['Li Xu', 'Li Xue'],
    ['Jane Zhang', 'Jane Zhan'],
    ['Anna Lang', 'Anna Wang'],
    ['Anna Kohl', 'Anna Kahl'],
    ['Ana García Márquez', 'Ana García López'],
    ['Ana García López', 'Ana López Ruiz'],
    ['Anna Smith-Jones', 'Anna Smith-Brown'],
  ])('returns 0 for the different family names of %s and %s', (one, other) => {
    expect(compare(one, other)).toBe(0);
    expect(compare(other, one)).toBe(0);
  });

  it.each([
    ['a father and his son', 'John Smith Sr.', 'John Smith Jr.'],
    ['a son and a grandson', 'John Smith Jr.', 'John Smith III'],
    ['two given names in both orders', 'James Thomas', 'Thomas James'],
    ['an initial and a typing error', 'J. Smithers', 'John Smihters'],
    ['two typing errors', 'Micheal Oppenhiemer', 'Michael Oppenheimer'],
    ['two typing errors in one part', 'Jane Opepnhiemer', 'Jane Oppenheimer'],
    ['initials of which one differs', 'J.R. Smith', 'John Brian Smyth'],
    ['a name with another initial', 'B. Smith', 'John Smith'],
    ['a family name that is the middle name of the other', 'James Thomas', 'James Thomas Smith'],
    ['short names one letter apart', 'Jo Lux', 'Jo Lax'],
    ['two nicknames of different names', 'Bob Smith', 'Bill Smith'],
    ['two full names with one nickname', 'Andrew Smith', 'Andreas Smith'],
  ])('returns 0 for %s: %s and %s', (_, one, other) => {
    expect(compare(one, other)).toBe(0);
    expect(compare(other, one)).toBe(0);
  });
});
