/**
 * Characters that PostgreSQL cannot store in a text: NUL, and lone surrogates, which are halves of a UTF-16 surrogate pair
 * without the other half.
 */
const unstorable = /[\0\p{Cs}]/u;
const control = /[\p{Cc}\p{Cs}]/u;
const invisible = /^\s|\s$|[\p{Cc}\p{Cf}\p{Cs}]/u;
/**
 * Characters that a reader cannot see: control characters, marks that change the direction of text, invisible spaces and lone
 * surrogates. The invisible joiners U+200C and U+200D are allowed, because some languages need them to spell words.
 */
const unprintable = /[\p{Cc}\p{Cs}\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]+/gu;

const everyUnstorable = new RegExp(unstorable, 'gu');

/** Replaces each character that PostgreSQL cannot store by U+FFFD, the replacement character. */
export function storable(text: string): string {
  return text.replaceAll(everyUnstorable, '\uFFFD');
}

/** Whether PostgreSQL can store a text, and accepts it as a parameter. */
export function isStorable(text: string): boolean {
  return !unstorable.test(text);
}

/** Whether a text holds a control character or a lone surrogate. */
export function hasControlCharacters(text: string): boolean {
  return control.test(text);
}

/**
 * Whether a person can copy a text by typing what is visible. It must have no invisible or control characters, and no white space
 * at its beginning or end.
 */
export function isTypeable(text: string): boolean {
  return !invisible.test(text);
}

/** Whether a text has no control characters, and no invisible characters that could mislead a reader about it. */
export function isPrintable(text: string): boolean {
  return text.search(unprintable) === -1;
}

/** Replaces each sequence of control and invisible characters by one space, and removes white space at the beginning and end. */
export function printable(text: string): string {
  return text.replace(unprintable, ' ').trim();
}
