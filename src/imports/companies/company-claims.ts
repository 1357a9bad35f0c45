import { compareCompanyNames, companyNameKey } from '../../matching/companies/company-name.js';
import type { RowClaims } from '../merging/disputed-rows.js';
import { type CompanyRow, companyColumns } from './company-record.js';

/** The identifiers and names with which a company can contradict another one. */
export interface CompanyClaim {
  readonly networkId: string | null;
  readonly networkUrl: string | null;
  readonly website: string | null;
  readonly domains: readonly string[] | null;
  /** All names, as written. */
  readonly names: readonly string[];
}

/** Names that are less similar than this belong to different companies. */
const minSimilarity = 0.4;
/** The minimum length of a name with which another name may begin. */
const minStart = 3;
const nameIndex = companyColumns.findIndex(({ name }) => name === 'name');

export function claimOf(row: CompanyRow): CompanyClaim {
  const { networkId, networkUrl, website, domains } = row;
  const name = row.values[nameIndex];
  const names = [...(typeof name === 'string' ? [name] : []), ...(row.aliases ?? []), ...(row.formerNames ?? [])];
  return { networkId, networkUrl, website, domains, names };
}

/**
 * The identifiers that say which company a record is about. Its `domains` are not among them, because a company may list the website of
 * another one that it has bought.
 */
export function claimedKeys({ networkId, networkUrl, website }: Omit<CompanyClaim, 'names'>): string[] {
  const keys: string[] = [];
  if (networkId !== null) keys.push(`id ${networkId}`);
  if (networkUrl !== null) keys.push(`url ${networkUrl}`);
  if (website !== null) keys.push(`host ${website}`);
  return keys;
}

/**
 * Whether two records that share an identifier are about different companies. They are if they have no name in common, and each of them
 * has another identifier, and none of these others is equal.
 * @param key the shared identifier, as {@link claimedKeys} writes it
 */
export function contradictCompanies(one: CompanyClaim, other: CompanyClaim, key: string): boolean {
  const [mine, theirs] = [otherKeys(one, key), otherKeys(other, key)];
  if (mine.length === 0 || theirs.length === 0) return false;
  if (mine.some((each) => theirs.some((another) => agree(each, another)))) return false;
  return haveOtherNames(one.names, other.names);
}

function otherKeys(claim: CompanyClaim, key: string): string[] {
  const hosts = (claim.domains ?? []).map((host) => `host ${host}`);
  return [...claimedKeys(claim), ...hosts].filter((each) => each !== key);
}

/** Whether two identifiers are equal, or one is a sub-domain of the other. */
function agree(one: string, other: string): boolean {
  if (one === other) return true;
  if (!one.startsWith('host ') || !other.startsWith('host ')) return false;
  return one.endsWith(`.${other.slice('host '.length)}`) || other.endsWith(`.${one.slice('host '.length)}`);
}

function haveOtherNames(mine: readonly string[], theirs: readonly string[]): boolean {
  if (mine.length === 0 || theirs.length === 0) return false;
  return !mine.some((one) => theirs.some((other) => areAlike(one, other)));
}

/** Whether two names may belong to one company: they are similar, or one begins with the other, as "Acme Robotics" does with "Acme". */
function areAlike(one: string, other: string): boolean {
  const [first, second] = [companyNameKey(one) ?? '', companyNameKey(other) ?? ''];
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  if (short.length >= minStart && long.startsWith(short)) return true;
  return compareCompanyNames(one, other) >= minSimilarity;
}

/** The record without some identifiers; null if it then has none that says which company it is about. */
function withoutKeys(row: CompanyRow, isDisputed: (key: string) => boolean): CompanyRow | null {
  const kept = (kind: string, value: string | null): string | null =>
    value === null || isDisputed(`${kind} ${value}`) ? null : value;
  const rest = {
    networkId: kept('id', row.networkId),
    networkUrl: kept('url', row.networkUrl),
    website: kept('host', row.website),
    domains: row.domains?.filter((host) => !isDisputed(`host ${host}`)) ?? null,
  };
  return claimedKeys(rest).length === 0 ? null : { ...row, ...rest };
}

/** The field of a record that has an identifier. */
function memberOf(key: string): { readonly member: string; readonly value: string } {
  const [kind = '', value = ''] = key.split(' ', 2);
  return { member: kind === 'id' ? 'network_id' : kind === 'url' ? 'network_url' : 'website', value };
}

export const companyClaims: RowClaims<CompanyRow> = { claimedKeys, memberOf, withoutKeys };
