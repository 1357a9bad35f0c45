import { beginsGivenName, isGivenName } from './common-names.js';
import { romanise } from '../text.js';

/**
 * Abbreviations of given names that do not begin a name: Wm. for William. An abbreviation such as Chr. or Alex. is recognised by the names
 * that begin with it.
 */
const abbreviatedNames: ReadonlySet<string> = new Set(
  'wm chas jas jos jno geo thos robt richd edw saml danl benj nathl fco fdo mohd mhd muh muhd abd gmo xto jsph hnry wlm'.split(
    ' ',
  ),
);
/** Particles and syllables of names that are sometimes written with a dot: St. John. */
const otherNames: ReadonlySet<string> = new Set('st ste mc mac san van von der den del bin ibn'.split(' '));

const letters = /\p{L}+/gu;
const initials = /^(?:\p{L}\.-?){1,3}\p{L}?\.?$/u;
const capitals = /^[\p{Lu}\p{M}]+$/u;
/** Capitals in front of a small letter (BSc, LLb), or behind one at the end (EngD). */
const mixedCase = /^\p{Lu}{2,}\p{Ll}|\p{Ll}\p{Lu}{1,2}$/u;
const digitOrSign = /[\p{Nd}\u00ae\u2122\u2120+/]/u;
const dotInside = /\p{L}\.-?\p{L}/u;
const vowel = /[aeiouy]/;
const latin = /^[\p{Script=Latin}\p{M}]+$/u;
const abbreviation = /^\p{L}{3,5}\.$/u;
const compoundAbbreviation = /^\p{L}{2,}\.(?:-?\p{L}{2,}\.?)+$/u;
/** Longer words in capitals that have a vowel are more often names: JUANA. */
const maxCapitals = 6;
const minAbbreviation = 3;

/**
 * Whether the words behind a comma look like letters of a degree, a membership or a certificate that no table has, and not like a given
 * name: "Orin Scrivell, CPPM". Capitals say so only beside a name that is not in capitals itself.
 * @param after the words behind the comma
 * @param before the words in front of it, at least two
 */
export function looksLikeSuffix(after: readonly string[], before: readonly string[]): boolean {
  const isInCapitals = before.every((word) => partsOf(word).every((part) => capitals.test(part)));
  const [first = ''] = after;
  return !isGivenName(lettersOf(first)) && isSuffix(first, isInCapitals);
}

function isSuffix(written: string, isAmongCapitals: boolean): boolean {
  const parts = partsOf(written);
  if (parts.length === 0 || !parts.every((part) => latin.test(part)) || initials.test(written)) return false;
  if (parts.join('').length < 2 || abbreviatedNames.has(lettersOf(written))) return false;
  if (digitOrSign.test(written) || mixedCase.test(written)) return true;
  if (dotInside.test(written)) return !parts.some((part) => part.length > 2 && isGivenName(lettersOf(part)));
  if (isAbbreviation(written)) return true;
  // A hyphen joins given names as well as letters, so each part must be in capitals or without a vowel.
  return parts.every(
    (part) =>
      !vowel.test(lettersOf(part)) ||
      (!isAmongCapitals && capitals.test(part) && part.length > 1 && part.length <= maxCapitals),
  );
}

/**
 * Whether a word in front of at least two names is an abbreviated form of address that no table has, such as Kfm. or Univ.-Ass. It is none
 * if it may abbreviate a given name: Chr., Wm.
 * @param known the forms of address that are known, in lower-case ASCII
 */
export function isAbbreviatedAddress(written: string, known: ReadonlySet<string>): boolean {
  if (compoundAbbreviation.test(written)) {
    const parts = partsOf(written).map(lettersOf);
    return parts.some((part) => known.has(part)) || !parts.some((part) => mayBeName(part));
  }
  return isAbbreviation(written);
}

function isAbbreviation(written: string): boolean {
  return abbreviation.test(written) && !mayBeName(lettersOf(written));
}

function mayBeName(word: string): boolean {
  return (
    word.length < minAbbreviation ||
    isGivenName(word) ||
    abbreviatedNames.has(word) ||
    otherNames.has(word) ||
    beginsGivenName(word)
  );
}

function partsOf(written: string): string[] {
  return written.match(letters) ?? [];
}

function lettersOf(word: string): string {
  return romanise(word)
    .plain.toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
