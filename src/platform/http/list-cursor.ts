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

/** The last year that a cursor may hold, for the database. */
const endOfTime = Date.UTC(10_000, 0);

/** Clients send it back as it is. */
export function cursorOf({ time, id }: ListPosition): string {
  return Buffer.from(`${time.getTime()}.${id}`).toString('base64url');
}

/** The position of a cursor; null for a text that is none. */
export function positionOf(cursor: string): ListPosition | null {
  const [, time = '', id = ''] = /^(\d{1,15})\.(\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (time === '' || Number(time) >= endOfTime) return null;
  const position = { time: new Date(Number(time)), id: BigInt(id) };
  return cursorOf(position) === cursor ? position : null;
}

/** @param found one item more than the page has, if there are more */
export function pageOf<Item>(
  found: readonly Item[],
  limit: number,
  position: (item: Item) => ListPosition,
): ListPage<Item> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: last === undefined || found.length <= limit ? null : cursorOf(position(last)) };
}
