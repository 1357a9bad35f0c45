/** Characters that PostgreSQL cannot store in a text: NUL, and halves of surrogate pairs. */
const unstorable = /[\0\p{Cs}]/u;
const control = /[\p{Cc}\p{Cs}]/u;
const invisible = /^\s|\s$|[\p{Cc}\p{Cf}\p{Cs}]/u;
/** Control characters, marks that change the direction of text, invisible spaces, halves of surrogate pairs; joiners spell words. */
const unprintable = /[\p{Cc}\p{Cs}\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]+/gu;

const everyUnstorable = new RegExp(unstorable, 'gu');

/** A text as it can be stored: each unstorable character is replaced by U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll(everyUnstorable, '\uFFFD');
}

/** Whether PostgreSQL can store a text, or take it as a parameter. */
export function isStorable(text: string): boolean {
  return !unstorable.test(text);
}

/** Whether a text holds a control character or something else that cannot be stored. */
export function hasControlCharacters(text: string): boolean {
  return control.test(text);
}

/** Whether a text can be typed as it is seen: it can be stored, has no invisible characters and no white space at its ends. */
export function isTypeable(text: string): boolean {
  return !invisible.test(text);
}

/** A text in which spaces replace control and invisible characters. */
export function printable(text: string): string {
  return text.replace(unprintable, ' ').trim();
}
