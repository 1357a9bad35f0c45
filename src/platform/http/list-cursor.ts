/** A position in a list. The list begins with the newest item; items of equal time are ordered by id. */
export interface ListPosition {
  readonly time: Date;
  readonly id: bigint;
}

export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next page; null at the end of the list. */
  readonly nextCursor: string | null;
}

/** Times from this one on cannot be in a cursor, because their year has five digits. In milliseconds since the epoch. */
const endOfTime = Date.UTC(10_000, 0);

/** Returns the cursor of a position. It is an opaque text, which clients send back unchanged. */
export function cursorOf({ time, id }: ListPosition): string {
  return Buffer.from(`${time.getTime()}.${id}`).toString('base64url');
}

/** Returns the position that a cursor stands for, or null if the text is not a cursor. */
export function positionOf(cursor: string): ListPosition | null {
  const [, time = '', id = ''] = /^(\d{1,15})\.(\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (time === '' || Number(time) >= endOfTime) return null;
  const position = { time: new Date(Number(time)), id: BigInt(id) };
  return cursorOf(position) === cursor ? position : null;
}

/**
 * Makes a page of a list.
 * @param found the items of the page and, if the list goes on after them, one more
 */
export function pageOf<Item>(
  found: readonly Item[],
  limit: number,
  position: (item: Item) => ListPosition,
): ListPage<Item> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: last === undefined || found.length <= limit ? null : cursorOf(position(last)) };
}
