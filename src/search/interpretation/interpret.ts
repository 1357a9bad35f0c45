import { readActivities } from './activity-reading.js';
import { readContacts } from './contacts.js';
import { readEmployers } from './employers.js';
import { readEras, readRelativeYears } from './eras.js';
import { giveWords } from './giving.js';
import type { KnownValues } from './known-values.js';
import { companyNamed } from './names.js';
import { readNumbers } from './numbers.js';
import { readPlaces } from './places.js';
import { readRoles } from './role-reading.js';
import { Sentence } from './sentence.js';
import { readTechnologies } from './skills.js';
import { readStatuses } from './statuses.js';
import { toldIn } from './told.js';
import type { CompanyDefinition, QueryDefinition } from '../../queries/query-definition.js';
import { type Understood, WhereBuilder } from './where.js';
import { sentenceWords } from './words.js';

/** A sentence as a filter. */
export interface Interpretation<Where> {
  readonly where: Where;
  /** The parts of the sentence that became members of the filter, in their order. */
  readonly understood: readonly Understood[];
  /** The parts of the sentence that have a meaning which the filter does not have, as they were written. */
  readonly not_understood: readonly string[];
}

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
export function interpret(
  text: string,
  of: 'persons',
  known: KnownValues,
  today: Date,
): Interpretation<QueryDefinition>;
export function interpret(
  text: string,
  of: 'companies',
  known: KnownValues,
  today: Date,
): Interpretation<CompanyDefinition>;
export function interpret(
  text: string,
  of: 'persons' | 'companies',
  known: KnownValues,
  today: Date,
): Interpretation<QueryDefinition | CompanyDefinition>;
export function interpret(
  text: string,
  of: 'persons' | 'companies',
  known: KnownValues,
  today: Date,
): Interpretation<QueryDefinition | CompanyDefinition> {
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
  const told = toldIn(sentence, 'persons', context.known);
  readStatuses('account_types', sentence, where, { of: 'persons', known: context.known, ...told });
  readTechnologies(context);
  readPlaces(sentence, where, { of: 'persons', known: context.known, ...told });
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
  const told = toldIn(sentence, 'companies', context.known);
  readStatuses('account_types', sentence, where, { of: 'companies', known: context.known, ...told });
  const named = companyNamed(sentence, context.known);
  if (named !== null) {
    takeName(context, named);
    return;
  }
  readPlaces(sentence, where, { of: 'companies', known: context.known, ...told });
  readActivities(context, told.isTold);
}

/** A name says which company is meant. What else the sentence says about the company would only exclude it if a record differs. */
function takeName({ sentence, where }: Context, end: number): void {
  const start = sentence.words.findIndex((_, at) => at < end && sentenceWords().fillers.at(sentence, at, end) === null);
  const from = Math.max(0, start);
  giveWords({ sentence, where }, [{ member: 'names', value: [sentence.written(from, end)] }], { from, to: end });
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
