/** What PostgreSQL has in no text: NUL, and halves of characters. */
const unstorable = /[\0\p{Cs}]/gu;

/** A text as it can be stored; what is replaced in it was of no use to anybody. */
export function storable(text: string): string {
  return text.replaceAll(unstorable, '\uFFFD');
}
