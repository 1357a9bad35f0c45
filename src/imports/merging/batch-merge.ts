import { never } from '../../platform/async/with-timeout.js';
import type { FoundCounts } from './import-summary.js';
import { isFaultOfValues } from './import-session.sql.js';
import { type Faults, type ParsedRecord, reasonOf } from '../reading/record-fields.js';
import type { RecordFormat } from '../reading/record-source.js';
import type { SourceRecord } from '../reading/ndjson-records.js';
import type { RejectedLine } from './rejects-file.js';

/** The outcome of a merge: the counts of its rows, and the reasons why rows and values were omitted. */
export interface MergeCounts {
  readonly inserted: number;
  readonly updated: number;
  /**
   * The number of records that joined stored persons into one, or that gave a profile page to a stored person without one. Such a
   * record is neither in `inserted` nor in `updated`.
   */
  readonly joined?: number;
  /** The number of identifiers that were not stored because they belong to another record. */
  readonly contested: number;
  /**
   * How many records match exactly one stored record, several and none. Only an import that never creates a record, such as that
   * of a register, has these counts.
   */
  readonly found?: FoundCounts;
  /**
   * The reason why a row was not merged, by the index of the row. The content of these rows must not be stored anywhere, not even in
   * the rejects file.
   */
  readonly refused?: ReadonlyMap<number, string>;
  /** The values that were left out when a row was merged, by the index of the row. Each of them becomes a warning. */
  readonly leftOut?: ReadonlyMap<number, Faults['first']>;
}

/** What a record does to a stored value that differs: `replace` overwrites the value, `keep` keeps it and only fills blanks. */
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
  /** What happens to a record with an invalid value: the value is left out with a warning (the default), or the record is rejected. */
  readonly faults?: 'warn' | 'reject' | undefined;
}

/** A row of a batch, the number of its line in the file, and the faults that were found when it was parsed. */
export interface BatchedRow<Row> {
  readonly line: number;
  readonly row: Row;
  readonly faults: Faults;
}

/** Parses a record. @returns its row, or the rejected line if the record is rejected */
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
  /** The number of records in which a stored value was replaced or removed. Only a batch that a thread merges has it. */
  replaced: number;
  found: FoundCounts | null;
  readonly rejected: RejectedLine[];
  /**
   * The values that were left out of merged rows. They are written to the rejects file as warnings. Values of rejected rows are not
   * among them, because the content of such a row must not be stored anywhere.
   */
  readonly leftOut: { readonly line: number; readonly faults: Faults }[];
}

export function emptyOutcome(): BatchOutcome {
  return {
    merged: 0,
    counts: { inserted: 0, updated: 0, joined: 0, contested: 0 },
    replaced: 0,
    found: null,
    rejected: [],
    leftOut: [],
  };
}

/**
 * Merges rows in their order. If the database rejects a value, each half of the batch is merged by itself, and so on, until only the
 * row with this value is rejected.
 * @param outcome the object to which the results are added; if a part of the batch fails, it has the results of the parts before
 * @param signal if it aborts, the parts of a divided batch that have not been merged yet are left out
 */
export async function mergeBatch<Row>(
  rows: readonly BatchedRow<Row>[],
  target: RowMerger<Row>,
  outcome: BatchOutcome,
  signal: AbortSignal = never,
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
    for (const part of [rows.slice(0, middle), rows.slice(middle)]) {
      if (!signal.aborted) await mergeBatch(part, target, outcome, signal);
    }
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
