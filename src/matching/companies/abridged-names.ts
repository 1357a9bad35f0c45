import { compareAsides, compareForms, haveFormsOfOneCountry, minSameBranch } from './company-name.js';
import { type CompanyName, lowerCase, parseCompanyName, readCompanyName } from './company-reading.js';
import {
  abbreviations,
  articles,
  companyWord,
  companyWords,
  distinctTailWord,
  groupWords,
  isLink,
  schools,
  tailWords,
} from './company-words.js';
import { areDistinctWords, havePlace, isDistinctWord, isPlace } from './distinct-words.js';
import { haveInitials, mayBeInitials } from './initials.js';
import { areTranslatedForms, legalForms } from './legal-forms.js';
import { beforeNote, type NameReading, readingsOf, romanNumeral } from './name-readings.js';
import { commonStem, isSlipOfPen } from './slip-of-pen.js';
import type { WordCounts } from './word-counts.js';
import { areDifferentNames } from '../names/common-names.js';

/**
 * How rare the words that two names have in common must be, in bits. A word that occurs in one of 1,024 names has 10 bits, and
 * the bits of all words that both names have are added. The more the names differ, the more bits they need.
 */
const minBits = {
  /** A word with fewer bits does not count. A word that occurs in one of 128 names has 7 bits. */
  eachWord: 7,
  /** The bits for names whose words are all equal, and which differ only in a note or in the spelling of the legal form. */
  equalWords: 8,
  /** The bits for names that have words in different forms: abbreviated, cut off, in the plural or with slips of the pen. */
  otherWords: 10,
  /** How many bits more the rest of a cut word must have than the whole word. With 3, at most an eighth as many names contain it. */
  cutWord: 3,
  /** The bits that each word with a slip of the pen requires in addition. */
  eachSlip: 3,
} as const;

/** How many words are tried for each initial, because words such as "of" have none. */
const maxWordsOfInitial = 2;
/** The minimum number of letters of an abbreviation, and of a word that is abbreviated. */
const minAbbreviation = 3;
const minAbbreviated = 6;
/** The maximum length of an abbreviation with vowels, as a share of the length of its word. `mtls` of `metals` may be longer. */
const maxAbbreviatedShare = 0.65;
/** The minimum length of a word that can be the singular of another one: "Motor" of "Motors". */
const minSingular = 4;
/** The minimum length of a name that may have been cut off, and the minimum length of what is left of its last word. */
const minCutName = 15;
const minCutWord = 2;
/** The minimum length of what is left of the last word, if several names on record contain it. */
const minSeldomCutWord = 4;
/**
 * The minimum length of a name that may lack only its last letter. In a shorter name, one more letter makes another word: Nokia
 * and Nokian.
 */
const minLongCutName = 25;
/**
 * The minimum length of a name that may be cut between two words. Lists cut names at 25 to 32 letters; a shorter name that lacks whole words
 * may be the parent company. The same length is required of a name that ends with the beginning of "Limited".
 */
const minNameCutBetweenWords = 24;
/**
 * The minimum length of a word that a cut name may lack. A shorter word at the end often distinguishes companies like a number: the
 * A of Fund III-A.
 */
const minLeftOut = 3;
/** The same minimum if {@link Alignment.hasEnoughWords} allows the name to lack the word. */
const minFurtherWord = 2;
/** The words for "and" in normal form. "und", "et" and "og" have the normal form "and"; "y" and "e" stay as they are. */
const ands: ReadonlySet<string> = new Set(['and', 'y', 'e']);
/** The spellings of "saint" that a name may abbreviate by `s` or `st`. */
const saints = new Set('saint sainte sankt sint san santo santa sao'.split(' '));
const saint = /^s(?:t|te|to|ta)?$/;
/** The maximum length of names that are compared. Longer texts with many short words or commas would cost milliseconds. */
const maxName = 150;

const digit = /[0-9]/;
const vowel = /[aeiou]/;

/**
 * Whether one of two names may be a shorter form of the other: cut inside its last word ("Nordhaven Pump Wor"), with abbreviated words
 * ("Nordhaven Intl Grp"), or without what {@link readingsOf} leaves out, such as a note. Names also may have slips of the pen in several
 * words. The words in common must be rare.
 * @param counts how many names on record contain each word
 */
export function areAbridged(a: string, b: string, counts: WordCounts): boolean {
  if (Math.max(a.length, b.length) > maxName || !haveRareWords(a, b, counts)) return false;
  const others = readingsOf(b);
  return readingsOf(a).some((one) =>
    others.some((other) => !(one.isPart && other.isPart) && areOneName(one, other, counts)),
  );
}

/** Whether two names have rare words in common. This is fast, and false for nearly all pairs of companies. */
function haveRareWords(a: string, b: string, counts: WordCounts): boolean {
  const others = readCompanyName(b)?.words ?? [];
  const shared = readCompanyName(a)?.words.filter((word) => others.includes(word)) ?? [];
  return bitsOf(shared, counts) >= minBits.equalWords;
}

function areOneName(one: NameReading, other: NameReading, counts: WordCounts): boolean {
  const [a, b] = [one.name, other.name];
  if (compareForms(a, b) < minSameBranch && !areTranslatedForms(a.forms, b.forms)) return false;
  if (compareAsides(a, b) < minSameBranch) return false;
  const isEqual = a.words.join('') === b.words.join('') || a.wideWords.join('') === b.wideWords.join('');
  if (isEqual || isFormCut(one, b)) return bitsOf(b.words, counts) >= minBits.equalWords;
  if (isFormCut(other, a)) return bitsOf(a.words, counts) >= minBits.equalWords;
  if (isExchanged(a, b)) return a.words.some((word) => counts.bitsOf(word) >= minBits.otherWords);
  if (lacksInside(one, other, counts)) return true;
  return new Alignment(sideOf(one), sideOf(other), counts).isOneName();
}

/**
 * Whether two names have legal forms and the same two words, but in the other order: "Halibutron Maschinen AG" and "Maschinen
 * Halibutron AG". False if one of the words is a place, because the other order then is another name: Bank of China and China Bank.
 */
function isExchanged(a: CompanyName, b: CompanyName): boolean {
  const [first = '', second = '', ...others] = a.words;
  if (others.length > 0 || b.words.length !== 2 || first !== b.words[1] || second !== b.words[0]) return false;
  return a.countries.size > 0 && b.countries.size > 0 && !isPlace(first) && !isPlace(second);
}

/**
 * Whether a name ends with the beginning of the legal form of `b`, and all other words are the same: "Halibutron N" and "Halibutron NV". A
 * long name may end with the beginning of "Limited" for "Ltd". A Roman numeral is no such beginning: Halibutron I and Halibutron Inc. are
 * two companies.
 */
function isFormCut({ text, name: a }: NameReading, b: CompanyName): boolean {
  const [form = '', ...others] = b.forms;
  const rest = a.written.at(-1)?.toLowerCase() ?? '';
  if (a.forms.length > 0 || others.length > 0 || isNumber(rest) || a.words.length < 2) return false;
  const isLimitedCut = form === 'ltd' && text.length >= minNameCutBetweenWords && 'limited'.startsWith(rest);
  if (!form.startsWith(rest) && !isLimitedCut) return false;
  return a.words.slice(0, -1).join('') === b.words.join('');
}

/**
 * Whether one of two names lacks one word of the other, in front or inside: "Halibutron Pumps Oy" and "Halibutron Marine Pumps Oy". The
 * words at the end may differ as in {@link Alignment}.
 */
function lacksInside(one: NameReading, other: NameReading, counts: WordCounts): boolean {
  const [mine, theirs] = [namedWords(one.name), namedWords(other.name)];
  if (mine.length === theirs.length) return false;
  const isShorter = mine.length < theirs.length;
  const [few, many] = isShorter ? [mine, theirs] : [theirs, mine];
  const [shorter, longer] = isShorter ? [one, other] : [other, one];
  const at = few.findIndex((word, index) => word !== many[index]);
  const missing = many[at];
  if (missing === undefined || mayHaveNote(longer.text)) return false;
  if (missing.length < minFurtherWord || isNumber(missing) || isPlace(missing)) return false;
  if ([...few, ...many].some((word) => schools.has(word))) return false;
  const written = longer.name.written.filter((word) => companyWord(word.toLowerCase()) !== missing);
  const rest = { ...longer, name: { ...longer.name, written }, isPart: true };
  const alignment = new Alignment(sideOf(shorter), sideOf(rest), counts);
  return alignment.isOneName() && alignment.hasEnoughWords();
}

/** The words of a name in normal form, without words such as "of". */
function namedWords({ written }: CompanyName): string[] {
  return written.map((word) => companyWord(word.toLowerCase())).filter((word) => !isLink(word));
}

/** A name whose words are compared one by one with those of another name. */
interface Side {
  /** The text from which the words were read. */
  readonly text: string;
  readonly name: CompanyName;
  /** The words as the name spells them, in lower case. */
  readonly words: readonly string[];
  /**
   * How many letters the last word must at least lack, so that the name counts as cut off inside this word: 1 for a long name, 2
   * for a shorter one. Infinity for a name that cannot be cut off: a short name, a part of a name, or a name with a legal form.
   */
  readonly minCutOff: number;
  /**
   * Whether {@link readingsOf} or {@link lacksInside} has left out something of the name, such as a note. Then the name may not lack
   * words at its end.
   */
  readonly isPart: boolean;
  readonly hasForm: boolean;
}

function sideOf({ text, name, isPart }: NameReading): Side {
  const mayBeCut = !isPart && name.forms.length === 0 && text.length >= minCutName;
  const minCutOff = !mayBeCut ? Infinity : text.length < minLongCutName ? 2 : 1;
  return {
    text,
    name,
    words: lowerCase(name.written),
    minCutOff,
    isPart,
    hasForm: name.forms.length > 0,
  };
}

/** Whether words of a name stand behind a comma or a dash. They may be a note, such as a seat: "Acme Pumps, Utrecht". */
function mayHaveNote(text: string): boolean {
  const [before = '', ...notes] = text.split(beforeNote);
  return notes.length > 0 && parseCompanyName(before)?.written.length !== readCompanyName(text)?.written.length;
}

/** The comparison of two names, word by word in their order. */
class Alignment {
  /** The words that both names have, in normal form. */
  private readonly shared: string[] = [];
  /** Words that are the same except that one name abbreviates them, has them without the plural ending, or misspells them. */
  private readonly similar: string[] = [];
  private slips = 0;

  constructor(
    private readonly one: Side,
    private readonly other: Side,
    private readonly counts: WordCounts,
  ) {}

  isOneName(): boolean {
    if (!this.agreesFrom(0, 0)) return false;
    return bitsOf(this.shared, this.counts) >= minBits.otherWords + this.slips * minBits.eachSlip;
  }

  /**
   * Whether the words from index `i` of one name and the words from index `j` of the other may be the same words. A word may be
   * abbreviated, cut off, misspelt, or divided by a space, and an article in front or a word such as "of" may be missing.
   */
  private agreesFrom(i: number, j: number): boolean {
    const { words: ours } = this.one;
    const { words: theirs } = this.other;
    const [mine, their] = [ours[i], theirs[j]];
    if (mine === undefined || their === undefined) {
      return this.mayLack(this.one, this.other, j) && this.mayLack(this.other, this.one, i);
    }
    if (companyWord(mine) === companyWord(their)) {
      this.shared.push(companyWord(mine));
      return this.agreesFrom(i + 1, j + 1);
    }
    if (mayBeMissing(ours, i) && !isLink(their)) return this.agreesFrom(i + 1, j);
    if (mayBeMissing(theirs, j) && !isLink(mine)) return this.agreesFrom(i, j + 1);
    if (this.isCut(this.one, i, their) || this.isCut(this.other, j, mine)) return true;
    const theirsForMine = this.wordsOfInitials(mine, theirs, j);
    if (theirsForMine > 0) return this.agreesFrom(i + 1, j + theirsForMine);
    const oursForTheir = this.wordsOfInitials(their, ours, i);
    if (oursForTheir > 0) return this.agreesFrom(i + oursForTheir, j + 1);
    if (mine === their + (theirs[j + 1] ?? '')) return this.agreesFrom(i + 1, j + 2);
    if (their === mine + (ours[i + 1] ?? '')) return this.agreesFrom(i + 2, j + 1);
    if (this.isShorter(mine, their) || this.isShorter(their, mine) || this.isSlip(mine, their)) {
      this.similar.push(companyWord(mine));
      return this.agreesFrom(i + 1, j + 1);
    }
    return this.hasOtherEnding(mine, their) && this.agreesFrom(i + 1, j + 1);
  }

  /**
   * How many words of one name the initials in the other name stand for: 3 for `npw` and "Nordhaven Pump Works". 0 if the word is a
   * legal form or does not consist of initials, if the words from `start` have other initials, or if a place or a word of a school is among
   * these words.
   */
  private wordsOfInitials(initials: string, words: readonly string[], start: number): number {
    if (words[start]?.charAt(0) !== initials.charAt(0) || !mayBeInitials(initials, this.counts)) return 0;
    if (legalForms.has(initials)) return 0;
    const most = words.slice(start, start + maxWordsOfInitial * initials.length);
    const count = most.findIndex((_, index) => haveInitials(most.slice(0, index + 1), initials)) + 1;
    const found = companyWords(most.slice(0, count));
    return havePlace(found) || found.some((word) => schools.has(word)) ? 0 : count;
  }

  /**
   * Whether a name ends inside a word of the other name: "Nordhaven Pump Wor" and "Nordhaven Pump Works". What is left of the
   * word must not be a word itself, because the names may then be those of two companies: "Nordhaven Motor" and "Nordhaven
   * Motorsport".
   */
  private isCut({ words, minCutOff }: Side, index: number, whole: string): boolean {
    const part = words[index] ?? '';
    if (index === 0 || index < words.length - 1 || part.length < minCutWord) return false;
    // Every name may lack a tail word, so a shorter name may also lack only its last letter.
    const missing = minCutOff < Infinity && tailWords.has(companyWord(whole)) ? 1 : minCutOff;
    if (!whole.startsWith(part) || whole.length < part.length + missing) return false;
    if (isNumber(part) || digit.test(whole)) return false;
    return !isDistinctWord(part) && this.isSeldomBeside(part, whole);
  }

  /**
   * Whether the beginning of a word is probably no word itself: it is in at most one name on record, or it has at least
   * four letters and is in far fewer names than the whole word.
   */
  private isSeldomBeside(part: string, whole: string): boolean {
    const [short, long] = [companyWord(part), companyWord(whole)];
    if (!this.counts.has(short)) return true;
    return short.length >= minSeldomCutWord && this.counts.bitsOf(short) >= this.counts.bitsOf(long) + minBits.cutWord;
  }

  /**
   * Whether a name may lack the last words of the other name, which begin at `start`:
   * - words for a group. But a name with a legal form does not lack "International": Acme Ltd and Acme International Ltd are two companies.
   * - the words of which a word in common has the initials: "Groupe NPW" lacks the last words of "Groupe NPW Nordhaven Pump Works".
   * - any words, if the name has no legal form and is so long that a list may have cut it, or if {@link hasEnoughWords} says that the words
   *   in common suffice. But a name never lacks a number or a place. A name that is too short to have been cut also lacks no note behind a
   *   comma and no word of a school. Numbers, places and notes distinguish branches. Words that it lacks must be long, except link
   *   words such as "of".
   */
  private mayLack({ text, minCutOff, isPart, hasForm }: Side, other: Side, start: number): boolean {
    const words = other.words.slice(start);
    const isTail = (word: string): boolean => {
      // Two letters may also be a country: the GR of Halibutron GR may be Greece.
      const spellings = word.length < minAbbreviation ? [word] : [word, ...(abbreviations.get(word) ?? [])];
      const tail = spellings.map(companyWord).find((form) => tailWords.has(form));
      return groupWords.has(word) || (tail !== undefined && !(hasForm && tail === distinctTailWord));
    };
    if (words.length === 0 || (!isPart && words.every(isTail))) return true;
    if (!isPart && this.shared.some((word) => mayBeInitials(word, this.counts) && haveInitials(words, word)))
      return true;
    if (isPart || this.shared.some((word) => schools.has(word))) return false;
    const mayBeCut = minCutOff < Infinity && text.length >= minNameCutBetweenWords;
    const minLength = mayBeCut ? minLeftOut : this.mayLackFurtherWords(other, words) ? minFurtherWord : Infinity;
    const isLong = (word: string): boolean => word.length >= minLength || (minLength < Infinity && isLink(word));
    return words.every((word) => isLong(word) && !isNumber(word)) && !havePlace(companyWords(words));
  }

  private mayLackFurtherWords({ text, isPart }: Side, words: readonly string[]): boolean {
    if (isPart || words.some((word) => schools.has(companyWord(word)))) return false;
    return this.hasEnoughWords() && !mayHaveNote(text);
  }

  /**
   * Whether the words in common are so many and so rare that one name may lack a further word. They are at least two words, without
   * words such as "Group". One of them is the same in both names and occurs in at most one name on record. The others may be abbreviated,
   * singular or misspelt in one name. If several companies share all words, they often are a
   * group. Names joined by "and", such as "Halibutron & Zorra", count as one word, because they are often the founders of a group. The
   * legal forms must be of one country.
   */
  hasEnoughWords(): boolean {
    if (!haveFormsOfOneCountry(this.one.name, this.other.name)) return false;
    const isNamed = (word: string): boolean =>
      !isLink(word) && !tailWords.has(word) && !groupWords.has(word) && !legalForms.has(word) && !isPlace(word);
    const named = new Set(this.shared.filter(isNamed));
    const similar = this.similar.filter(isNamed).length;
    const joined = this.shared.filter((word) => ands.has(word)).length;
    return named.size + similar - joined > 1 && [...named].some((word) => !this.counts.has(word));
  }

  /**
   * Whether `part` is the abbreviation or the singular of the longer word `whole`. Only a word that many names contain is
   * abbreviated. Numerals and places are no abbreviations. The words for "saint" are an exception: `s` and `st` may always stand for
   * them.
   */
  private isShorter(part: string, whole: string): boolean {
    if (abbreviations.get(part)?.includes(whole) === true) return true;
    if (saint.test(part) && saints.has(whole)) return true;
    if (!whole.startsWith(part.charAt(0)) || isNumber(part) || isPlace(part)) return false;
    if (whole === `${part}s`) return part.length >= minSingular && this.counts.isCommon(companyWord(whole));
    if (part.length < minAbbreviation || whole.length < minAbbreviated) return false;
    const isLong = part.length > whole.length * maxAbbreviatedShare && vowel.test(part.slice(1));
    if (isLong || isDistinctWord(part)) return false;
    if (this.counts.bitsOf(companyWord(part)) < this.counts.bitsOf(companyWord(whole))) return false;
    return (whole.startsWith(part) || isContraction(part, whole)) && this.counts.isCommon(companyWord(whole));
  }

  /**
   * Whether two words have the same beginning and other endings: "Metallurgy" and "Metallurgie". If one word is the beginning of the other,
   * it must not be a known word, because known words make new ones: Motor and Motorsport.
   */
  private hasOtherEnding(mine: string, their: string): boolean {
    const common = commonStem(mine, their);
    if (common === null || digit.test(mine + their) || isPlace(mine) || isPlace(their)) return false;
    const { stem, isLong } = common;
    if (!isLong && !this.mayHaveShortStem()) return false;
    const isWord = stem === mine || stem === their;
    if (isWord && (isDistinctWord(stem) || this.counts.has(companyWord(stem)))) return false;
    return !areDistinctWords(mine, their) && !areDifferentNames(mine, their);
  }

  /**
   * Whether only a short beginning of two words needs to be the same: "Chemie" and "Chemikalien". If both names have legal forms, these must
   * be of one country, and the names must not be those of schools.
   */
  private mayHaveShortStem(): boolean {
    const { one, other } = this;
    if (!haveFormsOfOneCountry(one.name, other.name)) return false;
    return ![...one.words, ...other.words].some((word) => schools.has(companyWord(word)));
  }

  private isSlip(mine: string, their: string): boolean {
    if (
      digit.test(mine + their) ||
      !isSlipOfPen(mine, their) ||
      areDistinctWords(mine, their) ||
      areDifferentNames(mine, their)
    )
      return false;
    if (!this.isUnknownBesideCommon(mine, their)) this.slips += 1;
    return true;
  }

  /**
   * Whether one word is common and the other one is in no two names on record. The other word is then most likely a misspelling of the
   * common one, so the names need no further evidence: "Serrvices" and "Services".
   */
  private isUnknownBesideCommon(mine: string, their: string): boolean {
    const [a, b] = [companyWord(mine), companyWord(their)];
    return (this.counts.isCommon(a) && !this.counts.has(b)) || (this.counts.isCommon(b) && !this.counts.has(a));
  }
}

/**
 * Whether `part` is the word `whole` without most of its letters: `mfg` for `manufacturing`, `cia` for `compania`. Either it
 * has no vowel inside, or both words end with the same letter.
 */
function isContraction(part: string, whole: string): boolean {
  if (vowel.test(part.slice(1, -1)) && part.at(-1) !== whole.at(-1)) return false;
  let found = 0;
  for (const letter of whole) if (letter === part.charAt(found)) found += 1;
  return found === part.length;
}

/** The evidence of words that two names have in common, in bits. Frequent words have no evidence, however many they are. */
function bitsOf(words: readonly string[], counts: WordCounts): number {
  const bits = words.map((word) => (isLink(word) ? 0 : counts.bitsOf(word)));
  return bits.filter((each) => each >= minBits.eachWord).reduce((sum, each) => sum + each, 0);
}

function isNumber(word: string): boolean {
  return digit.test(word) || romanNumeral.test(word);
}

/** Whether a word is one that the other name may lack: an article in front, or a word such as "of" inside. */
function mayBeMissing(words: readonly string[], index: number): boolean {
  const word = words[index] ?? '';
  return index < words.length - 1 && (index > 0 ? isLink(word) : articles.has(word));
}
