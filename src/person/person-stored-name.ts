import { parsePersonName, personName, type PersonName } from '../identity/person-name.js';

/** What a person on record is called. */
export interface StoredNaming {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly fullName: string | null;
}

/** Reads each name once: in a list of colleagues, everybody is a candidate for many. */
export class StoredNames {
  private readonly read = new Map<string, readonly PersonName[]>();

  /** @returns what `storedNames` does */
  of(naming: StoredNaming): readonly PersonName[] {
    const key = JSON.stringify([naming.firstName, naming.lastName, naming.fullName]);
    const names = this.read.get(key) ?? storedNames(naming);
    this.read.set(key, names);
    return names;
  }
}

const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}]/u;

/**
 * The names under which a person on record is compared. A full name that holds first and last name says more than they do
 * (middle names, Junior, nicknames), and they tell where in it the family name begins: together they are one name. Any
 * other full name is a second one. Empty when nothing is known that can be read.
 */
export function storedNames({ firstName, lastName, fullName }: StoredNaming): PersonName[] {
  const first = firstName ?? '';
  const last = lastName ?? '';
  const full = fullName ?? '';
  const start = placeOf(last, full);
  const isWhole = start > 0 && full.slice(0, start).includes(first);
  const names = isWhole
    ? [personName(full.slice(0, start), full.slice(start))]
    : [first === '' && last === '' ? null : personName(first, last), full === '' ? null : parsePersonName(full)];
  return names.filter((name) => name !== null);
}

/** Where a word, or words, begin for the last time in a text; -1 where they do not. */
function placeOf(words: string, text: string): number {
  const place = words === '' ? -1 : text.lastIndexOf(words);
  const beside = place === -1 ? '' : text.charAt(place - 1) + text.charAt(place + words.length);
  return LETTER_OR_DIGIT.test(beside) ? -1 : place;
}
