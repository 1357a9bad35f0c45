/** Longest identifier that is looked at, in UTF-16 code units, white space included. */
export const MAX_TEXT_LENGTH = 2048;

const CONTROL_OR_LONE_SURROGATE = /[\p{Cc}\p{Cs}]/u;

/**
 * The caller's text without surrounding white space, or null when no identifier can be read from it: too long, or
 * holding a control character or half of a surrogate pair. PostgreSQL refuses NUL, and a lone surrogate
 * would reach it as another character.
 */
export function usableText(raw: string): string | null {
  if (raw.length > MAX_TEXT_LENGTH) return null;
  const text = raw.trim();
  return CONTROL_OR_LONE_SURROGATE.test(text) ? null : text;
}
