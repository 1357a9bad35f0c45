import type { RowKeys } from '../merging/batch-locks.js';
import { mergeRounds } from '../merging/conflict-free-batches.js';
import { type IndexedRow, type LeftOut, rowsOf } from '../merging/disputed-rows.js';
import type { Naming } from './person-employment.js';
import { identityOf, type KnownPersons } from './person-identity.js';
import { namingAfter, type PersonRow } from './person-record.js';
import { noNames, type PersonDraft, type StoredPerson } from './person-state.js';
import type { SharedAddresses } from './shared-addresses.js';

/** A row whose person has been found. Addresses that belong to other persons have been removed from it. */
export interface IdentifiedRow extends IndexedRow<PersonRow> {
  readonly stored: StoredPerson | null;
  /** See `Identity`. */
  readonly joined: readonly string[];
  /** Whether the row joins stored persons into one, or gives a profile page to a stored person without one. */
  readonly isJoining: boolean;
  readonly contested: ReadonlySet<string>;
}

export interface IdentifiedRows extends Pick<KnownPersons, 'ownersOfNetworkId'> {
  readonly persons: readonly IdentifiedRow[];
  readonly refused: readonly { readonly index: number; readonly reason: string }[];
}

export function identifiedRows(
  round: readonly IndexedRow<PersonRow>[],
  known: KnownPersons,
  taken: SharedAddresses['taken'],
  deprived: ReadonlySet<PersonRow>,
): IdentifiedRows {
  const persons: IdentifiedRow[] = [];
  const refused: { index: number; reason: string }[] = [];
  for (const { index, row } of round) {
    const identity = identityOf(row, known, deprived);
    if (typeof identity === 'string') {
      refused.push({ index, reason: identity });
      continue;
    }
    const { stored, joined } = identity;
    const ofEarlier = taken.get(row);
    const contested = ofEarlier === undefined ? identity.contested : new Set([...identity.contested, ...ofEarlier]);
    const isJoining = joined.length > 0 || (stored?.networkUrl === null && row.networkUrl !== null);
    persons.push({ index, row: withoutAddresses(row, contested), stored, joined, isJoining, contested });
  }
  return { persons, refused, ownersOfNetworkId: known.ownersOfNetworkId };
}

function withoutAddresses(row: PersonRow, contested: ReadonlySet<string>): PersonRow {
  if (contested.size === 0 || row.emails === null) return row;
  return { ...row, emails: row.emails.filter(({ address }) => !contested.has(address)) };
}

export function leftOutAddress(address: string): LeftOut {
  return { member: 'emails', reason: 'belongs to another person, who keeps it', value: address };
}

/** Whether another stored person has the network id of the record. The id is then left out. */
export function isContested({ row, stored }: PersonDraft, owners: KnownPersons['ownersOfNetworkId']): boolean {
  const owner = row.networkId === null ? undefined : owners.get(row.networkId);
  return owner !== undefined && owner !== stored?.id;
}

/**
 * Divides the rows of a batch into rounds: merging the rounds in their order has the same result as merging the rows one by one.
 * @param settled the addresses that are no keys, because the order of their rows does not matter; see `sharedAddresses`
 */
export function personRounds(
  rows: readonly IndexedRow<PersonRow>[],
  known: KnownPersons,
  settled: ReadonlySet<string>,
): IndexedRow<PersonRow>[][] {
  const names = soughtNames(rowsOf(rows));
  return mergeRounds(rows, ({ row }) => keysOfRow(row, known, settled, names));
}

/**
 * The keys of a row: they name everything that a merge of the row would now read or change. They do not depend on the other rows.
 * @param deprived the row without its disputed identifiers; null if it has none, or if nothing identifies its person without them
 */
export function personKeys(row: PersonRow, deprived: PersonRow | null, known: KnownPersons): RowKeys {
  const names = touchedNames(row, known).map((name) => `name ${name}`);
  const own = identityKeys(row, known, noAddresses);
  if (deprived !== null) own.push(...identityKeys(deprived, known, noAddresses));
  // The order of two rows with the same name matters only if one of them identifies its person by name and employer.
  return isByName(deprived ?? row) ? { own: [...own, ...names] } : { own, shared: names };
}

/**
 * The keys of a row for {@link mergeRounds}: they name everything that its merge may read or change.
 * @param names the names that {@link soughtNames} returns; only these are keys
 */
function keysOfRow(
  row: PersonRow,
  known: KnownPersons,
  settled: ReadonlySet<string>,
  names: ReadonlySet<string>,
): string[] {
  const touched = names.size === 0 ? [] : touchedNames(row, known).filter((name) => names.has(name));
  return [...identityKeys(row, known, settled), ...touched.map((name) => `name ${name}`)];
}

const noAddresses: ReadonlySet<string> = new Set();

/**
 * The keys for the identifiers of a row, and for the stored persons who have these identifiers. The addresses in `settled` give no keys.
 */
function identityKeys(row: PersonRow, known: KnownPersons, settled: ReadonlySet<string>): string[] {
  const { networkUrl, networkId } = row;
  const addresses = (row.emails ?? []).flatMap(({ address }) => (settled.has(address) ? [] : [address]));
  const persons = new Set([
    networkUrl === null ? undefined : known.byNetworkUrl.get(networkUrl)?.id,
    networkId === null ? undefined : known.ownersOfNetworkId.get(networkId),
    ...addresses.flatMap((address) => (known.ownersOfAddress.get(address) ?? []).map(({ id }) => id)),
    ...(known.colleagues.get(row) ?? []),
  ]);
  return [
    ...(networkUrl === null ? [] : [`url ${networkUrl}`]),
    ...(networkId === null ? [] : [`id ${networkId}`]),
    ...addresses.map((address) => `email ${address}`),
    ...[...persons].flatMap((id) => (id === undefined ? [] : [`person ${id}`])),
  ];
}

/** The full names, in lower case, of a row and of the stored persons who have its profile page or one of its e-mail addresses. */
function touchedNames(row: PersonRow, known: KnownPersons): string[] {
  const named = row.networkUrl === null ? undefined : known.byNetworkUrl.get(row.networkUrl);
  const owners = (row.emails ?? []).flatMap(({ address }) => known.ownersOfAddress.get(address) ?? []);
  const namings = [row, named?.naming, ...owners.map(({ naming }) => naming)];
  const names = namings.map((naming) => (naming === undefined ? null : foldedName(namingAfter(naming, noNames))));
  return [...new Set(names.filter((name) => name !== null))];
}

/**
 * Whether a row identifies its person only by name and employer. What happens to such a row depends on all earlier rows about persons
 * of this name, because they may create such a person or change the employer.
 */
function isByName({ networkUrl, emails }: PersonRow): boolean {
  return networkUrl === null && (emails ?? []).length === 0;
}

/** The full names, in lower case, in those rows that identify their person only by name and employer. */
function soughtNames(rows: readonly PersonRow[]): ReadonlySet<string> {
  return new Set(rows.filter(isByName).flatMap((row) => foldedName(namingAfter(row, noNames)) ?? []));
}

function foldedName({ fullName }: Naming): string | null {
  return fullName?.toLowerCase() ?? null;
}
