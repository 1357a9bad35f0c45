import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareNames } from './name-comparison.js';
import { maxTokens, nameTokens, parsePersonName, personName } from './person-name.js';

const given = fc.constantFrom(
  ...[
    'Robert',
    'Bob',
    'William',
    'Elizabeth',
    'Liz',
    'Anne-Marie',
    'Annemarie',
    'José',
    'Pepe',
    'Sasha',
    'Jürgen',
    'J.',
  ],
  ...['JR', 'Xiaoming', 'Min-su', 'Mohammed', 'Сергей', 'Γιώργος', 'Hans Peter', 'Hans', 'Jan', 'Michael', 'Priyanka'],
);
const family = fc.constantFrom(
  ...[
    'Smith',
    "O'Brien",
    'García Márquez',
    'Garcia',
    'van der Berg',
    'Berg',
    'Vanderberg',
    'Müller',
    'Mueller',
    'Wang',
  ],
  ...['Smith-Jones', 'Соловьёв', 'Soloviev', 'Al-Rashid', 'McDonald', 'Mac Donald', 'Novitskiy', 'Novitsky', 'S.'],
);
const middle = fc.constantFrom('', '', '', 'Q. ', 'Quincy ', 'A. B. ', 'Marie ', 'García ');
const extra = fc.constantFrom('', '', '', ', PhD', ' Jr.', ' (née Doe)', ' "Bob"', ' - CPA', ' 🚀');

/** The place and the kind of a typing error in a name. */
const slip = fc.tuple(fc.nat(), fc.constantFrom('drop', 'double', 'exchange', 'replace', 'none', 'none'));

function withSlip(name: string, [place, kind]: readonly [number, string]): string {
  const at = place % name.length;
  const [before, letter, after] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)];
  if (kind === 'drop') return before + after;
  if (kind === 'double') return before + letter + letter + after;
  if (kind === 'exchange') return before + after.slice(0, 1) + letter + after.slice(1);
  return kind === 'replace' ? `${before}k${after}` : name;
}

const order = fc.constantFrom('natural', 'comma', 'swapped');
const dress = fc.tuple(middle, extra, order, slip);

function written(first: string, last: string, [between, tail, place, change]: Dress): string {
  const forenames = `${first} ${between}`.trim();
  const orders: Record<string, string> = { comma: `${last}, ${forenames}`, swapped: `${last} ${forenames}` };
  return withSlip((orders[place] ?? `${forenames} ${last}`) + tail, change);
}

type Dress = readonly [string, string, string, readonly [number, string]];

const writtenName = fc.tuple(given, family, dress).map(([first, last, how]) => written(first, last, how));

/** Two names that often share a given name or a family name. Two names that are generated independently rarely do. */
const twoNames = fc
  .tuple(given, family, dress, given, family, dress, fc.constantFrom('given', 'family', 'both', 'none'))
  .map(([first, last, how, otherFirst, otherLast, otherHow, shared]) => [
    parsePersonName(written(first, last, how)),
    parsePersonName(
      written(
        shared === 'given' || shared === 'both' ? first : otherFirst,
        shared === 'family' || shared === 'both' ? last : otherLast,
        otherHow,
      ),
    ),
  ]);

const anyFamily = fc.oneof(family, fc.constantFrom('Ortega y Gasset', 'Soria López', 'bin Rashid'));
const anyDress = fc.tuple(middle, fc.oneof(extra, fc.constantFrom(' of Belmont', ' née Doe')), order, slip);

/** Names as text. Some have family names of several words, places or former family names. */
const variedName = fc.tuple(given, anyFamily, anyDress).map(([first, last, how]) => written(first, last, how));

const longWord = /(?<!\S)[A-Za-z]{4,}(?!\S)/;

/** Writes the first word of at least four ASCII letters in full-width letters, which mean the same: `Bob Ｓｍｉｔｈ`. */
function widen(name: string): string {
  return name.replace(longWord, (word) => word.replaceAll(/./g, fullWidth));
}

function fullWidth(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) + 0xfee0);
}

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), writtenName);

describe('person names from generated text', () => {
  it('are parsed alike with plain and with full-width Latin letters, although plain letters take a shorter path', () => {
    fc.assert(
      fc.property(variedName, (name) => {
        fc.pre(longWord.test(name));
        expect(parsePersonName(widen(name))).toEqual(parsePersonName(name));
      }),
      { numRuns: 1000, maxSkipsPerRun: 10_000 },
    );
  });

  it('have tokens of three kinds only: lower-case letters, keys of the sounds, and the characters of an East Asian name', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parsePersonName(text);
        fc.pre(parsed !== null);
        const tokens = nameTokens(parsed).filter((token) => token !== parsed.eastern);
        expect(tokens.length).toBeGreaterThan(0);
        for (const token of tokens) expect(token).toMatch(/^(?:[a-z]+|~[mnltp]*\.[mnltp]*)$/);
      }),
      { numRuns: 1000, maxSkipsPerRun: 10_000 },
    );
  });

  it('have at most 120 tokens, and a similarity above 0 to themselves, if the first and the last name are separate fields', () => {
    fc.assert(
      fc.property(anyText, anyText, (first, last) => {
        const parsed = personName(first, last);
        fc.pre(parsed !== null);
        expect(nameTokens(parsed).length).toBeLessThanOrEqual(120);
        expect(compareNames(parsed, parsed)).toBeGreaterThan(0);
      }),
      { numRuns: 500, maxSkipsPerRun: 10_000 },
    );
  });

  it('have at most 40 tokens of letters at the maximum length, in every script', () => {
    const syllables =
      'JamesSmith James- やまだたろう ヤマダ สมชาย محمد משה Владимир राजेश 김민수 王小明 გიორგი Արմեն ﷺ a\u0301'.split(
        ' ',
      );
    for (const syllable of syllables) {
      const longest = syllable.repeat(200 / syllable.length);
      const spaced = `${syllable} `.repeat(200 / (syllable.length + 1));
      for (const name of [parsePersonName(longest), parsePersonName(spaced), personName(spaced, spaced)]) {
        const tokens = name === null ? [] : nameTokens(name).filter((token) => !token.startsWith('~'));
        expect(tokens.length).toBeLessThanOrEqual(maxTokens);
      }
    }
  });

  it('are null if a word has more than 40 letters; a word of up to 24 letters is divided into given and family name', () => {
    expect(parsePersonName('JamesSmith'.repeat(20))).toBeNull();
    expect(parsePersonName(`${'James-'.repeat(31)}Smith`)).toBeNull();
    expect(parsePersonName('やまだたろう'.repeat(33))).toBeNull();
    expect(personName('محمد'.repeat(50), 'محمد'.repeat(50))).toBeNull();
    expect(parsePersonName('Keihanaikukauakahihuliheekahaunaele')).not.toBeNull();
    const divided = parsePersonName('ramimakhlouframimakhlouf');
    expect(divided === null ? 0 : nameTokens(divided).length).toBeGreaterThan(20);
  });

  it('have two tokens of letters and at most 100 of sounds for a foreign name in Chinese characters', () => {
    const parsed = parsePersonName('贝尔纳黛特·布兰肯贝格');
    expect(parsed === null ? [] : nameTokens(parsed)).toHaveLength(102);
  });

  it('have a token in common if their similarity is above 0', () => {
    fc.assert(
      fc.property(twoNames, ([asked = null, stored = null]) => {
        fc.pre(asked !== null && stored !== null && compareNames(asked, stored) > 0);
        const tokens = new Set(nameTokens(stored));
        expect(nameTokens(asked).some((token) => tokens.has(token))).toBe(true);
      }),
      { numRuns: 1000, maxSkipsPerRun: 10_000 },
    );
  });

  it('have a similarity between 0 and 1', () => {
    fc.assert(
      fc.property(twoNames, ([asked = null, stored = null]) => {
        fc.pre(asked !== null && stored !== null);
        const agreement = compareNames(asked, stored);
        expect(agreement).toBeGreaterThanOrEqual(0);
        expect(agreement).toBeLessThanOrEqual(1);
      }),
      { numRuns: 1000 },
    );
  });

  it('have nearly the same similarity in both orders, because only parts that one name lacks count differently', () => {
    fc.assert(
      fc.property(twoNames, ([asked = null, stored = null]) => {
        fc.pre(asked !== null && stored !== null);
        const there = compareNames(asked, stored);
        const back = compareNames(stored, asked);
        expect(Math.abs(there - back)).toBeLessThan(0.06);
        expect(there === 0).toBe(back === 0);
      }),
      { numRuns: 1000 },
    );
  });
});
