import { type CompanyName, lowerCase, parseCompanyName, readCompanyName } from './company-reading.js';
import { companyWord } from './company-words.js';
import { beforeNote, type NameReading } from './name-readings.js';

const minCutName = 15;
/**
 * The minimum length of a name that may lack only its last letter. In a shorter name, one more letter makes another word: Nokia
 * and Nokian.
 */
const minLongCutName = 25;
/**
 * The minimum length of a name that may be cut between two words. Lists cut names at 25 to 32 letters; a shorter name that lacks whole words
 * may be the parent company.
 */
export const minNameCutBetweenWords = 24;

/** A name whose words are compared one by one with those of another name. */
export interface ComparedName {
  /** The text from which the words were read. */
  readonly text: string;
  readonly name: CompanyName;
  /** The words as the name spells them, in lower case. */
  readonly words: readonly string[];
  /** The same words in normal form, as `companyWord` returns it. */
  readonly normal: readonly string[];
  /**
   * How many letters the last word must at least lack, so that the name counts as cut off inside this word: 1 for a long name, 2
   * for a shorter one. Infinity for a name that cannot be cut off: a short name, a part of a name, or a name with a legal form.
   */
  readonly minCutOff: number;
  /** Whether something of the name has been left out, such as a note. Then the name may not lack words at its end. */
  readonly isPart: boolean;
}

export function comparedName({ text, name, isPart }: NameReading): ComparedName {
  const mayBeCut = !isPart && name.forms.length === 0 && text.length >= minCutName;
  const minCutOff = !mayBeCut ? Infinity : text.length < minLongCutName ? 2 : 1;
  const words = lowerCase(name.written);
  return { text, name, words, normal: words.map(companyWord), minCutOff, isPart };
}

/** Whether words of a name stand behind a comma or a dash. They may be a note, such as a seat: "Acme Pumps, Utrecht". */
export function mayHaveNote(text: string): boolean {
  const [before = '', ...notes] = text.split(beforeNote);
  return notes.length > 0 && parseCompanyName(before)?.written.length !== readCompanyName(text)?.written.length;
}
