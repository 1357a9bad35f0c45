import type { CompanyRow } from './company-record.js';
import { mergeRounds } from '../merging/conflict-free-batches.js';

type Identity = Pick<CompanyRow, 'networkId' | 'networkUrl' | 'website' | 'domains' | 'nameKey'>;

/** The `company.id` of the stored company that has an identifier, by identifier. */
export interface CompanyOwners {
  readonly byNetworkId: ReadonlyMap<string, string>;
  readonly byNetworkUrl: ReadonlyMap<string, string>;
  readonly byHost: ReadonlyMap<string, string>;
  /** The hosts of stored companies that are not the primary website of the company. */
  readonly aliases: ReadonlySet<string>;
  /** The network ids of the stored companies that have one of the hosts, by `company.id`. */
  readonly networkIds: ReadonlyMap<string, string>;
  /**
   * The name keys of stored companies whose alias is the website of a row, by this alias. They include the keys of former names.
   * Only rows with a name need them.
   */
  readonly nameKeys: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The stored company that a row updates, and the identifiers to store. */
export interface Placement {
  /** The `company.id` of the stored company that the row updates; null if the row describes a new company. */
  readonly companyId: string | null;
  readonly networkId: string | null;
  readonly networkUrl: string | null;
  readonly website: string | null;
  /** Whether the company keeps its stored website, because the row's website is an alias of the company. */
  readonly keepsWebsite: boolean;
  /** Whether this company gets the website, although it was an alias of a company with another name. */
  readonly takesAlias: boolean;
  /** The hosts to store for the company: the website and the other domains. */
  readonly hosts: readonly string[];
  /** The number of identifiers that are not stored because they belong to another company. */
  readonly contested: number;
}

/**
 * Finds the stored company of a row by its id, else its profile URL, else its website. A website matches no company that has another id:
 * the two companies share the site, and the stored company keeps it. A website that is an alias of a stored company does not match if the
 * row has another name. It then becomes the website of a new company.
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

/**
 * Whether the row's name is neither a current or former name nor an alias of the stored company that has the row's website.
 */
function isOfAnotherName(row: Identity, owners: CompanyOwners): boolean {
  const names = owners.nameKeys.get(ownerOf(row.website, owners.byHost) ?? '');
  return row.nameKey !== null && names?.has(row.nameKey) !== true;
}

/**
 * Splits rows into rounds in which no two rows touch the same company or identifier; see {@link mergeRounds}.
 * @param owners the owners of all identifiers before the first round
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

/** The keys of a row, at least one. They stand for everything that its merge may change or depends on. */
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
