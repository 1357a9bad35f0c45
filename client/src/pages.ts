import type { CallOptions } from './retries.js';
import { type ApiRequest, queryOf, type Transport } from './transport.js';

/** A list that the API returns in pages. */
interface List {
  readonly path: string;
  /** The member of a page that has the items. */
  readonly member: 'jobs' | 'requests';
  readonly filter: object;
}

/** The largest page that the service sends. */
const pageSize = 100;

/** Yields the items of a list, the newest first. The next page is requested only after the consumer has taken all items of the last one. */
export async function* itemsOf<Item>(
  transport: Transport,
  { path, member, filter }: List,
  options: CallOptions,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | null = null;
  do {
    const request: ApiRequest = { method: 'GET', path: path + queryOf({ ...filter, limit: pageSize, cursor }) };
    const page: Readonly<Record<string, unknown>> = (await transport.send<Record<string, unknown>>(request, options))
      .data;
    yield* page[member] as Item[];
    cursor = page.next_cursor as string | null;
  } while (cursor !== null);
}
