import { NAME_LEVEL } from './name-level.js';
import { type NameReading, isSamePart } from './name-reading.js';
import { areNicknames } from './nicknames.js';
import { compareSpellings } from './spelling.js';

/** Compares given names, middle names and initials of two readings: a product of `NAME_LEVEL`, or 0 when they differ. */
export function compareGivenNames(asked: NameReading, stored: NameReading): number {
  if (asked.given.whole.length > 1 && isSamePart(asked.given, stored.given)) {
    return compareMiddleNames(asked.middle, stored.middle);
  }
  if (asked.joined !== '' && (asked.joined === stored.joined || asked.wideJoined === stored.wideJoined)) {
    return asked.given.whole.startsWith(stored.given.whole.charAt(0)) ? 1 : NAME_LEVEL.calledByMiddleName;
  }
  const askedNames = [...asked.given.words, ...asked.middle];
  const storedNames = [...stored.given.words, ...stored.middle];
  const first = compareFirstNames(asked, stored);
  if (first > 0) {
    const isHalf = isHalfOf(asked, storedNames) || isHalfOf(stored, askedNames);
    return (
      first * (isHalf ? NAME_LEVEL.halfOfGivenName : compareMiddleNames(askedNames.slice(1), storedNames.slice(1)))
    );
  }
  const joined = askedNames.length === storedNames.length ? 0 : compareWords(asked.joined, stored.joined);
  return Math.max(joined, compareCallNames(askedNames, storedNames), compareCallNames(storedNames, askedNames));
}

function compareFirstNames(asked: NameReading, stored: NameReading): number {
  const plain = compareWords(asked.given.words[0] ?? '', stored.given.words[0] ?? '');
  const isMarked = asked.given.wide !== asked.given.whole || stored.given.wide !== stored.given.whole;
  if (plain > 0 || !isMarked) return plain;
  return compareWords(asked.given.wideWords[0] ?? '', stored.given.wideWords[0] ?? '');
}

/** Whether the others have the first half of a hyphenated given name only. */
function isHalfOf(reading: NameReading, others: readonly string[]): boolean {
  return reading.given.words.length > 1 && others.length === 1;
}

function compareWords(a: string, b: string): number {
  if (a === '' || b === '') return 0;
  if (a.length === 1 || b.length === 1) return a.startsWith(b.charAt(0)) ? NAME_LEVEL.givenInitial : 0;
  if (a === b) return 1;
  return areNicknames(a, b) ? NAME_LEVEL.nickname : compareSpellings(a, b);
}

/** The names behind the first: the shorter list has to be found in the longer, in order, initials standing for names. */
function compareMiddleNames(asked: readonly string[], stored: readonly string[]): number {
  if (asked.length === 0) return stored.length === 0 ? 1 : NAME_LEVEL.leftOut;
  if (stored.length === 0) return NAME_LEVEL.notStored;
  const [few, many] = asked.length <= stored.length ? [asked, stored] : [stored, asked];
  let found = 0;
  for (const name of many) if (compareWords(few[found] ?? '', name) > 0) found += 1;
  if (found < few.length) return NAME_LEVEL.otherMiddleName;
  return few.length === many.length && few.every((name, index) => name === many[index]) ? 1 : NAME_LEVEL.leftOut;
}

/** People called by their second name leave the first one out, or only its initial before it. */
function compareCallNames(full: readonly string[], short: readonly string[]): number {
  const [first = '', second = ''] = full;
  const [called = ''] = short;
  if (called.length < 2 || compareWords(second, called) < NAME_LEVEL.nickname) return 0;
  return first.length === 1 ? NAME_LEVEL.calledByMiddleName : NAME_LEVEL.middleNameOnly;
}
