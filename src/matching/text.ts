import { hasControlCharacters } from '../platform/database/text.js';

/** Longest identifier that is looked at, in UTF-16 code units, white space included. */
export const maxTextLength = 2048;

const tabsAndLineBreaks = /[\t-\r\u0085]+/g;

/**
 * The caller's text without surrounding white space, or null when no identifier can be read from it: too long, or
 * holding a control character or half of a surrogate pair. PostgreSQL refuses NUL, and a lone surrogate
 * would reach it as another character.
 */
export function usableText(raw: string): string | null {
  if (raw.length > maxTextLength) return null;
  const text = raw.trim();
  return hasControlCharacters(text) ? null : text;
}

/**
 * The caller's name of a person or company as `usableText` reads it, except that tabs and line breaks inside are spaces:
 * names come out of spreadsheets. Null also when it is longer than `maxLength` UTF-16 code units.
 */
export function usableName(raw: string, maxLength: number): string | null {
  return raw.length > maxLength ? null : usableText(raw.replace(tabsAndLineBreaks, ' '));
}
