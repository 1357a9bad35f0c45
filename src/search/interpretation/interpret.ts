import { activityOf, endOfDescription, readDescription } from './companies.js';
import { readContacts } from './contacts.js';
import { readEmployers, withoutQualifiers } from './employers.js';
import { giveWords, negationBefore } from './giving.js';
import type { KnownValues } from './known-values.js';
import { companyNamed } from './names.js';
import { readNumbers } from './numbers.js';
import { countryOrCityAt, readPlaces } from './places.js';
import { readRoles } from './role-reading.js';
import { Sentence } from './sentence.js';
import { readTechnologies } from './skills.js';
import { readStatuses } from './statuses.js';
import { type CompanyWhere, type PersonWhere, type Understood, WhereBuilder } from './where.js';
import { activities, sentenceWords } from './words.js';

/** A sentence as a filter. */
export interface Interpretation<Where> {
  readonly where: Where;
  /** The parts of the sentence that became members of the filter, in their order. */
  readonly understood: readonly Understood[];
  /** The parts of the sentence that have a meaning which the filter does not have, as they were written. */
  readonly not_understood: readonly string[];
}

/** Times that have a name: the years that people mean by it when they say that a company was founded then. */
const eras: readonly (readonly [RegExp, { min: number; max: number }])[] = [
  [/(?:covid(?:[- ]19)?|(?:the )?(?:covid |coronavirus )?pandemic|lockdowns?)/u, { min: 2020, max: 2021 }],
  [/(?:the )?(?:dot[- ]?com (?:bubble|boom|era|days))/u, { min: 1995, max: 2001 }],
  [/(?:the )?(?:great recession|(?:2008 )?financial crisis)/u, { min: 2008, max: 2009 }],
];
const foundedDuring = String.raw`(?<![a-z])(?:(?:that |which )?(?:were |was )?(?:founded|launched|started|established|born|created) (?:during|in|amid|at the height of) )`;

const relativeYear =
  /(?<![a-z])(?:(?:that|which) (?:were |was )?)?(?:founded|launched|started|established) (?<which>this|last) year(?![a-z])/gu;

interface Context {
  readonly sentence: Sentence;
  readonly where: WhereBuilder;
  readonly known: KnownValues;
  readonly today: Date;
}

/**
 * Reads a sentence, such as "CTOs at fintech companies in Berlin with 50 to 200 employees", as a filter of persons or of companies. It
 * uses the tables of titles, places and activities, and the values on record, and no language model. What it does not understand, it
 * returns as `not_understood`, and does not guess.
 *
 * Only the first 500 characters are read. The time is linear in their number. The function never throws.
 * @param today the day from which times such as "in the last three years" are counted
 */
export function interpret(text: string, of: 'persons', known: KnownValues, today: Date): Interpretation<PersonWhere>;
export function interpret(text: string, of: 'companies', known: KnownValues, today: Date): Interpretation<CompanyWhere>;
export function interpret(
  text: string,
  of: 'persons' | 'companies',
  known: KnownValues,
  today: Date,
): Interpretation<PersonWhere | CompanyWhere>;
export function interpret(
  text: string,
  of: 'persons' | 'companies',
  known: KnownValues,
  today: Date,
): Interpretation<PersonWhere | CompanyWhere> {
  const context = { sentence: new Sentence(text), where: new WhereBuilder(), known, today };
  if (of === 'persons') readPersons(context);
  else readCompanies(context);
  const { sentence, where } = context;
  return { where: where.result, understood: where.understood, not_understood: leftOver(sentence) };
}

function readPersons(context: Context): void {
  const { sentence, where } = context;
  readNumbers(sentence, where, { of: 'persons', today: context.today });
  readContacts(sentence, where);
  readStatuses('funding_types', sentence, where, { of: 'persons', known: context.known, isTold: () => false });
  const told = toldIn(sentence, true, context.known);
  const isTold = (index: number) => told.get(index) !== undefined;
  const isWork = (index: number) => told.get(index) === 'work';
  readStatuses('account_types', sentence, where, { of: 'persons', known: context.known, isTold });
  readTechnologies(context);
  readPlaces(sentence, where, { of: 'persons', known: context.known, isTold, isWork });
  readEmployers(context);
  readRoles(context);
}

function readCompanies(context: Context): void {
  const { sentence, where } = context;
  readNumbers(sentence, where, { of: 'companies', today: context.today });
  readRelativeYears(context);
  readEras(context);
  readContacts(sentence, where);
  readTechnologies(context);
  readStatuses('funding_types', sentence, where, { of: 'companies', known: context.known, isTold: () => false });
  const told = toldIn(sentence, false, context.known);
  const isTold = (index: number) => told.get(index) !== undefined;
  const isWork = (index: number) => told.get(index) === 'work';
  readStatuses('account_types', sentence, where, { of: 'companies', known: context.known, isTold });
  const named = companyNamed(sentence, context.known);
  if (named !== null) {
    takeName(context, named);
    return;
  }
  readPlaces(sentence, where, { of: 'companies', known: context.known, isTold, isWork });
  readActivities(context, isTold);
}

/** Reads "founded this year" and "founded last year". */
function readRelativeYears({ sentence, where, today }: Context): void {
  const year = today.getUTCFullYear();
  for (const { 0: text, index, groups = {} } of sentence.folded.matchAll(relativeYear)) {
    const [from, to] = [sentence.wordAt(index), sentence.wordAt(index + text.length)];
    if (!sentence.isFree(from, to)) continue;
    const founded = groups.which === 'this' ? year : year - 1;
    giveWords({ sentence, where }, [{ member: 'founded_year', value: { min: founded, max: founded } }], { from, to });
  }
}

/** Reads the times that have a name: "founded during COVID", "pandemic-era startups". */
function readEras({ sentence, where }: Context): void {
  for (const [era, value] of eras) {
    const pattern = new RegExp(`${foundedDuring}${era.source}(?![a-z])|(?<![a-z])${era.source}[- ]era(?![a-z])`, 'gu');
    for (const { 0: text, index } of sentence.folded.matchAll(pattern)) {
      const [from, to] = [sentence.wordAt(index), sentence.wordAt(index + text.length)];
      if (sentence.isFree(from, to)) giveWords({ sentence, where }, [{ member: 'founded_year', value }], { from, to });
    }
  }
}

/** A name says which company is meant. What else the sentence says about the company would only exclude it if a record differs. */
function takeName({ sentence, where }: Context, end: number): void {
  const start = sentence.words.findIndex((_, at) => at < end && sentenceWords().fillers.at(sentence, at, end) === null);
  const from = Math.max(0, start);
  giveWords({ sentence, where }, [{ member: 'names', value: [sentence.written(from, end)] }], { from, to: end });
}

/**
 * Finds the words that tell something which no member has: "competing with Google in AI". What they name is not what is looked for, so
 * only numbers, stages of funding and "based in" are read there.
 */
function toldIn(
  sentence: Sentence,
  isBehindCompanies: boolean,
  known: KnownValues,
): ReadonlyMap<number, 'work' | 'other'> {
  const told = new Map<number, 'work' | 'other'>();
  const { telling, companies, doing, negations } = sentenceWords();
  for (const { from, to, meaning } of [...telling.within(sentence)]) {
    const next = sentence.words[to]?.text ?? '';
    const isCarrier = ['that', 'which', 'who'].includes(meaning);
    const isAboutPersons = isBehindCompanies && companies.before(sentence, from) === null;
    if (
      isAboutPersons ||
      (isCarrier && (['are', 'is', 'work', 'works', 'live'].includes(next) || !sentence.isFree(to)))
    )
      continue;
    const negation = negations.at(sentence, from);
    if (negation !== null && isValueAt(sentence, negation.to, known)) continue;
    const kind = doing.at(sentence, from) === null ? 'other' : 'work';
    for (let at = from; at < sentence.clauseEnd(from); at += 1) if (told.get(at) === undefined) told.set(at, kind);
  }
  return told;
}

/** Whether a place or an activity begins at an index, so that a negation before it excludes it: "not in Germany", "not banks". */
function isValueAt(sentence: Sentence, at: number, known: KnownValues): boolean {
  const start = ['the', 'a', 'an', 'any'].includes(sentence.words[at]?.text ?? '') ? at + 1 : at;
  const isKnown = (member: 'localities' | 'regions' | 'industries') =>
    [3, 2, 1].some((length) => known.spelling(member, sentence.key(start, start + length)) !== null);
  const isBehindIn = ['in', 'from', 'outside', 'of'].includes(sentence.words[at - 1]?.text ?? '');
  const end = sentence.clauseEnd(start);
  const activity = activities().at(sentence, start);
  const isStatus = ['public', 'publicly', 'private', 'privately', 'nonprofit', 'nonprofits', 'non', 'listed'].includes(
    sentence.words[start]?.text ?? '',
  );
  return (
    isStatus ||
    countryOrCityAt(sentence, start) ||
    (isBehindIn && (isKnown('localities') || isKnown('regions'))) ||
    activity?.to === end ||
    (start + 1 === end && isKnown('industries'))
  );
}

/** Reads what the companies do that are looked for. */
function readActivities(context: Context, isTold: (index: number) => boolean): void {
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
function readExcluded(context: Context, start: number, end: number): boolean {
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
function readBehindIn(context: Context, from: number, to: number): void {
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
function readObject(context: Context): void {
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

/** The parts of a sentence that have a meaning and were not used, as they were written. */
function leftOver(sentence: Sentence): string[] {
  const { fillers } = sentenceWords();
  for (const { from, to } of [...fillers.within(sentence)]) {
    const isBetween = (at: number) => sentence.useOf(at) !== null || at < 0 || at >= sentence.words.length;
    if (
      isBetween(from - 1) ||
      isBetween(to) ||
      sentence.words[from]?.startsClause === true ||
      sentence.words[to]?.startsClause === true
    )
      sentence.use(from, to, 'filler');
  }
  for (let at = sentence.words.length; at > 0; at -= 1) {
    const found = fillers.before(sentence, at);
    if (
      found !== null &&
      sentence.isFree(found.from, at) &&
      (sentence.useOf(at) !== null || at === sentence.words.length)
    )
      sentence.use(found.from, at, 'filler');
  }
  const parts: string[] = [];
  for (let at = 0; at < sentence.words.length;) {
    const use = sentence.useOf(at);
    let to = at + 1;
    while (to < sentence.words.length && sentence.useOf(to) === use && sentence.words[to]?.startsClause !== true)
      to += 1;
    if (use === null || use === 'unknown') parts.push(sentence.written(at, to));
    at = to;
  }
  return parts;
}
