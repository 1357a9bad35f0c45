import { compareAsides, compareForms, haveFormsOfOneCountry, minSameBranch } from './company-name.js';
import { type CompanyName, lowerCase, readCompanyName } from './company-reading.js';
import { groupWords, isLink, schools } from './company-words.js';
import { isDistinctWord, isPlace } from './distinct-words.js';
import type { WordCounts } from './word-counts.js';

/** The minimum number of initials. Two letters often stand together by chance. */
const minInitials = 3;
/** The minimum length of a legal form whose initial may be among the initials of a name: the C of Nordhaven Pump Corporation. */
const minWrittenForm = 7;
const letters = /^[a-z]+$/;

/**
 * Whether one of two names consists of the initials of the other: "NPW" and "Nordhaven Pump Works". Words for a group at the start and at
 * the end do not count. The legal forms must be of one country, and no two names on record may contain the initials as a word. Among
 * 33,477 companies, two have such names by chance in at most one of 200,000 pairs.
 * @param counts how many names on record contain each word
 */
export function areInitials(a: string, b: string, counts: WordCounts): boolean {
  const [one, other] = [readCompanyName(a), readCompanyName(b)];
  if (one === null || other === null || !haveFormsOfOneCountry(one, other)) return false;
  if (compareForms(one, other) < minSameBranch || compareAsides(one, other) < minSameBranch) return false;
  return isInitialsOf(one, other, counts) || isInitialsOf(other, one, counts);
}

/** Whether `short` has one word, and this consists of the initials of `long`. */
function isInitialsOf(short: CompanyName, long: CompanyName, counts: WordCounts): boolean {
  const [word = '', ...others] = withoutGroup(short);
  if (others.length > 0 || !mayBeInitials(word, counts)) return false;
  // A company with a legal form is no school.
  if (short.forms.length > 0 && long.words.some((each) => schools.has(each))) return false;
  const forms = long.forms.filter((form) => form.length >= minWrittenForm && !form.includes(' '));
  return [withoutGroup(long), lowerCase(long.written)]
    .flatMap((words) => [words, [...words, ...forms]])
    .some((words) => haveInitials(words, word));
}

/**
 * Whether a word may consist of initials. It is no known word, no place, and no word of several names on record.
 * @param word in lower-case ASCII
 */
export function mayBeInitials(word: string, counts: WordCounts): boolean {
  return letters.test(word) && !isDistinctWord(word) && !isPlace(word) && !counts.has(word);
}

/** Whether words have certain initials: "Nordhaven Pump Works" has `npw`. The initials of words such as "of" may be missing. */
export function haveInitials(words: readonly string[], initials: string): boolean {
  return initials.length >= minInitials && initialsOf(words).includes(initials);
}

/** The initials of all words, and those without words such as "of". */
function initialsOf(words: readonly string[]): string[] {
  return [words, words.filter((word) => !isLink(word))].map((all) => all.map((word) => word.charAt(0)).join(''));
}

/** The words of a name as it spells them, in lower case, without words for a group at the start and at the end. */
function withoutGroup({ words, written }: CompanyName): string[] {
  const spelled = lowerCase(written);
  // If two words are one in normal form, such as "United States", the words are not at the same places.
  const isGroup = (index: number): boolean => {
    const word = words.length === spelled.length ? words[index] : spelled[index];
    return word !== undefined && (word === 'group' || word === 'holding' || groupWords.has(word));
  };
  const start = spelled.length > 1 && isGroup(0) ? 1 : 0;
  const end = spelled.length > start + 1 && isGroup(spelled.length - 1) ? -1 : undefined;
  return spelled.slice(start, end);
}
