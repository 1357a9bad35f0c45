/** A position in a list that is ordered by time and, for equal times, by id; the newest first. */
export interface ListPosition {
  readonly time: Date;
  readonly id: bigint;
}

/** A page of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next page; null at the end of the list. */
  readonly nextCursor: string | null;
}

/** The first time, in milliseconds since the epoch, that is too late for a cursor, because the year would have five digits. */
const endOfTime = Date.UTC(10_000, 0);

/** The cursor of a position: an opaque text that clients send back unchanged. */
export function cursorOf({ time, id }: ListPosition): string {
  return Buffer.from(`${time.getTime()}.${id}`).toString('base64url');
}

/** The position that a cursor stands for; null for a text that is not a cursor. */
export function positionOf(cursor: string): ListPosition | null {
  const [, time = '', id = ''] = /^(\d{1,15})\.(\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (time === '' || Number(time) >= endOfTime) return null;
  const position = { time: new Date(Number(time)), id: BigInt(id) };
  return cursorOf(position) === cursor ? position : null;
}

/**
 * Makes a page of a list.
 * @param found the items of the page, and one more if the list goes on
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
