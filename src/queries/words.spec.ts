import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fold, wordsOf } from './words.js';

describe('The reader of the words of a title or keyword', () => {
  it.each([
    ['Senior Software Engineer', ['senior', 'software', 'engineer']],
    ['  VP, Sales/Marketing (EMEA) ', ['vp', 'sales', 'marketing', 'emea']],
    ['Co-Founder & CEO', ['co', 'founder', 'ceo']],
    ["Chef d'équipe", ['chef', 'd', 'equipe']],
    ['Level_2 Technician', ['level', '2', 'technician']],
    ['Node.js Developer', ['node', 'js', 'developer']],
    ['', []],
    [' –/& ', []],
  ])('splits %j at every character that is no letter or digit', (title, words) => {
    expect(wordsOf(title)).toEqual(words);
  });

  it.each([
    ['C++ Developer', ['c++', 'developer']],
    ['C/C++/C#', ['c', 'c++', 'c#']],
    ['C++17', ['c++', '17']],
    ['.NET Developer', ['.net', 'developer']],
    ['(ASP.NET)', ['asp', '.net']],
    ['Head of R&D', ['head', 'of', 'r&d']],
    ['R & D', ['r&d']],
    ['M&A Analyst', ['m&a', 'analyst']],
    ['V.P. Sales', ['vp', 'sales']],
    ['C.E.O', ['ceo']],
  ])('keeps a term with signs as one word in %j', (title, words) => {
    expect(wordsOf(title)).toEqual(words);
  });

  it.each([
    ['Vendas&Marketing', ['vendas', 'marketing']],
    ['AT&T', ['at', 't']],
    ['Abc++', ['abc']],
    ['Employees 50+', ['employees', '50']],
    ['Head of networks.nets', ['head', 'of', 'networks', 'nets']],
    ['J.Smith', ['j', 'smith']],
  ])('finds no term with signs in %j', (title, words) => {
    expect(wordsOf(title)).toEqual(words);
  });

  it('returns each character of a script without spaces, such as Chinese, as a word', () => {
    expect(wordsOf('AI工程师')).toEqual(['ai', '工', '程', '师']);
  });

  it('keeps the vowel signs of an Indic script', () => {
    expect(wordsOf('नीति')).not.toEqual(wordsOf('नत'));
  });

  it('returns the same words whatever the letter case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(wordsOf(text.toUpperCase())).toEqual(wordsOf(text));
      }),
    );
  });

  it('returns the same words when the words that it returned are joined to a text and read again', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'B', '9', 'é', ' ', '.', '&', '+', '#', '-', '/', 'C') }),
        (text) => {
          const words = wordsOf(text);
          expect(wordsOf(words.join(' , '))).toEqual(words);
        },
      ),
    );
  });
});

describe('The folding of a text', () => {
  it.each([
    ['Ingénieur Général', 'ingenieur general'],
    ['GESCHÄFTSFÜHRER', 'geschaftsfuhrer'],
    ['Straße', 'strasse'],
    ['İstanbul ılıca', 'istanbul ilica'],
    ['Łódź Ærø', 'lodz aero'],
    ['ＣＴＯ', 'cto'],
    ['ΔΙΕΥΘΥΝΤΗΣ', fold('Διευθυντής')],
    [' zero\u200bwidth\u00ad ', 'zerowidth'],
  ])('normalises %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });
});
