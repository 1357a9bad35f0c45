import { Table, wordsIn } from '../../../platform/tables/table.js';
import { romanise } from '../../text.js';

const languages = ['Cantonese', 'Hokkien', 'Mandarin'] as const;
type Language = (typeof languages)[number];

/** The spellings of the beginnings and the ends of syllables, such as `b-` and `-aai`, the most frequent first. */
type Spellings = ReadonlyMap<string, readonly string[]>;

interface Readings {
  /** The syllables of each character, without tones. Those of Mandarin are not in the table, because {@link romanise} returns them. */
  readonly syllables: Readonly<Record<Exclude<Language, 'Mandarin'>, ReadonlyMap<string, readonly string[]>>>;
  readonly spellings: Readonly<Record<Language, Spellings>>;
  /** Further spellings of family names. */
  readonly families: ReadonlyMap<string, readonly string[]>;
}

let known: Readings | null = null;

/** Returns the table. It is read only when a name in Chinese characters is parsed for the first time. */
function readings(): Readings {
  if (known !== null) return known;
  const table = Table.read(new URL('../data/chinese-readings.txt', import.meta.url));
  const spellingsOf = (language: Language): Spellings =>
    new Map(table.keyed(`spellings of ${language}`).map(({ key, value }) => [key, lettersIn(value)]));
  return (known = {
    syllables: { Cantonese: table.keysByCharacter('Cantonese'), Hokkien: table.keysByCharacter('Hokkien') },
    spellings: {
      Cantonese: spellingsOf('Cantonese'),
      Hokkien: spellingsOf('Hokkien'),
      Mandarin: spellingsOf('Mandarin'),
    },
    families: new Map(
      table
        .keyed('Chinese family names')
        .flatMap(({ key, value }) => wordsIn(key).map((name) => [name, wordsIn(value)])),
    ),
  });
}

function lettersIn(value: string): string[] {
  return wordsIn(value).map((letters) => (letters === '-' ? '' : letters));
}

const hanOnly = /^\p{Script=Han}+$/u;
/**
 * Only given names with this number of characters are compared. A name of a single character has the same reading as too many
 * others, and a name of three characters is Japanese.
 */
const givenLength = 2;
/**
 * The letters at the beginning of a syllable: those in front of the first vowel, and the `h` of `hng`. Other syllables without a vowel,
 * such as `ng`, have no beginning.
 */
const beginning = /^(?:[^aeiou]+(?=[aeiou]|y[un])|h(?=ng$))/;

/** The syllables that the characters of a name have in one language; null if the language lacks one of the characters. */
interface Spoken {
  readonly language: Language;
  readonly family: readonly (readonly string[])[] | null;
  readonly given: readonly (readonly string[])[] | null;
}

/** A name in Chinese characters, by its readings in several languages of the Chinese. */
export class ChineseName {
  /** The usual spellings of the family name, under which a person is stored and found. */
  readonly families: readonly string[];
  private patterns: { readonly family: RegExp; readonly given: readonly RegExp[] } | null = null;

  constructor(
    private readonly spoken: readonly Spoken[],
    /** The spellings of the family name in the table of family names. */
    private readonly listed: readonly string[],
  ) {
    const usual = spoken.flatMap(({ language, family }) => usualSpellingsOf(family, language).slice(0, 1));
    this.families = [...new Set([...listed, ...usual])];
  }

  /**
   * The usual spellings of the syllables of the given name. At a large employer, many persons can have the same family name, and a
   * search finds the right one of them by these spellings.
   */
  get syllables(): readonly string[] {
    return [...new Set(this.spoken.flatMap(({ language, given }) => usualSpellingsOf(given, language)))];
  }

  /**
   * Whether a name in Latin letters is a spelling of this name. Both syllables of the given name must be spelled as in the same language.
   * @param family in lower-case ASCII
   * @param given in lower-case ASCII, without spaces and hyphens
   */
  isSpelled(family: string, given: string): boolean {
    this.patterns ??= this.readPatterns();
    return this.patterns.family.test(family) && this.patterns.given.some((pattern) => pattern.test(given));
  }

  private readPatterns(): { family: RegExp; given: RegExp[] } {
    const families = this.spoken.flatMap(({ language, family }) =>
      family === null ? [] : [patternOf(family, language)],
    );
    return {
      family: new RegExp(`^(?:${[...families, ...this.listed].join('|')})$`),
      given: this.spoken.flatMap(({ language, given }) =>
        given === null ? [] : [new RegExp(`^${patternOf(given, language)}$`)],
      ),
    };
  }
}

/**
 * Reads a Chinese name in Mandarin as in Taiwan, in Cantonese and in Hokkien: 林明福 may be spelled Lin Ming-fu, Lam Ming-fuk and Lim Beng Hock.
 * Null for other scripts and for a given name that has not two characters.
 * @param family the characters of the family name
 * @param given the characters of the given name
 */
export function readChinese(family: string, given: string): ChineseName | null {
  if (Array.from(given).length !== givenLength || !hanOnly.test(family + given)) return null;
  const spoken = languages.map((language) => ({
    language,
    family: syllablesOf(family, language),
    given: syllablesOf(given, language),
  }));
  return new ChineseName(spoken, readings().families.get(family) ?? []);
}

/** The possible syllables of each character; null if the language lacks one of the characters. */
function syllablesOf(characters: string, language: Language): (readonly string[])[] | null {
  const found = Array.from(characters, (character) =>
    language === 'Mandarin'
      ? [romanise(character).plain.toLowerCase()]
      : (readings().syllables[language].get(character) ?? []),
  );
  return found.every(({ length }) => length > 0) ? found : null;
}

function patternOf(syllables: readonly (readonly string[])[], language: Language): string {
  return syllables
    .map((each) => `(?:${each.map((syllable) => patternOfSyllable(syllable, language)).join('|')})`)
    .join('');
}

function patternOfSyllable(syllable: string, language: Language): string {
  const { initials, finals } = partsOf(syllable, language);
  return `(?:${initials.join('|')})(?:${finals.join('|')})`;
}

/**
 * A syllable is spelled in many ways. Only this number of spellings of its beginning, and this number of spellings of its end, are
 * used to store and look up a name.
 */
const maxUsual = 2;

function usualSpellingsOf(characters: Spoken['given'], language: Language): string[] {
  return (characters ?? []).flatMap(([first = '']) => usualSpellings(first, language));
}

function usualSpellings(syllable: string, language: Language): string[] {
  const { initials, finals } = partsOf(syllable, language);
  return initials.slice(0, maxUsual).flatMap((initial) => finals.slice(0, maxUsual).map((final) => initial + final));
}

/** The spellings of the two parts of a syllable. A part that the table lacks is spelled as it is. */
function partsOf(syllable: string, language: Language): { initials: readonly string[]; finals: readonly string[] } {
  const spellings = readings().spellings[language];
  const initial = beginning.exec(syllable)?.[0] ?? '';
  const final = syllable.slice(initial.length);
  return {
    initials: spellings.get(`${initial}-`) ?? [initial],
    finals: spellings.get(`-${final}`) ?? [final],
  };
}
