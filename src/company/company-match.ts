import { normaliseNetworkId, parseProfileUrl, type ProfileUrl } from '../matching/urls/profile-url.js';
import { type MatchBasis, type RecordMatch, roundedConfidence } from '../enrichment/match-conditions.js';
import type { MissReason } from '../enrichment/unmatched-reasons.js';
import { candidatesOfWebsite, normaliseExactWebsite } from '../matching/urls/website.js';

/**
 * How exactly an identifier must name a company.
 * - `strict`: each part of the identifier must be exactly the host, profile page or id of one and the same company. Only letter
 *   case, the scheme, `www.`, the path of a website and a slash at the end of a page are ignored. A subdomain, an alias domain,
 *   another form of a page, and the id `07` instead of `7` do not match.
 * - `enhanced`: all of these match, too. The field of the website may also have an e-mail address or a list of several
 *   websites.
 */
export type MatchMode = 'strict' | 'enhanced';

/** The parts of a company identifier that can find a company. */
interface CompanyIdentifierKeys {
  readonly website?: string | null | undefined;
  readonly network_url?: string | null | undefined;
  readonly network_id?: string | null | undefined;
}

/** The kinds of keys under which companies are looked up. */
export type CompanyKeyKind = 'network_id' | 'network_url' | 'domain';

/** A normalised value under which a company can be stored, such as the domain `acme.com`. */
export interface CompanyKey {
  readonly kind: CompanyKeyKind;
  readonly value: string;
  /**
   * The part of the identifier from which the key was taken. It can differ from `kind`: the profile page
   * `network.com/company/7` also gives a key of the kind `network_id`.
   */
  readonly source: keyof CompanyIdentifierKeys;
}

/** The keys under which the company of an identifier is looked up. */
export interface CompanyKeys {
  /** The keys of the id, then those of the profile URL, then those of the website. */
  readonly inOrder: readonly CompanyKey[];
  /**
   * Whether the identifier can match no company in strict matching, because one of its parts gives no key. An example is the id
   * `07`. Always false in enhanced matching.
   */
  readonly isUnusable: boolean;
}

export interface CompanyHits<T> {
  /** The company of a key; undefined if none is stored. `isPrimary` is false if the key is only an alias domain of the company. */
  find(key: CompanyKey): { readonly company: T; readonly isPrimary: boolean } | undefined;
}

/**
 * The hosts of profile pages, if the operator has configured none. A page on one of them in the field `website` is read as a
 * profile page.
 */
const networkHosts = ['network.com'];

/**
 * The keys under which the company of an identifier is looked up.
 * @param hosts the host names that profile URLs may have; null for any host
 */
export function companyKeys(
  identifier: CompanyIdentifierKeys,
  mode: MatchMode,
  hosts: readonly string[] | null,
): CompanyKeys {
  return mode === 'strict' ? strictKeys(identifier, hosts) : enhancedKeys(identifier, hosts);
}

/**
 * The company that matches an identifier; undefined if there is none. In strict matching, all keys must lead to the same company.
 * In enhanced matching, it is the company to which most parts of the identifier lead. If no two parts agree, the id decides, then
 * the profile page, then the website.
 */
export function chooseCompany<T>(keys: CompanyKeys, hits: CompanyHits<T>, mode: MatchMode): T | undefined {
  if (mode === 'strict') return chooseStrictly(keys, hits);
  return chooseByMost(keys, hits);
}

/**
 * Chooses the company in enhanced matching. Each part of the identifier (id, page, website) can have several keys. The part
 * leads to the company of the first of its keys under which a company is stored.
 */
function chooseByMost<T>({ inOrder }: CompanyKeys, hits: CompanyHits<T>): T | undefined {
  let ofId: T | undefined;
  let ofPage: T | undefined;
  let ofSite: T | undefined;
  for (const key of inOrder) {
    if (key.source === 'network_id') ofId ??= hits.find(key)?.company;
    else if (key.source === 'network_url') ofPage ??= hits.find(key)?.company;
    // If the id and the profile page lead to the same company, the website cannot change the result.
    else if (ofId === undefined || ofId !== ofPage) ofSite ??= hits.find(key)?.company;
  }
  // The id decides, unless the profile page and the website both lead to the same other company: two parts of the identifier
  // outvote one.
  return ofPage !== undefined && ofPage === ofSite ? ofPage : (ofId ?? ofPage ?? ofSite);
}

/** The reason why {@link chooseCompany} found no company. Must be called only for an identifier for which it found none. */
export function companyMissReason<T>(keys: CompanyKeys, hits: CompanyHits<T>, mode: MatchMode): MissReason {
  if (keys.inOrder.length === 0 || (mode === 'strict' && keys.isUnusable)) return 'unusable_identifier';
  // In strict matching, a company that has the key only as an alias is no candidate.
  return keys.inOrder.some((key) => hits.find(key)?.isPrimary === true) ? 'contradiction' : 'no_candidate';
}

/**
 * The doubt that a company is the right one, for each kind of evidence. In the match benchmark, no company was matched wrongly,
 * so the numbers could not be measured. They only order the kinds of evidence. The strongest are the id, the profile page and the
 * main domain; then follows an alias domain, and then the domain above a subdomain.
 */
const doubts: Readonly<Partial<Record<MatchBasis, number>>> = {
  network_id: 0.005,
  network_url: 0.005,
  website: 0.005,
  alias: 0.01,
  parent_website: 0.02,
};
/** The factor by which each further part of the identifier that leads to the same company lowers the doubt. */
const doubtAfterAgreement = 0.5;
/** The factor by which each part of the identifier that leads to another company lowers the confidence. */
const conflictFactor = 0.75;

/**
 * The evidence for the company that {@link chooseCompany} has chosen.
 * @param company the chosen company: the same object that `hits` returns, because objects are compared
 */
export function companyMatch<T>({ inOrder }: CompanyKeys, hits: CompanyHits<T>, company: T): RecordMatch {
  const by: MatchBasis[] = [];
  const conflicts: MatchBasis[] = [];
  for (const source of new Set(inOrder.map((key) => key.source))) {
    const keys = inOrder.filter((key) => key.source === source);
    const hit = keys.find((key) => hits.find(key) !== undefined);
    if (hit === undefined) continue;
    if (hits.find(hit)?.company === company) by.push(basisOf(hit, keys, hits));
    else conflicts.push(source);
  }
  const sorted = by.map((basis) => doubts[basis] ?? 0).toSorted((a, b) => a - b);
  const doubt = (sorted[0] ?? 0) * doubtAfterAgreement ** (sorted.length - 1);
  const confidence = (1 - doubt) * conflictFactor ** conflicts.length;
  return { by, confidence: roundedConfidence(confidence), conflicts };
}

/**
 * Returns the kind of evidence that a key gives for its company. For the website `shop.acme.com`, the key `acme.com` gives
 * `parent_website`.
 * @param hit the key that has found the company
 * @param keys all keys of the same part of the identifier, the most specific first
 */
function basisOf<T>(hit: CompanyKey, keys: readonly CompanyKey[], hits: CompanyHits<T>): MatchBasis {
  if (hit.source !== 'website' || hit.kind !== 'domain') return hit.source;
  if (keys.some(({ kind, value }) => kind === 'domain' && value.endsWith(`.${hit.value}`))) return 'parent_website';
  return hits.find(hit)?.isPrimary === true ? 'website' : 'alias';
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
  // Users paste profile pages into the field `website`. The host of such a page belongs to the network and not to the company.
  const pastedPage = readPage(identifier.website, hosts ?? networkHosts);
  const sites = pastedPage === null ? apply(identifier.website, candidatesOfWebsite) : null;
  const ofWebsite = (sites ?? []).map((value): CompanyKey => ({ kind: 'domain', value, source: 'website' }));
  const before: CompanyKey[] = [];
  addKey(before, 'network_id', apply(identifier.network_id, normaliseNetworkId), 'network_id');
  addPage(before, readPage(identifier.network_url, hosts), 'network_url');
  addPage(before, pastedPage, 'website');
  // Most identifiers have only a website, and then no array need be copied.
  return { inOrder: before.length === 0 ? ofWebsite : [...before, ...ofWebsite], isUnusable: false };
}

/**
 * Adds the key of the profile page of a company, and the key of the id if the slug is a number. The profile page of a person has
 * no keys.
 */
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
