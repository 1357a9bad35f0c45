import { hasControlCharacters } from '../platform/database/text.js';

/** The maximum length of an identifier, in UTF-16 code units, including white space. */
export const maxTextLength = 2048;

const tabsAndLineBreaks = /[\t-\r\u0085]+/g;

/**
 * Trims a text. Null if it is too long or contains a control character or an unpaired surrogate: PostgreSQL rejects NUL, and
 * encoding changes an unpaired surrogate.
 */
export function usableText(raw: string): string | null {
  if (raw.length > maxTextLength) return null;
  const text = raw.trim();
  return hasControlCharacters(text) ? null : text;
}

/**
 * As `usableText`, for names of persons and companies: inner tabs and line breaks, which come from spreadsheets, become spaces. Null
 * also above `maxLength` UTF-16 code units.
 */
export function usableName(raw: string, maxLength: number): string | null {
  return raw.length > maxLength ? null : usableText(raw.replace(tabsAndLineBreaks, ' '));
}
