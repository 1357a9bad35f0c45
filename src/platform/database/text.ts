/** Characters that PostgreSQL cannot store in a text: NUL and lone surrogates, which are halves of a surrogate pair. */
const unstorable = /[\0\p{Cs}]/u;
const control = /[\p{Cc}\p{Cs}]/u;
const invisible = /^\s|\s$|[\p{Cc}\p{Cf}\p{Cs}]/u;
/**
 * Characters that cannot be printed: control characters, marks that change the direction of text, invisible spaces and lone
 * surrogates. The invisible joiners U+200C and U+200D are not among them, because some languages need them to spell words.
 */
const unprintable = /[\p{Cc}\p{Cs}\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]+/gu;

const everyUnstorable = new RegExp(unstorable, 'gu');

/** Replaces each character that PostgreSQL cannot store by U+FFFD, the replacement character. */
export function storable(text: string): string {
  return text.replaceAll(everyUnstorable, '\uFFFD');
}

/** Whether PostgreSQL can store a text and accept it as a parameter. */
export function isStorable(text: string): boolean {
  return !unstorable.test(text);
}

/** Whether a text holds a control character or a lone surrogate. */
export function hasControlCharacters(text: string): boolean {
  return control.test(text);
}

/** Whether a text can be copied by typing what is seen: it has no invisible or control characters and no white space at its ends. */
export function isTypeable(text: string): boolean {
  return !invisible.test(text);
}

/** Replaces each sequence of control and invisible characters by a space, and trims the text. */
export function printable(text: string): string {
  return text.replace(unprintable, ' ').trim();
}
