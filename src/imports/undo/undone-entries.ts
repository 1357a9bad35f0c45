/** An undo in the journal of imports, and the entry that it takes back. */
export interface JournalUndo {
  readonly id: number;
  readonly undoes: number;
}

/** An import, a merge or a removal, with its undos, their undos and so on, as an undo of one of these entries sees them. */
export interface UndoFamily {
  /** The undone entry, and the entries that have made the same changes. */
  readonly ended: readonly number[];
  /** The entries that have made the opposite changes. */
  readonly opposite: readonly number[];
}

/** @param undos all undos, in the order of the journal */
export function familyOf(entry: number, undos: readonly JournalUndo[]): UndoFamily {
  const undoneBy = new Map(undos.map(({ id, undoes }) => [id, undoes]));
  let first = entry;
  for (let next = undoneBy.get(first); next !== undefined; next = undoneBy.get(first)) first = next;
  const isOfFirst = new Map([[first, true]]);
  for (const { id, undoes } of undos) {
    const isUndone = isOfFirst.get(undoes);
    if (isUndone !== undefined) isOfFirst.set(id, !isUndone);
  }
  const all = [...isOfFirst];
  const own = isOfFirst.get(entry);
  return {
    ended: all.flatMap(([id, kind]) => (kind === own ? id : [])),
    opposite: all.flatMap(([id, kind]) => (kind === own ? [] : id)),
  };
}

/**
 * Says which entries of the journal do not apply any more. An entry whose undo was itself taken back applies again.
 * @param undos the complete undos, in the order of the journal
 * @returns the id of the newest undo that applies, by the id of the entry that it takes back
 */
export function undosByEntry(undos: readonly JournalUndo[]): ReadonlyMap<number, number> {
  const byEntry = new Map<number, number>();
  for (const { id, undoes } of [...undos].reverse())
    if (!byEntry.has(id) && !byEntry.has(undoes)) byEntry.set(undoes, id);
  return byEntry;
}

/**
 * Says which undos bring former values back. The others are undos of these: they repeat what an import, a merge or a removal has changed.
 * @param undos all undos, in the order of the journal
 */
export function restoringUndos(undos: readonly JournalUndo[]): ReadonlySet<number> {
  const restoring = new Set<number>();
  for (const { id, undoes } of undos) if (!restoring.has(undoes)) restoring.add(id);
  return restoring;
}
