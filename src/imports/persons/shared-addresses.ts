import type { KnownPersons } from './person-identity.js';
import type { PersonRow } from './person-record.js';

/** What can be decided about the e-mail addresses of a batch before its rows are merged. */
export interface SharedAddresses {
  /**
   * The addresses whose person is already certain, and does not depend on the order in which the rows are merged. Rows that have only
   * such addresses in common can be merged together.
   */
  readonly settled: ReadonlySet<string>;
  /**
   * By row: the settled addresses that the row has, but that its person does not get, because the person of an earlier row gets them. A
   * row without such addresses has no entry.
   */
  readonly taken: ReadonlyMap<PersonRow, ReadonlySet<string>>;
}

/**
 * Decides who gets an address that many rows share, such as `info@acme.com` of a hundred employees, if all these rows have different
 * profile pages. The stored person who has the address keeps it. If nobody has it, the person of the first of these rows gets it.
 * Without this decision, the hundred rows would have to be merged one after the other, each with statements of its own.
 */
export function sharedAddresses(rows: readonly PersonRow[], known: KnownPersons): SharedAddresses {
  const rowsOf = new Map<string, PersonRow[]>();
  const rowsOfPage = new Map<string, PersonRow[]>();
  for (const row of rows) {
    if (row.networkUrl !== null) append(rowsOfPage, row.networkUrl, row);
    for (const { address } of row.emails ?? []) append(rowsOf, address, row);
  }
  const settled = new Set<string>();
  const taken = new Map<PersonRow, Set<string>>();
  for (const [address, sharing] of rowsOf) {
    if (sharing.some((row) => rowsOfPage.get(row.networkUrl ?? '')?.length !== 1)) continue;
    const owners = known.ownersOfAddress.get(address) ?? [];
    const [owner, ...others] = owners;
    if (others.length > 0) continue;
    if (owner === undefined) {
      for (const row of sharing.slice(1)) taken.set(row, (taken.get(row) ?? new Set()).add(address));
    } else if (owner.networkUrl === null || !keeps(address, rowsOfPage.get(owner.networkUrl) ?? [])) continue;
    settled.add(address);
  }
  return { settled, taken };
}

/** Whether the stored person who has an address still has it after the merge of the person's own rows. */
function keeps(address: string, rowsOfOwner: readonly PersonRow[]): boolean {
  return rowsOfOwner.every(({ emails }) => emails === null || emails.some((email) => email.address === address));
}

function append(lists: Map<string, PersonRow[]>, key: string, row: PersonRow): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [row]);
  else list.push(row);
}
