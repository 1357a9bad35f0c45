import type { MergeCounts } from './batch-merge.js';
import { type Dispute, disputedEarlier, disputedReason, onlyDisputed } from './disputed-keys.js';
import type { RunMemory } from './run-memory.js';

/** A value that is left out of a row, and the reason. */
export type LeftOut = NonNullable<ReturnType<NonNullable<MergeCounts['leftOut']>['get']>>[number];

/** A row and its index in the batch. */
export interface IndexedRow<Row> {
  readonly index: number;
  readonly row: Row;
}

/** What a batch finds out about its rows and about the stored records that it writes. */
export interface BatchNotes<Row> {
  /** The ids of the stored records that the batch creates or updates. */
  readonly touched: Set<string>;
  /** The ids of the stored records to which the batch gives an identifier. */
  readonly keyed: Set<string>;
  readonly disputed: Set<string>;
  /** The rows from which a disputed identifier was taken. */
  readonly deprived: Set<Row>;
  readonly refused: Map<number, string>;
  readonly leftOut: Map<number, LeftOut[]>;
}

/** The functions that read and remove the identifiers of one kind of row. An identifier is written with its kind: `url https://…`. */
export interface RowClaims<Row> {
  readonly claimedKeys: (row: Row) => readonly string[];
  /** @returns the field that has the identifier, and its value */
  readonly memberOf: (key: string) => { readonly member: string; readonly value: string };
  /** @returns null if nothing identifies the row without these identifiers */
  readonly withoutKeys: (row: Row, isDisputed: (key: string) => boolean) => Row | null;
}

export function emptyNotes<Row>(): BatchNotes<Row> {
  return {
    ...{ touched: new Set(), keyed: new Set(), disputed: new Set(), deprived: new Set() },
    ...{ refused: new Map(), leftOut: new Map() },
  };
}

/** Gives the notes of a batch to the memory of the import. */
export function remember({ touched, keyed, disputed }: BatchNotes<unknown>, memory: RunMemory): void {
  for (const id of touched) memory.noteTouched(id);
  for (const id of keyed) memory.noteKeyed(id);
  for (const key of disputed) memory.noteDisputed(key);
}

export function rowsOf<Row>(rows: readonly IndexedRow<Row>[]): Row[] {
  return rows.map(({ row }) => row);
}

export function noteLeftOut({ leftOut }: Pick<BatchNotes<never>, 'leftOut'>, index: number, value: LeftOut): void {
  leftOut.set(index, [...(leftOut.get(index) ?? []), value]);
}

/** Takes from the rows of a batch the identifiers about which rows of the file contradict each other. */
export function withoutDisputed<Row>(
  rows: readonly IndexedRow<Row>[],
  disputed: ReadonlyMap<string, Dispute<Row>>,
  memory: RunMemory,
  batch: BatchNotes<Row>,
  claims: RowClaims<Row>,
): readonly IndexedRow<Row>[] {
  if (disputed.size === 0 && !memory.hasDisputes) return rows;
  const indexes = new Map(rows.map(({ row, index }) => [row, index]));
  for (const [key, { first, count }] of disputed) {
    batch.disputed.add(key);
    const index = indexes.get(first);
    if (index !== undefined) noteLeftOut(batch, index, { ...claims.memberOf(key), reason: disputedReason(count) });
  }
  const isDisputed = (key: string): boolean => batch.disputed.has(key) || memory.isDisputed(key);
  return rows.flatMap((one) => {
    const keys = claims.claimedKeys(one.row).filter(isDisputed);
    if (keys.length === 0) return [one];
    for (const key of keys) {
      if (!disputed.has(key)) noteLeftOut(batch, one.index, { ...claims.memberOf(key), reason: disputedEarlier });
    }
    return deprivedRow(one, isDisputed, batch, claims);
  });
}

/** The row without some identifiers; none if nothing identifies it any more. The record is then rejected. */
export function deprivedRow<Row>(
  { row, index }: IndexedRow<Row>,
  isDisputed: (key: string) => boolean,
  batch: BatchNotes<Row>,
  claims: RowClaims<Row>,
): IndexedRow<Row>[] {
  const rest = claims.withoutKeys(row, isDisputed);
  if (rest === null) {
    batch.refused.set(index, onlyDisputed);
    return [];
  }
  batch.deprived.add(rest);
  return [{ index, row: rest }];
}
