import { activityOf, endOfDescription, readDescription } from './companies.js';
import { withoutQualifiers } from './employers.js';
import { giveWords, negationBefore } from './giving.js';
import type { KnownValues } from './known-values.js';
import type { Sentence } from './sentence.js';
import type { WhereBuilder } from './where.js';
import { sentenceWords } from './words.js';

interface ActivityContext {
  readonly sentence: Sentence;
  readonly where: WhereBuilder;
  readonly known: KnownValues;
}

/** Reads what the companies do that are looked for. */
export function readActivities(context: ActivityContext, isTold: (index: number) => boolean): void {
  const { sentence, where } = context;
  let isFirst = true;
  for (const [start, end] of sentence.freeRuns()) {
    if (readExcluded(context, start, end)) continue;
    const from = withoutFillers(sentence, start, end);
    let told = from;
    while (told < end && !isTold(told)) told += 1;
    const described = withoutPreposition(sentence, withoutQualifiers(sentence, from, told));
    const to = endOfDescription(sentence, described, withoutTrailing(sentence, described, told));
    if (told > to) markKinds(sentence, to, told);
    if (
      to <= described ||
      isAside(sentence, start) ||
      (!isFirst && negationBefore(sentence, described) === null && sentence.words[start]?.startsClause !== true)
    )
      continue;
    if (readDescription({ ...context, path: [] }, described, to)) isFirst = false;
    readBehindIn(context, to, told);
  }
  if (!where.mentions('industries', 'keywords')) readObject(context);
}

/** Reads a run that excludes an activity: "not in automotive". Other words behind "not" are not understood. */
function readExcluded(context: ActivityContext, start: number, end: number): boolean {
  const { sentence, where, known } = context;
  const negation = sentenceWords().negations.at(sentence, start, end);
  if (negation === null) return false;
  const activity = activityOf(
    { sentence, where, known, path: [] },
    negation.to,
    endOfDescription(sentence, negation.to, end),
  );
  if (activity !== null) giveWords(context, [activity.given], activity);
  return true;
}

/** Reads what companies do behind "in": "research organizations in biotech", "companies in the fintech space". */
function readBehindIn(context: ActivityContext, from: number, to: number): void {
  const { sentence, known } = context;
  for (let at = from; at < to; at += 1) {
    if (!['in', 'im'].includes(sentence.words[at]?.text ?? '') || !sentence.isFree(at)) continue;
    const start = sentence.words[at + 1]?.text === 'the' ? at + 2 : at + 1;
    const activity = [4, 3, 2, 1]
      .map((length) =>
        activityOf({ sentence, where: context.where, known, path: [] }, start, Math.min(start + length, to)),
      )
      .find((each) => each !== null);
    if (activity !== undefined) readDescription({ ...context, path: [] }, activity.from, activity.to);
  }
}

/** Notes that words for companies behind a description carry no meaning of their own. */
function markKinds(sentence: Sentence, from: number, to: number): void {
  for (const noun of [...sentenceWords().kinds.within(sentence, from, to)]) sentence.use(noun.from, noun.to, 'filler');
}

/** Whether words behind others are no description of their own: they begin with a preposition. */
function isAside(sentence: Sentence, at: number): boolean {
  return ['with', 'for', 'from', 'to', 'as', 'by', 'during'].includes(sentence.words[at]?.text ?? '');
}

function withoutFillers(sentence: Sentence, from: number, to: number): number {
  let start = from;
  for (;;) {
    const filler = sentenceWords().beforeRoles.at(sentence, start, to);
    if (filler === null) return start;
    start = filler.to;
  }
}

function withoutPreposition(sentence: Sentence, at: number): number {
  const noun = sentenceWords().companies.at(sentence, at);
  if (noun === null) return at;
  return isAside(sentence, noun.to) ? sentence.words.length : withoutFillers(sentence, noun.to, sentence.words.length);
}

/** The end of a description without words such as "that are" and without what a preposition begins. */
function withoutTrailing(sentence: Sentence, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    if (
      at > from &&
      [
        'with',
        'for',
        'from',
        'in',
        'as',
        'by',
        'at',
        'that',
        'which',
        'who',
        'are',
        'is',
        'working',
        'without',
      ].includes(sentence.words[at]?.text ?? '')
    )
      return at;
  }
  return to;
}

/** Reads what companies do from words such as "focused on", if nothing else says it. */
function readObject(context: ActivityContext): void {
  const { sentence } = context;
  const { doing } = sentenceWords();
  for (const { from, to: start } of [...doing.within(sentence)]) {
    let end = start;
    while (
      end < sentence.clauseEnd(start) &&
      sentence.isFree(end) &&
      !['for', 'in', 'with', 'not', 'from', 'that', 'to', 'and', 'on', 'at'].includes(sentence.words[end]?.text ?? '')
    )
      end += 1;
    if (end === start || !readDescription({ ...context, path: [] }, start, end)) continue;
    sentence.use(from, start, 'filler');
    return;
  }
}
