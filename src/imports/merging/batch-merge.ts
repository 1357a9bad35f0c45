import type { FoundCounts } from './import-summary.js';
import { isFaultOfValues } from './import-session.sql.js';
import { type Faults, type ParsedRecord, reasonOf } from '../reading/record-fields.js';
import type { RecordFormat } from '../reading/record-source.js';
import type { SourceRecord } from '../reading/text-lines.js';
import type { RejectedLine } from './rejects-file.js';

/** The outcome of a merge: the numbers of its rows, and the reasons for omitted rows and values. */
export interface MergeCounts {
  readonly inserted: number;
  readonly updated: number;
  /**
   * The number of records by which two stored persons became one, or by which a person got a page. Such a record is in
   * neither of the two counts above.
   */
  readonly joined?: number;
  /** The number of identifiers that were not stored because they belong to another record. */
  readonly contested: number;
  /**
   * How many records belong to one stored record, to several and to none. Only kinds of imports that never create a record have these
   * counts.
   */
  readonly found?: FoundCounts;
  /** The reasons for omitted rows, by the index of the row. The content of these rows must not be stored, not even in a rejects file. */
  readonly refused?: ReadonlyMap<number, string>;
  /** The values that were omitted from merged rows, by the index of the row. Each becomes a warning. */
  readonly leftOut?: ReadonlyMap<number, Faults['first']>;
}

/** What an import does with stored values: a record replaces them, or only fills blank ones. */
export type OnStored = 'replace' | 'keep';

/** Parses one kind of record. */
export interface RowParser<Row> {
  parse(record: SourceRecord['record'], format: RecordFormat): ParsedRecord<Row>;
}

/** Merges the rows of one kind of record. */
export interface RowMerger<Row> {
  /** Merges rows in one transaction, in their order. Merging the same rows again changes nothing. */
  merge(rows: readonly Row[]): Promise<MergeCounts>;
}

/** How a record becomes a row. */
export interface ParseSettings {
  readonly format: RecordFormat;
  /** Whether an invalid value is omitted with a warning (the default) or rejects its record. */
  readonly faults?: 'warn' | 'reject' | undefined;
}

/** A row of a batch, the number of its line, and its invalid values. */
export interface BatchedRow<Row> {
  readonly line: number;
  readonly row: Row;
  readonly faults: Faults;
}

/** Parses a record. @returns the row, or the rejected line if the record has no row */
export function parsedRow<Row>(
  { line, record }: SourceRecord,
  target: RowParser<Row>,
  settings: ParseSettings,
): BatchedRow<Row> | RejectedLine {
  const { row, faults } = target.parse(record, settings.format);
  const isFaulty = faults.count > 0 && settings.faults === 'reject';
  return row === null || isFaulty ? { line, reason: reasonOf(faults), record } : { line, row, faults };
}

/** The result of a batch: what happened to each of its rows. */
export interface BatchOutcome {
  /** The number of merged rows. */
  merged: number;
  readonly counts: Record<'inserted' | 'updated' | 'joined' | 'contested', number>;
  found: FoundCounts | null;
  readonly rejected: RejectedLine[];
  /**
   * The values that were omitted from merged rows. Values of rejected rows are not among them, because they must not be stored, not even in
   * a rejects file.
   */
  readonly leftOut: { readonly line: number; readonly faults: Faults }[];
}

export function emptyOutcome(): BatchOutcome {
  return {
    merged: 0,
    counts: { inserted: 0, updated: 0, joined: 0, contested: 0 },
    found: null,
    rejected: [],
    leftOut: [],
  };
}

/**
 * Merges rows in their order. A batch that the database rejects is halved, until the invalid row is alone.
 * @param outcome to which the result is added, also when a later part of the batch fails
 */
export async function mergeBatch<Row>(
  rows: readonly BatchedRow<Row>[],
  target: RowMerger<Row>,
  outcome: BatchOutcome,
): Promise<void> {
  try {
    addTo(outcome, rows, await target.merge(rows.map(({ row }) => row)));
  } catch (error) {
    const [first, ...others] = rows;
    if (!isFaultOfValues(error) || first === undefined) throw error;
    if (others.length === 0) {
      outcome.rejected.push({ line: first.line, reason: `the database rejects the record: ${error.message}` });
      return;
    }
    const middle = Math.ceil(rows.length / 2);
    await mergeBatch(rows.slice(0, middle), target, outcome);
    await mergeBatch(rows.slice(middle), target, outcome);
  }
}

function addTo(outcome: BatchOutcome, rows: readonly BatchedRow<unknown>[], merged: MergeCounts): void {
  outcome.merged += rows.length - (merged.refused?.size ?? 0);
  outcome.counts.inserted += merged.inserted;
  outcome.counts.updated += merged.updated;
  outcome.counts.joined += merged.joined ?? 0;
  outcome.counts.contested += merged.contested;
  if (merged.found !== undefined) outcome.found = sumOf(outcome.found, merged.found);
  for (const [index, { line, faults }] of rows.entries()) {
    const reason = merged.refused?.get(index);
    const leftOut = merged.leftOut?.get(index) ?? [];
    if (reason !== undefined) outcome.rejected.push({ line, reason });
    else if (faults.count + leftOut.length > 0) {
      const all = { first: [...faults.first, ...leftOut], count: faults.count + leftOut.length };
      outcome.leftOut.push({ line, faults: all });
    }
  }
}

export function sumOf(one: FoundCounts | null, other: FoundCounts): FoundCounts {
  const { matched = 0, ambiguous = 0, unknown = 0 } = one ?? {};
  return {
    matched: matched + other.matched,
    ambiguous: ambiguous + other.ambiguous,
    unknown: unknown + other.unknown,
  };
}
