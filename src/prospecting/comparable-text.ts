import { romanise } from '../identity/romanise.js';

const WHITE_SPACE = /\s+/g;
const NOT_A_LETTER = /[^a-z0-9]+/g;

/** A text as it is compared: ASCII letters in lower case, single spaces between words. */
export function comparable(text: string): string {
  return romanise(text).plain.toLowerCase().replace(WHITE_SPACE, ' ').trim();
}

/** The words of a text as they are compared, separated by single spaces; empty without a letter or digit. */
export function comparableWords(text: string): string {
  return comparable(text).replace(NOT_A_LETTER, ' ').trim();
}
