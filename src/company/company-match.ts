import { normaliseNetworkId } from '../identity/network-id.js';
import { parseProfileUrl } from '../identity/profile-url.js';
import { normaliseWebsite, websiteCandidates } from '../identity/website.js';

/** How far an identifier may be from what is stored: `strict` is letter by letter, `enhanced` tolerates how people write. */
export type MatchMode = 'strict' | 'enhanced';

export interface CompanyIdentifierKeys {
  readonly website?: string | null | undefined;
  readonly network_url?: string | null | undefined;
  readonly network_id?: string | null | undefined;
}

/** What to look up for an identifier; each list is in order of preference. */
export interface CompanyKeys {
  readonly networkIds: readonly string[];
  readonly networkUrls: readonly string[];
  readonly domains: readonly string[];
  /** How many of the supplied identifiers cannot be looked up at all. */
  readonly unusable: number;
}

/** What a lookup found, by key. */
export interface CompanyHits<T> {
  byNetworkId(id: string): T | undefined;
  byNetworkUrl(url: string): T | undefined;
  byDomain(domain: string): { readonly company: T; readonly isPrimary: boolean } | undefined;
}

/** The site whose pages are recognised as profiles even where a website is expected. */
const networkHosts = ['network.com'];

/**
 * The keys under which an identifier may be found.
 * @param hosts the only host names that profile URLs may have; null for any
 */
export function companyKeys(
  identifier: CompanyIdentifierKeys,
  mode: MatchMode,
  hosts: readonly string[] | null,
): CompanyKeys {
  return mode === 'strict' ? strictKeys(identifier, hosts) : enhancedKeys(identifier, hosts);
}

/**
 * The company that an identifier means, or undefined. Strict: every supplied identifier must lead to the same company.
 * Enhanced: the id decides before the profile URL, and that before the website.
 */
export function chooseCompany<T>(keys: CompanyKeys, hits: CompanyHits<T>, mode: MatchMode): T | undefined {
  if (mode === 'strict') return chooseStrictly(keys, hits);
  return (
    firstHit(keys.networkIds, (id) => hits.byNetworkId(id)) ??
    firstHit(keys.networkUrls, (url) => hits.byNetworkUrl(url)) ??
    firstHit(keys.domains, (domain) => hits.byDomain(domain)?.company)
  );
}

function strictKeys(identifier: CompanyIdentifierKeys, hosts: readonly string[] | null): CompanyKeys {
  const page = parsePage(identifier.network_url, hosts);
  const networkUrl = page?.isExact === true ? page.canonical : null;
  const networkId = apply(identifier.network_id, normaliseNetworkId);
  const domain = apply(identifier.website, normaliseWebsite);
  const supplied = [identifier.network_id, identifier.network_url, identifier.website].filter(isSupplied).length;
  const usable = { networkIds: listOf(networkId), networkUrls: listOf(networkUrl), domains: listOf(domain) };
  return { ...usable, unusable: supplied - Object.values(usable).flat().length };
}

function enhancedKeys(identifier: CompanyIdentifierKeys, hosts: readonly string[] | null): CompanyKeys {
  // People paste the profile page where the website belongs; then its host is the network's, not the company's.
  const pastedPage = parsePage(identifier.website, hosts ?? networkHosts);
  const pages = [parsePage(identifier.network_url, hosts), pastedPage].filter((page) => page !== null);
  const domain = pastedPage === null ? apply(identifier.website, normaliseWebsite) : null;
  const networkId = apply(identifier.network_id, normaliseNetworkId);
  return {
    networkIds: [...listOf(networkId), ...pages.flatMap((page) => listOf(page.numericId))],
    networkUrls: pages.map((page) => page.canonical),
    domains: domain === null ? [] : websiteCandidates(domain),
    unusable: 0,
  };
}

function chooseStrictly<T>(keys: CompanyKeys, hits: CompanyHits<T>): T | undefined {
  if (keys.unusable > 0) return undefined;
  const found = [
    ...keys.networkIds.map((id) => hits.byNetworkId(id)),
    ...keys.networkUrls.map((url) => hits.byNetworkUrl(url)),
    ...keys.domains.map((domain) => {
      const hit = hits.byDomain(domain);
      return hit?.isPrimary === true ? hit.company : undefined;
    }),
  ];
  const [first] = found;
  return found.every((company) => company === first) ? first : undefined;
}

function parsePage(
  raw: string | null | undefined,
  hosts: readonly string[] | null,
): ReturnType<typeof parseProfileUrl> {
  if (!isSupplied(raw)) return null;
  const page = parseProfileUrl(raw, hosts === null ? {} : { hosts });
  return page?.kind === 'in' ? null : page;
}

function firstHit<T>(keys: readonly string[], find: (key: string) => T | undefined): T | undefined {
  for (const key of keys) {
    const hit = find(key);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

function apply(raw: string | null | undefined, normalise: (raw: string) => string | null): string | null {
  return isSupplied(raw) ? normalise(raw) : null;
}

function listOf(value: string | null): string[] {
  return value === null ? [] : [value];
}

function isSupplied(value: string | null | undefined): value is string {
  return value !== null && value !== undefined && value !== '';
}
