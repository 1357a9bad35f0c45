import { isGivenName, isIberianFamilyName } from './common-names.js';
import { nameBeginnings } from './compound-names.js';
import { particleWords, splitWrittenName } from './name-text.js';
import { romanise } from '../text.js';

const notLetter = /[^a-z]/g;
const tie = /^[yei]$/i;

/**
 * Splits a full name into first and last name. Titles, degrees and middle names are left out. A single word is a first name.
 * {@link startOfFamilyName} decides where the last name begins.
 */
export function splitName(fullName: string): { firstName: string | null; lastName: string | null } {
  const { words, family } = splitWrittenName(fullName, 'full');
  if (family !== null && family.length > 0) return { firstName: words[0] ?? null, lastName: family.join(' ') };
  const [first, ...others] = words;
  if (first === undefined || others.length === 0) return { firstName: first ?? null, lastName: null };
  return { firstName: first, lastName: words.slice(startOfFamilyName(words)).join(' ') };
}

/**
 * The index of the word at which the family name of a full name begins; at least 1. This word is one of three:
 * - a particle: `Jan van der Berg` → 1
 * - the first of two Spanish or Portuguese family names, also with a word between them as in Ortega y Gasset: `Gabriel García Márquez` → 1
 * - in all other names, the last word: `Jane Doe` → 1
 * @param words the words of the name as they are written
 */
export function startOfFamilyName(words: readonly string[]): number {
  const last = words.length - 1;
  const pair = last - 1;
  if (pair > 1 && tie.test(words[pair] ?? '')) return pair - 1;
  const hasPair = pair > 0 && isFamilyBeforeAnother(words[pair]) && isIberianFamilyName(lettersOf(words[last]));
  const particle = words.findIndex((word, index) => index > 0 && index < last && isParticle(word));
  if (particle === -1) return Math.max(1, hasPair ? pair : last);
  // In María del Carmen García Márquez, the particle "del" belongs to the given name.
  if (hasPair && particle < pair - 1 && isGivenName(lettersOf(words[pair - 1]))) return pair;
  const isAfterFirst =
    particle > 1 && isFamilyBeforeAnother(words[particle - 1]) && isIberianFamilyName(lettersOf(words[last]));
  return isAfterFirst ? particle - 1 : particle;
}

/** Whether a word is certainly the first of two family names, because it is no given name. */
function isFamilyBeforeAnother(word: string | undefined): boolean {
  const letters = lettersOf(word);
  return isIberianFamilyName(letters) && !isGivenName(letters);
}

function isParticle(word: string): boolean {
  const lower = word.toLowerCase();
  return word.length > 1 && (particleWords.has(lower) || nameBeginnings.has(lower));
}

function lettersOf(word: string | undefined): string {
  return romanise(word ?? '')
    .plain.toLowerCase()
    .replace(notLetter, '');
}
