import { type FormerOwner, type FormerOwners, formerKey } from '../merging/former-keys.sql.js';
import type { CompanyOwners } from './company-placement.js';
import type { CompanyRow } from './company-record.js';

type Identity = Pick<CompanyRow, 'networkId' | 'networkUrl' | 'website'>;

/**
 * Changes a row with a key of a company that was merged into another one. The row gets the keys of that other company, so that it updates
 * this company and takes no key from it. A row about a third company is left without the former key.
 */
export function afterMerges<Row extends Identity>(
  row: Row,
  former: FormerOwners,
  owners: Pick<CompanyOwners, 'byNetworkId' | 'byNetworkUrl' | 'byHost'>,
): Row {
  if (former.size === 0) return row;
  const ofFormer = (kind: Parameters<typeof formerKey>[0], key: string | null): FormerOwner | undefined =>
    key === null ? undefined : former.get(formerKey(kind, key));
  const [byId, byUrl, bySite] = [
    ofFormer('network_id', row.networkId),
    ofFormer('network_url', row.networkUrl),
    ofFormer('domain', row.website),
  ];
  if (byId === undefined && byUrl === undefined && bySite === undefined) return row;
  const ownId = owners.byNetworkId.get(row.networkId ?? '');
  const ownUrl = owners.byNetworkUrl.get(row.networkUrl ?? '');
  const ownSite = owners.byHost.get(row.website ?? '');
  const owner = byId?.id ?? ownId ?? byUrl?.id ?? ownUrl ?? bySite?.id ?? ownSite;
  const target = [byId, byUrl, bySite].find((one) => one?.id === owner);
  if (target === undefined)
    return {
      ...row,
      networkId: byId === undefined ? row.networkId : null,
      networkUrl: byUrl === undefined ? row.networkUrl : null,
    };
  const kept = (key: string | null, other: FormerOwner | undefined): string | null =>
    other === undefined || other.id === owner ? key : null;
  return {
    ...row,
    networkId: target.networkId ?? kept(row.networkId, byId),
    networkUrl: target.networkUrl ?? kept(row.networkUrl, byUrl),
    website: target.website ?? row.website,
  };
}
