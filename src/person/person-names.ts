import { parsePersonName, personName, type PersonName } from '../matching/names/person-name.js';

/** What somebody is called, on record or by a caller; null and empty text say nothing. */
export interface Naming {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly fullName: string | null;
}

/** Reads each name once: in a list of colleagues, everybody is a candidate for many. */
export class KnownNames {
  private readonly read = new Map<string, readonly PersonName[]>();

  /** @returns what `readNames` does */
  of(naming: Naming): readonly PersonName[] {
    const key = JSON.stringify([naming.firstName, naming.lastName, naming.fullName]);
    const names = this.read.get(key) ?? readNames(naming);
    this.read.set(key, names);
    return names;
  }
}

const MORE_THAN_TWO_WORDS = /\S\s+\S+\s+\S/u;
const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}]/u;

/**
 * The names by which a person is compared. A full name that holds first and last name says more than they do
 * (middle names, Junior, nicknames), and they tell where in it the family name begins: together they are one name. The
 * full name by itself is a second one, because the place may be a guess of whoever took it apart (Ana María López Ruiz).
 * Empty when nothing is known that can be read.
 */
export function readNames({ firstName, lastName, fullName }: Naming): PersonName[] {
  const first = firstName ?? '';
  const last = lastName ?? '';
  const full = fullName ?? '';
  const start = placeOf(last, full);
  const isWhole = start > 0 && full.slice(0, start).includes(first);
  const split = isWhole ? personName(full.slice(0, start), full.slice(start)) : partsOf(first, last);
  const isClear = isWhole && MORE_THAN_TWO_WORDS.exec(full) === null;
  return [split, full === '' || isClear ? null : parsePersonName(full)].filter((name) => name !== null);
}

function partsOf(first: string, last: string): PersonName | null {
  return first === '' && last === '' ? null : personName(first, last);
}

/** Where a word, or words, begin for the last time in a text; -1 where they do not. */
function placeOf(words: string, text: string): number {
  const place = words === '' ? -1 : text.lastIndexOf(words);
  const beside = place === -1 ? '' : text.charAt(place - 1) + text.charAt(place + words.length);
  return LETTER_OR_DIGIT.test(beside) ? -1 : place;
}
