import type { CompanyRow } from './company-record.js';
import { mergeRounds } from '../merging/conflict-free-batches.js';

type Identity = Pick<CompanyRow, 'networkId' | 'networkUrl' | 'website' | 'domains' | 'nameKey'>;

/** Which stored company each identifier belongs to, by the identifier; the values are `company.id`. */
export interface CompanyOwners {
  readonly byNetworkId: ReadonlyMap<string, string>;
  readonly byNetworkUrl: ReadonlyMap<string, string>;
  readonly byHost: ReadonlyMap<string, string>;
  /** Those hosts that are not the website of their company. */
  readonly aliases: ReadonlySet<string>;
  /** The ids of the companies that hosts lead to, where they have one. */
  readonly networkIds: ReadonlyMap<string, string>;
  /** The keys of all names, former ones included, of the companies that named rows lead to by an alias. */
  readonly nameKeys: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Where a row goes, and the identifiers that it brings there. */
export interface Placement {
  /** The stored company that the row describes; null when there is none yet. */
  readonly companyId: string | null;
  readonly networkId: string | null;
  readonly networkUrl: string | null;
  readonly website: string | null;
  /** Whether the company keeps the website that it has, because the row's is only an alias of it. */
  readonly keepsWebsite: boolean;
  /** Whether the website is so far an alias of a company of another name, which loses it. */
  readonly takesAlias: boolean;
  /** The website and the other domains. */
  readonly hosts: readonly string[];
  /** How many identifiers were left out because they belong to another company, which keeps them. */
  readonly contested: number;
}

/**
 * Finds the company of a row: its id decides before its profile URL, and that before its website. A website leads to no
 * company with another id, which shares the site and keeps it. An alias leads to a company only as long as the row does not
 * name another one, which then has that host for its website.
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

/** Whether the row has an id that is not the one of the owner of its website. */
function hasAnotherId(row: Identity, owners: CompanyOwners): boolean {
  const known = owners.networkIds.get(ownerOf(row.website, owners.byHost) ?? '');
  return row.networkId !== null && known !== undefined && known !== row.networkId;
}

/** Whether the row has a name that the owner of its website does not have and never had. */
function isOfAnotherName(row: Identity, owners: CompanyOwners): boolean {
  const names = owners.nameKeys.get(ownerOf(row.website, owners.byHost) ?? '');
  return row.nameKey !== null && names?.has(row.nameKey) !== true;
}

/**
 * Splits rows into rounds within which no two rows touch the same company or identifier, so that a round can be merged at
 * once and the rounds in turn give what the rows would give one by one. Rows that meet keep their order.
 * @param owners of every identifier of the rows, before the first round
 */
export function companyRounds<Row extends Identity>(rows: readonly Row[], owners: CompanyOwners): Row[][] {
  return mergeRounds(rows, (row) => keysOf(row, owners));
}

function ownerOf(key: string | null, owned: ReadonlyMap<string, string>): string | null {
  return key === null ? null : (owned.get(key) ?? null);
}

/** The website and the other domains of a row, each once. */
export function hostsOf(row: Identity): string[] {
  return [...new Set([...(row.website === null ? [] : [row.website]), ...(row.domains ?? [])])];
}

/** Everything that a row may change or depends on, at least one. */
function keysOf(row: Identity, owners: CompanyOwners): string[] {
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
