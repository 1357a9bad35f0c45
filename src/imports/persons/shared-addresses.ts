import type { KnownPersons } from './person-identity.js';
import type { PersonRow } from './person-record.js';

/** What is already decided about the e-mail addresses of a batch before its rows are merged. */
export interface SharedAddresses {
  /**
   * The addresses whose person is the same in whatever order the rows are merged. Rows that have only such addresses in common do
   * not depend on each other.
   */
  readonly settled: ReadonlySet<string>;
  /** The settled addresses of a row that belong to the person of an earlier row; a row without such addresses has no entry. */
  readonly taken: ReadonlyMap<PersonRow, ReadonlySet<string>>;
}

/**
 * Finds the addresses that only rows with different profile pages have, such as `info@acme.com` of a hundred employees. Such an
 * address belongs to the stored person who has it, or else to the person of the first of these rows. Otherwise each of these rows
 * would have to be merged in a round of its own.
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

/** Whether the stored person who has an address still has it after these rows were merged. */
function keeps(address: string, rowsOfOwner: readonly PersonRow[]): boolean {
  return rowsOfOwner.every(({ emails }) => emails === null || emails.some((email) => email.address === address));
}

function append(lists: Map<string, PersonRow[]>, key: string, row: PersonRow): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [row]);
  else list.push(row);
}
