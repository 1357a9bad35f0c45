import { normaliseNetworkId, parseProfileUrl, type ProfileUrl } from '../matching/urls/profile-url.js';
import type { MissReason } from '../enrichment/unmatched-reasons.js';
import { candidatesOfWebsite, normaliseExactWebsite } from '../matching/urls/website.js';

/** `strict` tolerates only letter case; `enhanced` also tolerates spelling variants of identifiers. */
export type MatchMode = 'strict' | 'enhanced';

interface CompanyIdentifierKeys {
  readonly website?: string | null | undefined;
  readonly network_url?: string | null | undefined;
  readonly network_id?: string | null | undefined;
}

/** The kinds of keys that find a company. */
export type CompanyKeyKind = 'network_id' | 'network_url' | 'domain';

export interface CompanyKey {
  readonly kind: CompanyKeyKind;
  readonly value: string;
  /** The identifier that the key is taken from: a profile page, for example, has a key of another kind for the number in it. */
  readonly source: keyof CompanyIdentifierKeys;
}

/** The keys to look up for an identifier. */
export interface CompanyKeys {
  /** Those of the id, then those of the profile URL, then those of the website. */
  readonly inOrder: readonly CompanyKey[];
  /** Whether one of the supplied identifiers yields no key. */
  readonly isUnusable: boolean;
}

/** The companies that a lookup found, by key. */
export interface CompanyHits<T> {
  /** `isPrimary` is false for a domain that is only an alias of the company. */
  find(key: CompanyKey): { readonly company: T; readonly isPrimary: boolean } | undefined;
}

/** Hosts whose profile pages are recognised in the `website` identifier too. */
const networkHosts = ['network.com'];

/**
 * The keys to look up for an identifier.
 * @param hosts the accepted host names of profile URLs; null for any host
 */
export function companyKeys(
  identifier: CompanyIdentifierKeys,
  mode: MatchMode,
  hosts: readonly string[] | null,
): CompanyKeys {
  return mode === 'strict' ? strictKeys(identifier, hosts) : enhancedKeys(identifier, hosts);
}

/**
 * The company that matches an identifier, or undefined. Strict: all keys must find the same company. Enhanced: the company to which
 * most of the supplied identifiers lead; at a tie the id decides, then the profile page, then the website.
 */
export function chooseCompany<T>(keys: CompanyKeys, hits: CompanyHits<T>, mode: MatchMode): T | undefined {
  if (mode === 'strict') return chooseStrictly(keys, hits);
  return chooseByMost(keys, hits);
}

/** An identifier leads to the company of the first of its keys that finds one. */
function chooseByMost<T>({ inOrder }: CompanyKeys, hits: CompanyHits<T>): T | undefined {
  let ofId: T | undefined;
  let ofPage: T | undefined;
  let ofSite: T | undefined;
  for (const key of inOrder) {
    if (key.source === 'network_id') ofId ??= hits.find(key)?.company;
    else if (key.source === 'network_url') ofPage ??= hits.find(key)?.company;
    // When id and page agree, the website cannot change the result.
    else if (ofId === undefined || ofId !== ofPage) ofSite ??= hits.find(key)?.company;
  }
  // Of three identifiers, only the page and the website together are more than the id.
  return ofPage !== undefined && ofPage === ofSite ? ofPage : (ofId ?? ofPage ?? ofSite);
}

/** Why {@link chooseCompany} chooses none, if it does. */
export function companyMissReason<T>(keys: CompanyKeys, hits: CompanyHits<T>, mode: MatchMode): MissReason {
  if (keys.inOrder.length === 0 || (mode === 'strict' && keys.isUnusable)) return 'unusable_identifier';
  // In strict matching, an alias is no candidate.
  return keys.inOrder.some((key) => hits.find(key)?.isPrimary === true) ? 'contradiction' : 'no_candidate';
}

function strictKeys(identifier: CompanyIdentifierKeys, hosts: readonly string[] | null): CompanyKeys {
  const { network_id: id, website } = identifier;
  const page = readPage(identifier.network_url, hosts);
  const host = readPage(website, hosts ?? networkHosts) === null ? apply(website, normaliseExactWebsite) : null;
  const inOrder: CompanyKey[] = [];
  addKey(inOrder, 'network_id', apply(id, exactNetworkId), 'network_id');
  addKey(inOrder, 'network_url', page?.kind !== 'in' && page?.isExact === true ? page.canonical : null, 'network_url');
  addKey(inOrder, 'domain', host, 'website');
  const supplied = [id, identifier.network_url, website].filter(isSupplied);
  return { inOrder, isUnusable: inOrder.length < supplied.length };
}

function enhancedKeys(identifier: CompanyIdentifierKeys, hosts: readonly string[] | null): CompanyKeys {
  // Users paste profile pages into the website field; the host of such a page belongs to the network, not to the company.
  const pastedPage = readPage(identifier.website, hosts ?? networkHosts);
  const inOrder: CompanyKey[] = [];
  addKey(inOrder, 'network_id', apply(identifier.network_id, normaliseNetworkId), 'network_id');
  addPage(inOrder, readPage(identifier.network_url, hosts), 'network_url');
  addPage(inOrder, pastedPage, 'website');
  const sites = pastedPage === null ? apply(identifier.website, candidatesOfWebsite) : null;
  for (const host of sites ?? []) addKey(inOrder, 'domain', host, 'website');
  // A copy, because `push` leaves room for 16 more keys, and these live as long as their request.
  return { inOrder: inOrder.slice(), isUnusable: false };
}

/** Adds the URL of a company page, and its number if the slug is one. A person's page has no keys. */
function addPage(keys: CompanyKey[], page: ProfileUrl | null, source: CompanyKey['source']): void {
  if (page === null || page.kind === 'in') return;
  addKey(keys, 'network_url', page.canonical, source);
  addKey(keys, 'network_id', page.numericId, source);
}

function chooseStrictly<T>(keys: CompanyKeys, hits: CompanyHits<T>): T | undefined {
  if (keys.isUnusable) return undefined;
  const found = keys.inOrder.map((key) => {
    const hit = hits.find(key);
    return hit?.isPrimary === true ? hit.company : undefined;
  });
  const [first] = found;
  return found.every((company) => company === first) ? first : undefined;
}

function readPage(raw: string | null | undefined, hosts: readonly string[] | null): ProfileUrl | null {
  return isSupplied(raw) ? parseProfileUrl(raw, hosts === null ? {} : { hosts }) : null;
}

function exactNetworkId(raw: string): string | null {
  return normaliseNetworkId(raw) === raw ? raw : null;
}

function apply<T>(raw: string | null | undefined, read: (raw: string) => T | null): T | null {
  return isSupplied(raw) ? read(raw) : null;
}

function addKey(keys: CompanyKey[], kind: CompanyKeyKind, value: string | null, source: CompanyKey['source']): void {
  if (value !== null) keys.push({ kind, value, source });
}

function isSupplied(value: string | null | undefined): value is string {
  return value !== null && value !== undefined && value !== '';
}
