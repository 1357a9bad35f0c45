import { readDescription, activityOf, endOfDescription } from './companies.js';
import { giveWords } from './giving.js';
import type { KnownValues } from './known-values.js';
import type { Sentence } from './sentence.js';
import type { WhereBuilder } from './where.js';
import { isOnlyFields } from './roles.js';
import { isKnownWord } from '../../titles/title-phrases.js';
import { activities, sentenceWords } from './words.js';

interface Context {
  readonly sentence: Sentence;
  readonly where: WhereBuilder;
  readonly known: KnownValues;
}

const path = ['company'];
const maxWordsOfName = 4;
const introducing = new Set([
  'at',
  'of',
  'from',
  'in',
  'for',
  'with',
  'by',
  'bei',
  'chez',
  'aus',
  'im',
  'the',
  'a',
  'an',
  'within',
  'across',
]);
/** What stands between the names of several employers. */
const joining = new Set(['and', 'or', 'und', 'oder', 'et', 'ou']);

/** Reads what a sentence about persons says about their employers: "at fintech companies", "at Siemens", "… healthtech". */
export function readEmployers(context: Context): void {
  readDescribed(context);
  readBehindPrepositions(context);
  readAtEnd(context);
}

/** Reads the words between a word such as "at" and a word for companies: "at fintech companies". */
function readDescribed(context: Context): void {
  const { sentence } = context;
  for (const { from: noun, to, meaning } of [...sentenceWords().companies.within(sentence)]) {
    let from = noun;
    while (
      from > 0 &&
      sentence.isFree(from - 1) &&
      !introducing.has(sentence.words[from - 1]?.text ?? '') &&
      sentence.words[from]?.startsClause !== true &&
      noun - from < 5
    )
      from -= 1;
    const isIntroduced =
      introducing.has(sentence.words[from - 1]?.text ?? '') ||
      (from > 0 && sentence.useOf(from - 1) === 'understood' && isPlural(meaning));
    if (!isIntroduced) continue;
    if (isNameBefore(sentence, noun)) continue;
    const start = withoutQualifiers(sentence, from, noun);
    if (start < noun && !(sentence.words[start]?.text === 'the')) readDescription({ ...context, path }, start, noun);
    sentence.use(noun, to, 'filler');
  }
}

/** Whether a word for a company is a part of a name: "Acme Corp". */
function isNameBefore(sentence: Sentence, noun: number): boolean {
  return (
    /^(?:Corp|Company|Firm|Corporation|Organization)$/u.test(sentence.written(noun, noun + 1)) &&
    isCapital(sentence, noun - 1) &&
    sentence.useOf(noun - 1) === null
  );
}

function isPlural(noun: string): boolean {
  return noun.endsWith('s') || noun.endsWith('en');
}

/** The index behind qualifiers such as "fast-growing", which are noted as not understood. */
export function withoutQualifiers(sentence: Sentence, from: number, to: number): number {
  let start = from;
  for (;;) {
    const qualifier = sentenceWords().qualifiers.at(sentence, start, to);
    const activity = activities().at(sentence, start, to);
    if (qualifier === null || (activity !== null && activity.to > qualifier.to)) return start;
    sentence.use(qualifier.from, qualifier.to, 'unknown');
    start = qualifier.to;
  }
}

/** Reads what follows "at": what the employer does, or its name. */
function readBehindPrepositions(context: Context): void {
  const { sentence } = context;
  for (let at = 0; at < sentence.words.length; at += 1) {
    const preposition = sentenceWords().beforeEmployers.at(sentence, at);
    const word = sentence.words[at]?.text ?? '';
    const start = preposition?.to ?? (['with', 'in', 'im'].includes(word) && sentence.isFree(at) ? at + 1 : null);
    if (start === null) continue;
    const from = sentence.isFree(start) ? start : sentence.words.length;
    withoutQualifiers(sentence, from, Math.min(from + 3, sentence.words.length));
    const end = endOfRun(sentence, from);
    const described = endOfDescription(sentence, from, end);
    const named = longestActivity(context, from, described);
    const isFunction =
      ['in', 'im'].includes(word) && named !== null && isOnlyFields(sentence.written(named.from, named.to));
    const activity = isFunction ? null : named;
    if (activity !== null) giveWords(context, [activity.given], activity, path);
    else if (preposition !== null) readNames(context, from);
    at = start - 1;
  }
}

function longestActivity(context: Context, from: number, end: number) {
  const found = Array.from({ length: Math.max(0, Math.min(4, end - from)) }, (_, less) =>
    activityOf({ ...context, path }, from, Math.min(from + 4, end) - less),
  );
  return found.find((each) => each !== null) ?? null;
}

function endOfRun(sentence: Sentence, from: number): number {
  let to = from;
  while (
    to < sentence.words.length &&
    sentence.isFree(to) &&
    (to === from || sentence.words[to]?.startsClause !== true)
  )
    to += 1;
  return to;
}

/** Reads the names of employers as they are written: "at Google, Meta or Apple". */
function readNames(context: Context, start: number): void {
  const { sentence } = context;
  const names: string[] = [];
  let at = start;
  let end = start;
  for (;;) {
    const to = endOfName(sentence, at);
    if (to === at) break;
    names.push(sentence.written(at, to));
    end = to;
    const isJoint = joining.has(sentence.words[to]?.text ?? '') && sentence.isFree(to);
    const isComma =
      sentence.words[to]?.startsClause === true && /^\s?,/u.test(sentence.text.slice(sentence.words[to - 1]?.end ?? 0));
    if (!isJoint && !(isComma && isCapital(sentence, to))) break;
    at = isJoint ? to + 1 : to;
  }
  if (names.length > 0) giveWords(context, [{ member: 'names', value: names }], { from: start, to: end }, path);
}

function endOfName(sentence: Sentence, from: number): number {
  const { qualifiers, kinds, fillers, telling } = sentenceWords();
  let to = from;
  while (to < sentence.words.length && to - from < maxWordsOfName && sentence.isFree(to)) {
    const starts = to > from && sentence.words[to]?.startsClause === true;
    const isOther = [qualifiers, kinds, fillers, telling].some((phrases) => phrases.at(sentence, to) !== null);
    if (starts || isOther || joining.has(sentence.words[to]?.text ?? '')) break;
    to += 1;
  }
  const isRole = to === from + 1 && !isCapital(sentence, from) && isKnownWord(sentence.words[from]?.text ?? '');
  return isRole ? from : to;
}

function isCapital(sentence: Sentence, at: number): boolean {
  return /^\p{Lu}/u.test(sentence.written(at, at + 1));
}

/** Reads what the employer does from the last words of a sentence: "brand managers in Texas, cybersecurity". */
function readAtEnd(context: Context): void {
  const { sentence } = context;
  const end = sentence.words.length;
  for (let from = Math.max(1, end - 4); from < end; from += 1) {
    const isBehindPlace =
      sentence.useOf(from - 1) !== null || sentence.words[from]?.startsClause === true || isAfterRole(sentence, from);
    const activity = isBehindPlace ? activityOf({ ...context, path }, from, end) : null;
    if (activity === null) continue;
    giveWords(context, [activity.given], activity, path);
    break;
  }
  for (const [from, to] of sentence.freeRuns().slice(1)) {
    const start = sentence.key(from, from + 1) === 'b2b' && to > from + 1 ? from + 1 : from;
    const activity =
      sentence.words[from]?.startsClause === true && activities().at(sentence, start, to)?.meaning.isInTitles === false
        ? activityOf({ ...context, path }, start, to)
        : null;
    if (activity !== null) giveWords(context, [activity.given], activity, path);
  }
}

/** Whether the word before an index is a title, so that the words behind it describe the employer: "operations manager e-commerce". */
function isAfterRole(sentence: Sentence, at: number): boolean {
  const before = sentence.words[at - 1]?.text ?? '';
  return /(?:manager|engineer|director|lead|designer|analyst|scientist|developer|representative|executive|officer|consultant|specialist|recruiter|architect|partner|counsel)s?$/u.test(
    before,
  );
}
