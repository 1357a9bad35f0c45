/** The number of different rows with one key that every other row with this key is compared with. */
const maxCompared = 8;

/**
 * Finds the keys that rows of one file share although the rows contradict each other. Such a key identifies none of them.
 * @param keysOf the identifiers of a row, each as a kind and a value: `url https://www.network.com/in/jane`
 * @param contradict whether two rows that share a key are about different companies or persons
 * @returns for each such key the indexes of the rows that have it
 */
function disputedKeys<Row>(
  rows: readonly Row[],
  keysOf: (row: Row) => readonly string[],
  contradict: (one: Row, other: Row, key: string) => boolean,
): ReadonlyMap<string, readonly number[]> {
  const first = new Map<string, number>();
  const shared = new Map<string, number[]>();
  for (const [index, row] of rows.entries()) {
    for (const key of keysOf(row)) {
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, index);
      else if (earlier !== index) listOf(shared, key, earlier).push(index);
    }
  }
  return new Map([...shared].filter(([key, sharing]) => isDisputed(rowsAt(rows, sharing), key, contradict)));
}

/** A disputed key: how many rows have it, and the first one, with which the warning is given. */
export interface Dispute<Row> {
  readonly first: Row;
  readonly count: number;
}

/** The disputes of {@link disputedKeys}, which still hold if only some of the rows are merged. */
export function disputesAmong<Row>(
  rows: readonly Row[],
  keysOf: (row: Row) => readonly string[],
  contradict: (one: Row, other: Row, key: string) => boolean,
): ReadonlyMap<string, Dispute<Row>> {
  const disputes = new Map<string, Dispute<Row>>();
  for (const [key, sharing] of disputedKeys(rows, keysOf, contradict)) {
    const [first] = rowsAt(rows, sharing);
    if (first !== undefined) disputes.set(key, { first, count: sharing.length });
  }
  return disputes;
}

function isDisputed<Row>(
  rows: readonly Row[],
  key: string,
  contradict: (one: Row, other: Row, key: string) => boolean,
): boolean {
  return rows.some((row, index) =>
    rows.slice(0, Math.min(index, maxCompared)).some((one) => contradict(one, row, key)),
  );
}

function listOf(lists: Map<string, number[]>, key: string, first: number): number[] {
  const list = lists.get(key) ?? [first];
  lists.set(key, list);
  return list;
}

function rowsAt<Row>(rows: readonly Row[], indexes: readonly number[]): Row[] {
  return indexes.flatMap((index) => rows[index] ?? []);
}

/** The warning about a key that identifies none of the records that have it. */
export function disputedReason(records: number): string {
  return `identifies nobody: ${records} records of this file have it and contradict each other; they are kept without it`;
}

/** The warning about a key of a record that contradicts an earlier record of the file. */
export const disputedEarlier =
  'identifies nobody: earlier records of this file have it and contradict this one; it is kept without it';

/** The reason why a record is rejected that has no other identifier than a disputed one. */
export const onlyDisputed =
  'has no other identifier than one that records of this file share although they contradict each other';
