import { type ComparedName, mayHaveNote, minNameCutBetweenWords } from './compared-name.js';
import { haveFormsOfOneCountry } from './company-name.js';
import {
  abbreviations,
  companyWord,
  companyWords,
  distinctTailWord,
  groupWords,
  isLink,
  schools,
  tailWords,
} from './company-words.js';
import { havePlace, isPlace } from './distinct-words.js';
import { haveInitials, mayBeInitials } from './initials.js';
import { legalForms } from './legal-forms.js';
import type { WordCounts } from './word-counts.js';
import { isNumeral } from './written-numbers.js';

/** The words that two names have in common, in normal form. */
export interface CommonWords {
  /** The words that are the same in both names. */
  readonly same: readonly string[];
  /** The words that one name abbreviates, has without the plural ending, or misspells. */
  readonly similar: readonly string[];
}

/** Words at the end of a name that the other name lacks. */
export interface Lack {
  /** The words, in lower case; at least one. */
  readonly words: readonly string[];
  /** The name without these words. */
  readonly name: ComparedName;
  readonly other: ComparedName;
  readonly common: CommonWords;
  readonly counts: WordCounts;
}

type Test = (lack: Lack) => boolean;

/** The rules by which a name may lack words at its end. A rule allows it if all its tests are true. */
const rules: readonly (readonly Test[])[] = [
  // Halibutron and Halibutron Holdings.
  [areForGroup],
  // Groupe NPW and Groupe NPW Nordhaven Pump Works.
  [areSpelledOut],
  // Halibutron Quarzelmann Zorra and Halibutron Quarzelmann Zorra Laboratorien. A shorter word at the end often distinguishes companies like a
  // number: the A of Fund III-A.
  [isCutBetweenWords, haveLetters(3), areNoPlaces, areNotOfSchool],
  // Nordhaven Trading and Nordhaven Trading Bergwerk.
  [isNotCutBetweenWords, haveLetters(2), areNoPlaces, areNotOfSchool, areNoSchools, haveEnoughWords, areNoNote],
];

/** The minimum length of an abbreviation of a word for a group. Two letters may also be a country: the GR of Halibutron GR may be Greece. */
const minAbbreviation = 3;
/** The words for "and" in normal form. "und", "et" and "og" have the normal form "and"; "y" and "e" stay as they are. */
const ands: ReadonlySet<string> = new Set(['and', 'y', 'e']);

/** Whether a name may lack words at its end. A name from which something has been left out lacks no more. */
export function mayLack(lack: Lack): boolean {
  if (lack.words.length === 0) return true;
  return !lack.name.isPart && rules.some((tests) => tests.every((test) => test(lack)));
}

/**
 * Whether the words in common are so many and so rare that one name may lack a further word. They are at least two words, without
 * words such as "Group". One of them is the same in both names and occurs in at most one name on record. The others may be abbreviated,
 * singular or misspelt in one name. If several companies share all words, they often are a
 * group. Names joined by "and", such as "Halibutron & Zorra", count as one word, because they are often the founders of a group. The
 * legal forms must be of one country.
 */
export function haveEnoughWords({ name, other, common, counts }: Omit<Lack, 'words'>): boolean {
  if (!haveFormsOfOneCountry(name.name, other.name)) return false;
  const same = new Set(common.same.filter(isOfName));
  const joined = common.same.filter((word) => ands.has(word)).length;
  const words = same.size + common.similar.filter(isOfName).length - joined;
  return words > 1 && [...same].some((word) => !counts.has(word));
}

/** Whether a word says more than the word for a group, a legal form or a place. */
function isOfName(word: string): boolean {
  return !isLink(word) && !tailWords.has(word) && !groupWords.has(word) && !legalForms.has(word) && !isPlace(word);
}

/** A name with a legal form does not lack "International": Acme Ltd and Acme International Ltd are two companies. */
function areForGroup({ words, name }: Lack): boolean {
  return words.every((word) => {
    const spellings = word.length < minAbbreviation ? [word] : [word, ...(abbreviations.get(word) ?? [])];
    const tail = spellings.map(companyWord).find((form) => tailWords.has(form));
    return groupWords.has(word) || (tail !== undefined && !(tail === distinctTailWord && name.name.forms.length > 0));
  });
}

/** Whether a word in common has the initials of the words. */
function areSpelledOut({ words, common, counts }: Lack): boolean {
  return common.same.some((word) => mayBeInitials(word, counts) && haveInitials(words, word));
}

/** Whether the name has no legal form and is so long that a list may have cut it. */
function isCutBetweenWords({ name }: Lack): boolean {
  return name.minCutOff < Infinity && name.text.length >= minNameCutBetweenWords;
}

function isNotCutBetweenWords(lack: Lack): boolean {
  return !isCutBetweenWords(lack);
}

/** Whether the words, without those such as "of", are no numbers and have at least some letters. */
function haveLetters(minLetters: number): Test {
  return ({ words }) => words.every((word) => (word.length >= minLetters || isLink(word)) && !isNumeral(word));
}

/** Places distinguish branches. */
function areNoPlaces({ words }: Lack): boolean {
  return !havePlace(companyWords(words));
}

function areNotOfSchool({ common }: Lack): boolean {
  return !common.same.some((word) => schools.has(word));
}

function areNoSchools({ words }: Lack): boolean {
  return !words.some((word) => schools.has(companyWord(word)));
}

/** Whether the words are no note behind a comma, which distinguishes branches, and no word has been left out of the other name. */
function areNoNote({ other }: Lack): boolean {
  return !other.isPart && !mayHaveNote(other.text);
}
