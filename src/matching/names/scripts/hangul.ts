import { wordsIn } from '../../../platform/tables/table.js';
import { nativeNames } from '../native-names.js';
import { latinSoundKey, soundKeys, soundsOf, soundTokens } from './sounds.js';

const hangulOnly = /^[가-힣]+$/u;

const firstSyllable = 0xac00;
const vowelCount = 21;
const finalCount = 28;

/** The romanisations of the letters of a syllable, in the order of Unicode. Bars separate alternatives; `-` is a silent letter. */
const initials = 'g|k kk|gg|k n d|t tt|dd|t r|l m b|p pp|bb|b s|sh ss|s - j|ch jj|j ch k|kh t|th p|ph h'.split(' ');
const vowels = (
  'a ae|ai|e ya yae eo|u|eou|uh e|ae yeo|you|yu|yuh ye|e o|oh wa wae|oae oe|oi yo u|oo|ou|woo|wu wo|weo we wi|wee yu|yoo|you eu|u ' +
  'ui|eui|ee|i i|ee'
).split(' ');
const finals = '- k|g k k n n n t l|r k m l l l p l m p|b p t|s t ng t t k t p h'.split(' ');

/** Further romanisations of some letters: those of North Korea and of McCune and Reischauer without their marks, and imitations of English. */
const rare: ReadonlyMap<string, string> = new Map([
  ['g|k', 'gh|c'],
  ['j|ch', 'jh|z'],
  ['ch', 'c'],
  ['a', 'ah'],
  ['eo|u|eou|uh', 'o|ou'],
  ['yeo|you|yu|yuh', 'yo'],
  ['o|oh', 'oe'],
  ['eu|u', 'oo'],
  ['i|ee', 'ea|y'],
  ['k|g', 'ck'],
  ['t|s', 'd'],
]);

/** The romanisations of each Korean family name in lower-case ASCII, the usual one first. */
const romanisedFamilies: ReadonlyMap<string, readonly string[]> = new Map(
  nativeNames.keyed('Korean family names').map(({ key, value }) => [key, wordsIn(value)]),
);

/**
 * The romanisations of a Korean name in Hangul: the official ones and others that Koreans use. All are in lower-case ASCII. Each pattern
 * is made when it is used for the first time, because most parsed names are never compared with a name in Latin letters.
 */
export class HangulName {
  /** The romanisations of the family name, the usual one first: `lee`, `yi` and others for `이`. */
  readonly families: readonly string[];
  private patterns: { given?: RegExp; rareFamily?: RegExp; rareGiven?: RegExp } = {};

  /**
   * Makes a name.
   * @param written the family name in Hangul, in each possible reading
   * @param syllables the syllables of the given name, each in its possible readings
   */
  constructor(
    private readonly written: readonly string[],
    private readonly syllables: readonly (readonly string[])[],
  ) {
    this.families = [...new Set(written.flatMap((family) => romanisedFamilies.get(family) ?? []))];
  }

  /** Matches each romanisation of the given name, without spaces and hyphens: `minho` for `민호`. */
  get given(): RegExp {
    return (this.patterns.given ??= this.patternOfGiven('usual'));
  }

  /** Matches also romanisations of the family name that are seldom used for it: `jhun` for `전`. */
  get rareFamily(): RegExp {
    return (this.patterns.rareFamily ??= new RegExp(`^(?:${this.written.map(wholePatternOf).join('|')})$`));
  }

  /** Matches also romanisations of the given name that more often stand for another one: `jongmin` for `정민`, as in North Korea. */
  get rareGiven(): RegExp {
    return (this.patterns.rareGiven ??= this.patternOfGiven('all'));
  }

  /** The search keys of the name by its sounds, see `soundTokens`. */
  get tokens(): readonly string[] {
    return tokensOf(this.families, this.syllables);
  }

  private patternOfGiven(extent: Extent): RegExp {
    const syllables = this.syllables.map(
      (readings) => `(?:${readings.map((each) => patternOf(each, extent)).join('|')})`,
    );
    return new RegExp(`^${syllables.join('')}$`);
  }
}

/** The usual romanisation of a Korean family name in Hangul; undefined for any other text. */
export function usualFamilyName(written: string): string | undefined {
  return romanisedFamilies.get(written)?.[0];
}

/**
 * The romanisations of a Korean name in Hangul; null in other scripts and for unknown family names.
 * @param family the characters of the family name
 * @param given the characters of the given name
 */
export function readHangul(family: string, given: string): HangulName | null {
  if (!hangulOnly.test(given)) return null;
  const syllables = Array.from(given, (syllable) => [syllable]);
  return hangulName([family], syllables);
}

/**
 * The romanisations of a Korean name; null for unknown family names.
 * @param families the family name in Hangul, in each possible reading
 * @param given the syllables of the given name, each in its possible readings
 */
export function hangulName(families: readonly string[], given: readonly (readonly string[])[]): HangulName | null {
  const known = families.filter((family) => romanisedFamilies.has(family));
  return known.length === 0 || given.length === 0 ? null : new HangulName(known, given);
}

function wholePatternOf(syllables: string): string {
  return Array.from(syllables, (syllable) => patternOf(syllable, 'all')).join('');
}

/**
 * The search keys of a name: one with the whole given name, and one with its first syllable alone. In Latin letters, the second
 * syllable may be a separate word.
 */
function tokensOf(families: readonly string[], given: readonly (readonly string[])[]): string[] {
  const names = [given, given.slice(0, 1)].map((syllables) => syllables.map(([first = '']) => first).join(''));
  const keys = names.flatMap((name) => soundKeys(soundsOf(name, 'Hangul'), 1));
  const tokens = families.flatMap((family) => keys.flatMap((key) => soundTokens(key, latinSoundKey(family))));
  return [...new Set(tokens)];
}

/** Which romanisations a pattern matches: the usual ones, or the rare ones, too. */
type Extent = 'usual' | 'all';

/**
 * The pattern that the romanisations of a syllable match. A syllable in Unicode has an initial consonant, a vowel and perhaps a final
 * consonant.
 */
function patternOf(syllable: string, extent: Extent): string {
  const index = (syllable.codePointAt(0) ?? firstSyllable) - firstSyllable;
  const initial = initials[Math.floor(index / (vowelCount * finalCount))];
  const vowel = vowels[Math.floor(index / finalCount) % vowelCount];
  return [initial, vowel, finals[index % finalCount]]
    .map((letters = '-') => [
      letters.replace('-', ''),
      ...(extent === 'all' && rare.has(letters) ? [rare.get(letters)] : []),
    ])
    .map((letters) => `(?:${letters.join('|')})`)
    .join('');
}
