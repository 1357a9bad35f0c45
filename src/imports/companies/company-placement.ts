import type { CompanyRow } from './company-record.js';
import { mergeRounds } from '../merging/conflict-free-batches.js';

type Identity = Pick<CompanyRow, 'networkId' | 'networkUrl' | 'website' | 'domains' | 'nameKey'>;

/** What is stored about the identifiers of some rows. The first three maps lead from an identifier to the `company.id` that has it. */
export interface CompanyOwners {
  readonly byNetworkId: ReadonlyMap<string, string>;
  readonly byNetworkUrl: ReadonlyMap<string, string>;
  readonly byHost: ReadonlyMap<string, string>;
  /** Those hosts of the rows that belong to a stored company without being its primary website. */
  readonly aliases: ReadonlySet<string>;
  /** By `company.id`: the network id of each stored company that has both a network id and a host of the rows. */
  readonly networkIds: ReadonlyMap<string, string>;
  /**
   * By `company.id`: the keys of all names of a stored company, the current, former and alternative ones. The map has only companies with
   * an alias that is the website of a row with a name.
   */
  readonly nameKeys: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Which stored company a row updates, if any, and which identifiers of the row are to be stored for its company. */
export interface Placement {
  /** The `company.id` of the stored company that the row updates; null if the row describes a new company. */
  readonly companyId: string | null;
  readonly networkId: string | null;
  readonly networkUrl: string | null;
  readonly website: string | null;
  /** Whether the company keeps its stored website, because the row's website is only an alias host of this company. */
  readonly keepsWebsite: boolean;
  /** Whether the row is a new company that takes its website from a stored company with another name, which had it as an alias. */
  readonly takesAlias: boolean;
  /** The hosts that are stored for the company: its website and its other domains. */
  readonly hosts: readonly string[];
  /** The number of identifiers that are not stored because they belong to another company. */
  readonly contested: number;
}

/**
 * Finds the stored company that a row updates: by the network id, else by the profile URL, else by the website.
 *
 * There are two exceptions for a row that is found only by its website:
 * - If the stored company has another network id than the row, the row describes another company. The website stays with the stored
 *   company, and the company of the row is stored without it.
 * - If the website is only an alias of the stored company, and the row has a name that is none of the names of this company, the row
 *   describes a new company. The website is then taken from the stored company and given to the new one.
 */
export function placeCompany(row: Identity, owners: CompanyOwners): Placement {
  const identified = ownerOf(row.networkId, owners.byNetworkId) ?? ownerOf(row.networkUrl, owners.byNetworkUrl);
  const bySite = identified === null && !hasAnotherId(row, owners) ? ownerOf(row.website, owners.byHost) : null;
  const isByAlias = bySite !== null && row.website !== null && owners.aliases.has(row.website);
  const takesAlias = isByAlias && isOfAnotherName(row, owners);
  const companyId = identified ?? (takesAlias ? null : bySite);
  let contested = 0;
  const unlessContested = (key: string | null, owned: ReadonlyMap<string, string>): string | null => {
    const owner = ownerOf(key, owned);
    if (owner === null || owner === companyId) return key;
    contested += 1;
    return null;
  };
  const hosts = hostsOf(row).filter(
    (host) => (takesAlias && host === row.website) || unlessContested(host, owners.byHost) !== null,
  );
  return {
    companyId,
    networkId: unlessContested(row.networkId, owners.byNetworkId),
    networkUrl: unlessContested(row.networkUrl, owners.byNetworkUrl),
    website: row.website !== null && hosts.includes(row.website) ? row.website : null,
    keepsWebsite: isByAlias && !takesAlias,
    takesAlias,
    hosts,
    contested,
  };
}

/** Whether the stored company that has the row's website has another network id than the row. */
function hasAnotherId(row: Identity, owners: CompanyOwners): boolean {
  const known = owners.networkIds.get(ownerOf(row.website, owners.byHost) ?? '');
  return row.networkId !== null && known !== undefined && known !== row.networkId;
}

/** Whether the row has a name that is none of the current, former and alternative names of the stored company with its website. */
function isOfAnotherName(row: Identity, owners: CompanyOwners): boolean {
  const names = owners.nameKeys.get(ownerOf(row.website, owners.byHost) ?? '');
  return row.nameKey !== null && names?.has(row.nameKey) !== true;
}

/**
 * Splits rows into rounds. Within a round, no two rows concern the same company or identifier; see {@link mergeRounds}.
 * @param owners the companies that have the rows' identifiers before the first round
 */
export function companyRounds<Row extends Identity>(rows: readonly Row[], owners: CompanyOwners): Row[][] {
  return mergeRounds(rows, (row) => companyKeys(row, owners));
}

function ownerOf(key: string | null, owned: ReadonlyMap<string, string>): string | null {
  return key === null ? null : (owned.get(key) ?? null);
}

/** The distinct hosts of a row: the website and the other domains. */
export function hostsOf(row: Identity): string[] {
  const { website, domains } = row;
  if (website === null) return [...(domains ?? [])];
  return domains === null ? [website] : [website, ...domains.filter((domain) => domain !== website)];
}

/** The keys of a row, at least one: they name every identifier and stored company that a merge of the row may read or change. */
export function companyKeys(
  row: Identity,
  owners: Pick<CompanyOwners, 'byNetworkId' | 'byNetworkUrl' | 'byHost'>,
): string[] {
  const hosts = hostsOf(row);
  const companies = [
    ownerOf(row.networkId, owners.byNetworkId),
    ownerOf(row.networkUrl, owners.byNetworkUrl),
    ...hosts.map((host) => ownerOf(host, owners.byHost)),
  ];
  return [
    ...(row.networkId === null ? [] : [`id ${row.networkId}`]),
    ...(row.networkUrl === null ? [] : [`url ${row.networkUrl}`]),
    ...hosts.map((host) => `host ${host}`),
    ...companies.filter((id) => id !== null).map((id) => `company ${id}`),
  ];
}
