import { giveWords, negationBefore } from './giving.js';
import type { KnownValues } from './known-values.js';
import type { Sentence } from './sentence.js';
import type { Given, WhereBuilder } from './where.js';
import { activities, type Activity, generalWords, sentenceWords } from './words.js';

interface Context {
  readonly sentence: Sentence;
  readonly where: WhereBuilder;
  readonly known: KnownValues;
  readonly path: readonly string[];
}

/** Words of a sentence that mean something that companies do. */
interface NamedActivity {
  readonly given: Given;
  readonly from: number;
  readonly to: number;
}

const maxWords = 4;
/** Words that no keyword has. */
const noKeywords = new Set(
  'post pre sub since to over under between from with without of by for back than per employees headcount funding revenue people era sub later more less that who which is are not the a an on at in into during after before like as their its'.split(
    ' ',
  ),
);
const joining = new Set(['and', 'or', 'und', 'oder', 'et', 'ou']);

/** The values of an activity: industries on record, or keywords. The spelling on record goes first. */
function givenBy({ keywords, industries }: Activity, written: string, known: KnownValues): Given {
  const onRecord = (member: 'industries' | 'keywords', texts: readonly string[]) => [
    ...new Set(texts.map((text) => known.spelling(member, text)).filter((text) => text !== null)),
  ];
  const stored = onRecord('industries', [...industries, ...keywords, written]);
  if (stored.length > 0) return { member: 'industries', value: stored };
  const words = onRecord('keywords', [written, ...keywords]);
  return { member: 'keywords', value: words.length > 0 ? words : keywords.slice(0, 1) };
}

/** What the words of an index range mean as a whole: an activity of the table, or an industry or a keyword on record. */
export function activityOf({ sentence, known }: Context, from: number, to: number): NamedActivity | null {
  const key = sentence.key(from, to);
  if (key === '' || !sentence.isFree(from, to)) return null;
  const activity = activities().of(key);
  const written = sentence.written(from, to);
  if (activity !== undefined) return { given: givenBy(activity, written, known), from, to };
  for (const text of [key, key.replace(/s$/u, '')]) {
    for (const member of ['industries', 'keywords'] as const) {
      const value = known.spelling(member, text);
      if (value !== null) return { given: { member, value: [value] }, from, to };
    }
  }
  return null;
}

/**
 * Reads what companies do from the words of an index range, and gives it to the filter. Words that have no meaning of their own stay
 * unused, unless the whole range is one unknown description: then it is a keyword as it is written.
 * @returns whether it has found something
 */
export function readDescription(context: Context, from: number, to: number): boolean {
  const parts = partsOf(context.sentence, from, to).map(([start, end]) => partRead(context, start, end));
  const found = parts.filter((part) => part.length > 0);
  const [first = []] = found;
  if (found.length === 0) return false;
  const members = new Set(found.flat().map(({ given }) => given.member));
  if (
    found.length > 1 &&
    members.size > 1 &&
    context.path.length === 0 &&
    negationBefore(context.sentence, from) === null
  )
    giveChoices(context, found);
  else if (found.length > 1) for (const each of found.flat()) give(context, each);
  else for (const each of first) give(context, each, !isOnlyOfMember(first, each));
  return true;
}

/** Whether no other activity of a description is in the same member. Two of them would be alternatives, but both are meant. */
function isOnlyOfMember(all: readonly NamedActivity[], { given: { member }, from }: NamedActivity): boolean {
  return all.every((other) => other.given.member !== member || other.from >= from);
}

function give({ sentence, where, path }: Context, { given, from, to }: NamedActivity, isFurther = false): void {
  if (!isFurther) {
    giveWords({ sentence, where }, [given], { from, to }, path);
    return;
  }
  where.addTo('all', [[given]], sentence.written(from, to), sentence.words[from]?.start ?? 0, path);
  sentence.use(from, to, 'understood');
}

function giveChoices({ sentence, where }: Context, found: readonly (readonly NamedActivity[])[]): void {
  const all = found.flat();
  const [from, to] = [all[0]?.from ?? 0, all.at(-1)?.to ?? 0];
  where.addTo(
    'any',
    found.map((part) => part.map(({ given }) => given)),
    sentence.written(from, to),
    sentence.words[from]?.start ?? 0,
  );
  sentence.use(from, to, 'understood');
}

/** The parts of a range that "and", "or" and commas divide. */
function partsOf(sentence: Sentence, from: number, to: number): (readonly [number, number])[] {
  const parts: (readonly [number, number])[] = [];
  let start = from;
  for (let at = from; at <= to; at += 1) {
    const word = sentence.words[at];
    const isJoint =
      word !== undefined &&
      at < to &&
      joining.has(word.text) &&
      activities().of(sentence.key(Math.max(start, at - 1), Math.min(to, at + 2))) === undefined;
    if (at < to && !isJoint && !(word?.startsClause === true && at > start)) continue;
    if (at > start) parts.push([start, at]);
    start = isJoint ? at + 1 : at;
  }
  return parts;
}

function partRead(context: Context, from: number, to: number): NamedActivity[] {
  const whole = activityOf(context, from, to);
  if (whole !== null) return [whole];
  const inner = innerActivities(context, from, to);
  const last = inner.at(-1);
  const compound = compoundRead(context, from, to);
  if (compound !== null) return compound;
  const first = inner[0];
  const isNewKind = last?.to === to && inner.length === 1 && last.from > from && isGeneral(context.sentence, last);
  const isModifier =
    first?.from === from &&
    (inner.length > 1 || first.to < to) &&
    isGeneral(context.sentence, first) &&
    last !== undefined &&
    (last === first || !isGeneral(context.sentence, last));
  if (inner.length > 0 && !isNewKind && !isModifier) return inner;
  return to - from <= maxWords && canBeKeyword(context.sentence, from, to)
    ? [{ given: { member: 'keywords', value: [context.sentence.written(from, to)] }, from, to }]
    : inner;
}

/** Whether words can be a keyword as they are written: they have a letter, and none is a word for companies or one that carries the sentence. */
function canBeKeyword(sentence: Sentence, from: number, to: number): boolean {
  const { kinds, fillers, telling, fields } = sentenceWords();
  const isEmpty = (at: number) =>
    [kinds, fillers, telling, fields].some((phrases) => phrases.at(sentence, at, at + 1) !== null);
  const indexes = Array.from({ length: to - from }, (_, index) => from + index);
  const hasStop = sentence.words.slice(from, to).some(({ text }) => noKeywords.has(text));
  return (
    sentence.isFree(from, to) &&
    !hasStop &&
    /\p{L}/u.test(sentence.written(from, to)) &&
    !indexes.every(isEmpty) &&
    !isEmpty(to - 1) &&
    !isEmpty(from)
  );
}

/** Whether a word such as "data" is another activity with each word beside it: "synthetic data", "data observability". */
function isGeneral(sentence: Sentence, { from, to }: NamedActivity): boolean {
  return generalWords().of(sentence.key(from, to)) !== undefined;
}

/** A German compound whose last part is a word for companies: "Softwareunternehmen". Null if the words are no compound. */
function compoundRead({ known, sentence }: Context, from: number, to: number): NamedActivity[] | null {
  const [, stem] =
    /^(\p{L}{3,}?)s?(?:unternehmen|firmen|firma|hersteller|anbieter)$/u.exec(sentence.key(from, to)) ?? [];
  if (stem === undefined) return null;
  const activity = activities().of(stem);
  const industry = known.spelling('industries', stem);
  if (activity !== undefined) return [{ given: givenBy(activity, stem, known), from, to }];
  return industry === null ? [] : [{ given: { member: 'industries', value: [industry] }, from, to }];
}

function innerActivities(context: Context, from: number, to: number): NamedActivity[] {
  const found: NamedActivity[] = [];
  for (let at = from; at < to;) {
    const longest = Array.from(
      { length: Math.min(maxWords, to - at) },
      (_, length) => at + Math.min(maxWords, to - at) - length,
    )
      .map((end) => activityOf(context, at, end))
      .find((each) => each !== null);
    if (longest !== undefined) found.push(longest);
    at = longest?.to ?? at + 1;
  }
  return found;
}

/** The end of a description before the words for a company that follow it: in "AI chip companies", the end is before "companies". */
export function endOfDescription(sentence: Sentence, from: number, to: number): number {
  let end = to;
  for (;;) {
    const noun = sentenceWords().kinds.before(sentence, end);
    const isOfActivity = [2, 3].some(
      (length) => end - length >= from && activities().of(sentence.key(end - length, end)) !== undefined,
    );
    const field = sentenceWords().fields.before(sentence, end);
    const found = noun ?? (field !== null && field.from > from ? field : null);
    const isAll = found?.from === from && sentenceWords().companies.before(sentence, end)?.from !== from;
    if (found === null || found.from < from || isAll || isOfActivity) return end;
    end = found.from;
  }
}
