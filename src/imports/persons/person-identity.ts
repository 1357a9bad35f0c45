import { identifiesPerson } from '../../matching/emails/address-owner.js';
import { compareNames, contradictNames } from '../../matching/names/name-comparison.js';
import { type Naming, namesOf } from './person-employment.js';
import { namingAfter, type PersonRow } from './person-record.js';
import { noNames, type StoredPerson } from './person-state.js';

/** A stored person who has an e-mail address of a row, with the values that decide whether the row is about this person. */
export interface AddressOwner {
  /** `person.id`. */
  readonly id: string;
  /** The canonical profile page of the person; null if none is stored. */
  readonly networkUrl: string | null;
  readonly naming: Naming;
}

/** The stored persons whom the rows of a batch may be about. */
export interface KnownPersons {
  readonly byNetworkUrl: ReadonlyMap<string, StoredPerson>;
  /**
   * By `person.id`: the stored persons whom a row may be about for another reason than its profile page. Either they have an e-mail
   * address of the row, or they have its name and employer.
   */
  readonly byId: ReadonlyMap<string, StoredPerson>;
  readonly ownersOfAddress: ReadonlyMap<string, readonly AddressOwner[]>;
  /** By network id: the `person.id` of the stored person who has it. */
  readonly ownersOfNetworkId: ReadonlyMap<string, string>;
  /**
   * By row: the `person.id` of each stored person with exactly the name and the employer of the row. Only rows with neither a profile
   * page nor an e-mail address are looked up in this way.
   */
  readonly colleagues: ReadonlyMap<PersonRow, readonly string[]>;
}

/** The person of a row. */
export interface Identity {
  /** The stored person whom the row updates; null if the row describes a new person. */
  readonly stored: StoredPerson | null;
  /**
   * The `person.id` of the stored persons that are to be joined, the oldest first, because the row shows that they are one person. Empty
   * if the row shows nothing like this.
   */
  readonly joined: readonly string[];
  /** Those e-mail addresses of the row that are not stored for its person, because other stored persons have them. */
  readonly contested: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();

/**
 * Finds the stored person whom a row is about:
 * - A row with a profile page is about the person with this page.
 * - A row with e-mail addresses, but no page, is about the person who has one of them, unless the names of the two contradict each other.
 * - A row with neither a page nor an address is about the person with the same name and employer, if there is exactly one.
 *
 * A row with a page and an address can match two stored persons: one by the page, and one without a page by the address. These two are joined.
 * Two persons with different profile pages are never joined.
 * @param deprived the rows whose page or addresses were left out, because rows of the file contradict each other about them. If no stored
 *   person has the name and employer of such a row, the row creates a person
 * @returns the person, or the reason why the row is refused
 */
export function identityOf(
  row: PersonRow,
  known: KnownPersons,
  deprived: ReadonlySet<PersonRow> = new Set(),
): Identity | string {
  if (row.networkUrl !== null) return ofPage(row, row.networkUrl, known);
  if (row.emails !== null && row.emails.length > 0) return ofAddresses(row, row.emails, known);
  const isNew = deprived.has(row) && (known.colleagues.get(row) ?? []).length === 0;
  return isNew ? { stored: null, joined: [], contested: nothing } : ofColleague(row, known);
}

/** Whether two names cannot belong to the same person. A person without a name contradicts nobody. */
export function contradict(one: Naming, other: Naming): boolean {
  const [names, others] = [namesOf(one), namesOf(other)];
  if (names.length === 0 || others.length === 0) return false;
  return names.every((name) => others.every((each) => compareNames(name, each) === 0 && contradictNames(name, each)));
}

/** Whether no reading of two names is the same. A person without a name has no other name. */
export function haveOtherNames(one: Naming, other: Naming): boolean {
  if (one.fullName !== null && one.fullName === other.fullName) return false;
  const [names, others] = [namesOf(one), namesOf(other)];
  if (names.length === 0 || others.length === 0) return false;
  return names.every((name) => others.every((each) => compareNames(name, each) === 0));
}

/**
 * Whether the person with an address cannot be the one with the other name. A marriage explains another family name, but not at the
 * address of a role.
 */
function contradictAt(address: string, one: Naming, other: Naming): boolean {
  return identifiesPerson(address) ? contradict(one, other) : haveOtherNames(one, other);
}

function ofPage(row: PersonRow, networkUrl: string, known: KnownPersons): Identity {
  const named = known.byNetworkUrl.get(networkUrl) ?? null;
  const namings = [namingAfter(row, named?.naming ?? noNames)];
  const joined = new Map<string, AddressOwner>();
  const contested = new Set<string>();
  for (const { address } of row.emails ?? []) {
    const owners = known.ownersOfAddress.get(address) ?? [];
    const [owner, ...others] = owners;
    if (owner === undefined || owners.some(({ id }) => id === named?.id || joined.has(id))) continue;
    const isSame = owner.networkUrl === null && others.length === 0;
    if (isSame && !namings.some((naming) => contradictAt(address, naming, owner.naming))) {
      joined.set(owner.id, owner);
      namings.push(owner.naming);
    } else contested.add(address);
  }
  const [first] = joined.keys();
  const stored = named ?? (first === undefined ? null : (known.byId.get(first) ?? null));
  return { stored, joined: joinedIds(stored, [...joined.keys()]), contested };
}

function ofAddresses(row: PersonRow, emails: NonNullable<PersonRow['emails']>, known: KnownPersons): Identity | string {
  const naming = namingAfter(row, noNames);
  const owned = emails.flatMap(({ address }) => {
    const owners = known.ownersOfAddress.get(address) ?? [];
    return owners.length === 0 ? [] : [{ address, owners }];
  });
  const fittingOwners = owned.flatMap((each) =>
    each.owners.filter((owner) => !contradictAt(each.address, naming, owner.naming)),
  );
  const fitting = [...new Map(fittingOwners.map((owner) => [owner.id, owner])).values()];
  const isFitting = (owner: AddressOwner): boolean => fitting.some(({ id }) => id === owner.id);
  const contested = new Set(owned.filter((each) => !each.owners.some(isFitting)).map(({ address }) => address));
  if (fitting.length === 0) {
    return contested.size < emails.length
      ? { stored: null, joined: [], contested }
      : 'emails: belong to a person with another name';
  }
  const pages = fitting.filter(({ networkUrl }) => networkUrl !== null);
  const isMixed = fitting.some((one, index) =>
    fitting.slice(index + 1).some((other) => contradict(one.naming, other.naming)),
  );
  if (pages.length > 1 || isMixed) return 'emails: belong to several persons';
  const ids = fitting.map(({ id }) => id);
  const stored = known.byId.get(pages[0]?.id ?? oldestFirst(ids)[0] ?? '') ?? null;
  return { stored, joined: joinedIds(stored, ids), contested };
}

function ofColleague(row: PersonRow, { colleagues, byId }: KnownPersons): Identity | string {
  const [id, ...others] = colleagues.get(row) ?? [];
  if (id === undefined) {
    return 'there is no person with exactly this name at this employer; a new person needs network_url or an e-mail address';
  }
  if (others.length > 0) return 'several persons have exactly this name at this employer';
  return { stored: byId.get(id) ?? null, joined: [], contested: nothing };
}

/** The `person.id` of all stored persons that are to be joined into one; empty if the row is about fewer than two stored persons. */
function joinedIds(stored: StoredPerson | null, others: readonly string[]): string[] {
  const ids = [...new Set([...(stored === null ? [] : [stored.id]), ...others])];
  return ids.length < 2 ? [] : oldestFirst(ids);
}

function oldestFirst(ids: readonly string[]): string[] {
  return [...ids].sort((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1));
}
