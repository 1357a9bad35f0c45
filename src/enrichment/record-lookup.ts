import type { PricedAnswer, WhenCharged } from '../billing/charging/charged-answer.js';
import { type ChargeOutcomes, costOf } from '../billing/credits/charge-explanation.js';
import { type Charges, isZero, zeroCharges } from '../billing/credits/credit-amounts.js';
import type { GroupSource } from '../catalogue/field-groups.js';
import type { Caller } from '../platform/auth/caller.js';
import type { Admission } from '../platform/http/admission-gate.js';
import type { AnswerContent } from './answer-size.js';
import { EnrichmentAnswer, type EnrichmentResult, openRecord, resultsOf } from './enrichment-answer.js';
import {
  conditionsOf,
  hasAnyValue,
  hasValue,
  isTooWeak,
  lacksRequired,
  type MatchConditions,
  needsConfidence,
  reasonIn,
  type RecordMatch,
} from './match-conditions.js';
import type { MissReason, Resolution } from './unmatched-reasons.js';

/** A company or person that was read from the database. */
export interface StoredRecord {
  /** `company.id` or `person.id` */
  readonly id: string;
}

/** What a request for records of one kind asks for. */
export interface Enrichment<Identifier extends object, Found extends StoredRecord> extends Omit<
  AnswerContent,
  'records'
> {
  readonly identifiers: readonly Identifier[];
  /** The members that the `data` of each result has. */
  readonly members: readonly string[];
  /** Whether the answer stores something when it is charged, so that its credits must be reserved before. */
  readonly holds?: boolean;
  /** Members that the answer has after its results. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** The options that are the same for all kinds of records. */
  readonly options: MatchConditions & { readonly explain: boolean };

  /** Prepares the lookup. It is called after the request was admitted, because it takes memory and time. */
  prepare(): Promise<RecordLookup<Found>>;
}

/** The lookup of the records of one request. Each kind of records has its own. The methods can be called several times. */
export interface RecordLookup<Found extends StoredRecord> {
  /** The highest cost that the request can have. It is zero if the request asks for nothing with a price. */
  readonly maximumCost: Charges;

  /**
   * Finds the record of each identifier, in the order of the request. Null leaves the identifier out of the answer: a search had found its
   * record, which was erased since.
   * @param options.withEvidence whether to return the evidence for each record
   */
  resolve(options: { readonly withEvidence: boolean }): Promise<readonly (Match<Found> | MissReason | null)[]>;

  /**
   * Reads the requested data of records.
   * @param records the records, each once
   * @param admission the memory that was reserved for the request. The lookup must enlarge the reservation if it reads more than was
   *   estimated
   */
  read(records: readonly Found[], admission: Admission): Promise<RecordReading<Found>>;
}

interface Match<Found> {
  readonly record: Found;
  /** The evidence for the record. It is set only if {@link RecordLookup.resolve} was asked for it. */
  readonly evidence?: RecordMatch | undefined;
  /** The members that the result adds to the identifier, such as the profile page of a person who was found by name. */
  readonly added?: object | undefined;
}

export interface RecordReading<Found> {
  /** The requested names that are no fields. */
  readonly unknownFields: readonly string[];
  /** Those of `unknownFields` that are members of `data`. They never have a value, although the data of a person has 0 for them. */
  readonly unknownMembers: readonly string[];

  /** The `data` of a result. If `record` is undefined, all members are null. */
  readonly dataOf: (record: Found | undefined) => Readonly<Record<string, unknown>>;
  /** Values that are not requested, of which a preview tells whether the record has them. */
  readonly contactsOf?: (record: Found | undefined) => object;
  /** Where the data of a record comes from. */
  readonly sourcesOf: (record: Found) => Readonly<Record<string, GroupSource>> | undefined;
  /** Tells which identifiers are charged. @param results the results of the outcomes, in the same order */
  readonly chargeOutcomes: (outcomes: readonly Outcome<Found>[], results: Iterable<EnrichmentResult>) => ChargeOutcomes;
  /** What is stored in the transaction that charges the answer; absent for nothing. */
  readonly whenCharged?: (outcomes: readonly Outcome<Found>[], charged: ChargeOutcomes) => WhenCharged;
}

/** What the lookup of an identifier resulted in: a match, or the reason why there is none. */
export type Outcome<Found> = Resolution & Partial<Match<Found>>;

interface OutcomeOf<Identifier, Found> extends Outcome<Found> {
  readonly identifier: Identifier;
}

interface AnswerContext {
  readonly caller: Caller;
  readonly admission: Admission;
  /** Whether the answer needs the ids of the records whose data it has. */
  readonly withRecordIds: boolean;
}

/** Looks up the records of a request, and makes the answer with its cost. */
export async function answerOf<Identifier extends object, Found extends StoredRecord>(
  { identifiers, names, options, more }: Enrichment<Identifier, Found>,
  lookup: RecordLookup<Found>,
  { caller, admission, withRecordIds }: AnswerContext,
): Promise<PricedAnswer<EnrichmentAnswer<EnrichmentResult<Identifier>>>> {
  const isFree = isZero(lookup.maximumCost);
  const conditions = conditionsOf(options, isFree, caller);
  const resolved = await lookup.resolve({ withEvidence: needsConfidence(conditions) });
  const accepted = identifiers.flatMap((identifier, index): OutcomeOf<Identifier, Found> | [] => {
    const match = resolved[index];
    if (match === null) return [];
    if (match === undefined) return { identifier, reason: 'no_candidate' };
    if (typeof match === 'string') return { identifier, reason: reasonIn(match, isFree, caller) };
    const { record, evidence, added } = match;
    return isTooWeak(evidence, conditions)
      ? { identifier, reason: 'below_confidence' }
      : { identifier, record, evidence, added };
  });
  const reading = await lookup.read(recordsOf(accepted), admission);
  const { unknownFields } = reading;
  const outcomes = withRequired(accepted, reading, conditions);

  const emptyData = reading.dataOf(undefined);
  const toResult = (outcome: OutcomeOf<Identifier, Found>): EnrichmentResult<Identifier> => {
    const { identifier, reason, record, evidence, added } = outcome;
    if (record === undefined)
      return { identifier, data: emptyData, matched: false, unmatched_reason: options.explain ? reason : undefined };
    return {
      identifier: added === undefined ? identifier : Object.assign({}, identifier, added),
      data: reading.dataOf(record),
      matched: true,
      match: conditions.include_match ? evidence : undefined,
      sources: options.include_sources ? reading.sourcesOf(record) : undefined,
    };
  };
  const results = resultsOf(outcomes, names.length, toResult);
  // Nothing is charged for a free request, so there is no charge to explain.
  const charged = isFree ? undefined : reading.chargeOutcomes(outcomes, results());
  const { charges, explanations } =
    charged === undefined ? { charges: zeroCharges(lookup.maximumCost), explanations: undefined } : costOf(charged);
  if (options.preview) {
    const toPreview = (outcome: OutcomeOf<Identifier, Found>): EnrichmentResult<Identifier> => {
      const { identifier, record } = outcome;
      return { ...toResult(outcome), identifier, data: noData, has: presenceOf(record, reading) };
    };
    const credits = Object.fromEntries(charges);
    const previews = resultsOf(outcomes, names.length, toPreview);
    return { answer: new EnrichmentAnswer(outcomes, previews, { unknownFields, credits, more }), charges: new Map() };
  }
  const recordIds = withRecordIds ? receivedOf(outcomes, reading) : undefined;
  const whenCharged = charged === undefined ? undefined : reading.whenCharged?.(outcomes, charged);
  return {
    answer: new EnrichmentAnswer(outcomes, results, { unknownFields, explanations, recordIds, more }),
    charges,
    whenCharged,
  };
}

/** Replaces each record whose data lacks a value that the request requires by this reason. */
function withRequired<Identifier, Found>(
  outcomes: readonly OutcomeOf<Identifier, Found>[],
  { dataOf, unknownMembers }: RecordReading<Found>,
  conditions: Pick<MatchConditions, 'required'>,
): readonly OutcomeOf<Identifier, Found>[] {
  if ((conditions.required ?? []).length === 0) return outcomes;
  return outcomes.map((outcome) => {
    const { identifier, record } = outcome;
    const isIncomplete = record !== undefined && lacksRequired(dataOf(record), conditions, unknownMembers);
    return isIncomplete ? { identifier, reason: 'required_field_missing' } : outcome;
  });
}

/** No data, for the results of a preview. */
const noData = {};

/** For each member of the data of a record, and for its contact data, whether there is a value. */
function presenceOf<Found>(record: Found | undefined, reading: RecordReading<Found>): Record<string, boolean> {
  const has = openRecord<boolean>();
  for (const [name, value] of Object.entries(reading.dataOf(record))) has[name] = hasValue(value);
  for (const name of reading.unknownMembers) if (name in has) has[name] = false;
  for (const [name, value] of Object.entries(reading.contactsOf?.(record) ?? {})) has[name] = hasValue(value);
  return has;
}

/** The ids of the records of which the tenant receives a value. */
function receivedOf<Found extends StoredRecord>(
  outcomes: readonly Outcome<Found>[],
  { dataOf, unknownMembers }: RecordReading<Found>,
): string[] {
  const unknown = new Set(unknownMembers);
  return recordsOf(outcomes).flatMap((record) => (hasAnyValue(dataOf(record), unknown) ? record.id : []));
}

/** The matched records, each once. */
function recordsOf<Found extends StoredRecord>(outcomes: readonly Outcome<Found>[]): Found[] {
  const records = new Map<string, Found>();
  for (const { record } of outcomes) if (record !== undefined) records.set(record.id, record);
  return [...records.values()];
}
