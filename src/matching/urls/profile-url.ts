import { createHash } from 'node:crypto';
import { usableText } from '../text.js';
import { asciiHost, hostWithoutPort, registrableDomain } from './website.js';

const leadingZeros = /^0+/;
const idPattern = /^[0-9]{1,20}$/;

/**
 * Normalises the numeric id of a company: 1 to 20 ASCII digits without leading zeros and white space. Null for any other text and for
 * zero, which no page has. Idempotent; never throws.
 */
export function normaliseNetworkId(raw: string): string | null {
  const id = usableText(raw)?.replace(leadingZeros, '') ?? '';
  return idPattern.test(id) ? id : null;
}

/** The host of canonical profile URLs, which is always accepted. They are stored with it, and answers may carry another host. */
export const canonicalHost = 'network.com';
const canonicalStart = `https://www.${canonicalHost}/`;

/**
 * The maximum length of a slug, in UTF-16 code units. Much longer ones would exceed a PostgreSQL index entry.
 */
const maxSlugLength = 512;

/** The kind of a page: three kinds of organisations, or `in` for a person. */
type ProfileKind = 'company' | 'school' | 'showcase' | 'in';

/** A profile page of the professional network. */
export interface ProfileUrl {
  kind: ProfileKind;
  /** Lower case, NFC, percent-decoded; a numeric id has no leading zeros. */
  slug: string;
  /** `https://www.network.com/<kind>/<slug>`, for any accepted host. */
  canonical: string;
  /** The organisation's id if the slug is one; null for other slugs and for persons. */
  numericId: string | null;
  /**
   * Whether the text equals the page's address on an accepted host, apart from letter case, `http(s)://`, `www.` and one trailing
   * slash. A sub-domain of network.com or of a configured host is a spelling of that host, so it is not equal.
   */
  isExact: boolean;
}

const kinds = new Map<string, ProfileKind>([
  ['company', 'company'],
  ['school', 'school'],
  ['showcase', 'showcase'],
  ['in', 'in'],
  ['pub', 'in'],
]);

const plainPage = /^(https:\/\/www\.network\.com\/(company|school|showcase|in)\/([0-9a-z_-]+))\/?$/;
const digits = /^[0-9]+$/;
const schemes = ['https://', 'http://', '//'];
const exactSchemes = ['https://', 'http://'];
const queryOrFragment = /[?#]/;
const numericTopLevel = /\.[0-9]+$/;
const notInASlug = /[\s\p{Cc}/\\?#]/u;
const localePattern = /^[a-z]{2}(?:[-_][a-z]{2})?$/i;

/**
 * Parses the URL of a profile page. Accepts any host, or with `hosts` only those and their sub-domains, and always network.com, the
 * host of canonical URLs. An empty list accepts any host. Null for other texts: another scheme, a user name, an IP address, an
 * unknown kind, an empty slug, an invalid percent sequence, or a dot segment. Never throws.
 */
export function parseProfileUrl(raw: string, options: { hosts?: readonly string[] } = {}): ProfileUrl | null {
  // Most texts are hosts of websites or canonical.
  if (!raw.includes('/')) return null;
  return canonicalPage(raw) ?? pageOf(raw, options);
}

/** A canonical URL of plain letters, without the cost of taking it apart; null for others, and for those with an organisation's id. */
function canonicalPage(raw: string): ProfileUrl | null {
  const [, canonical, kind, slug] = plainPage.exec(raw) ?? [];
  if (canonical === undefined || slug === undefined || slug.length > maxSlugLength) return null;
  const known = kinds.get(kind ?? '');
  if (known === undefined || (known !== 'in' && digits.test(slug))) return null;
  return { kind: known, slug, canonical, numericId: null, isExact: true };
}

function pageOf(raw: string, options: { hosts?: readonly string[] }): ProfileUrl | null {
  const text = usableText(raw);
  if (text === null) return null;
  const [authority = '', kindSegment = '', slugSegment = '', ...trail] = pathOf(text).split('/');
  const heading = kindSegment.toLowerCase();
  const kind = kinds.get(heading);
  // Returns early, because many texts are websites.
  if (kind === undefined) return null;
  const words = slugOf(slugSegment);
  const host = pageHost(authority, options.hosts ?? []);
  if (words === null || host === null) return null;
  if (trail.some(isDotSegment) || (heading === 'pub' && !isLocaleTrail(trail))) return null;
  const numericId = kind === 'in' ? null : normaliseNetworkId(words);
  const slug = numericId ?? words;
  return {
    kind,
    slug,
    canonical: `${canonicalStart}${kind}/${slug}`,
    numericId,
    isExact: host.isNamed && isWrittenAs(raw, `${host.name}/${kind}/${slug}`),
  };
}

/** `host/kind/slug/...`, without scheme, query and fragment. */
function pathOf(text: string): string {
  const start = text.slice(0, 8).toLowerCase();
  const scheme = schemes.find((candidate) => start.startsWith(candidate)) ?? '';
  const address = text.slice(scheme.length);
  const end = address.search(queryOrFragment);
  return end === -1 ? address : address.slice(0, end);
}

/**
 * The host without `www.`, and whether it is named: network.com, one of `hosts`, or without `hosts` any host. A sub-domain of
 * network.com or of one of `hosts` is not named.
 */
function pageHost(authority: string, hosts: readonly string[]): { name: string; isNamed: boolean } | null {
  const host = hostWithoutPort(authority);
  if (host === null || !host.includes('.') || numericTopLevel.test(host)) return null;
  const name = withoutWww(host);
  if (name === canonicalHost) return { name, isNamed: true };
  if (hosts.length === 0) return { name, isNamed: !name.endsWith(`.${canonicalHost}`) };
  // An invalid entry becomes '', which matches no host.
  const allowed = hosts.map((entry) => withoutWww(asciiHost(entry) ?? ''));
  if (allowed.includes(name)) return { name, isNamed: true };
  return allowed.some((entry) => name.endsWith(`.${entry}`)) ? { name, isNamed: false } : null;
}

/** Writes a stored profile page, which is a canonical URL, for an answer. */
export type PageWriter = (canonical: string) => string;

/**
 * How answers write profile pages: with the first of the configured hosts. Stored pages keep the host network.com, so a change of
 * the setting needs no new import. Without a usable host, pages are written as they are stored.
 * @param hosts the configured host names of profile URLs; null for none
 */
export function pageWriter(hosts: readonly string[] | null): PageWriter {
  const host = withoutWww(asciiHost(hosts?.[0] ?? '') ?? '');
  if (host === canonicalHost || !host.includes('.')) return asStored;
  const start = `https://www.${host}/`;
  // All stored pages begin alike; checking it for each would take most of the time.
  return (canonical) => start + canonical.slice(canonicalStart.length);
}

function asStored(canonical: string): string {
  return canonical;
}

/**
 * The site to add to the configured hosts because of a profile page: `linkedin.com` for `https://de.linkedin.com/in/jane`. Null for
 * a page on a configured host, or without configured hosts on network.com, and for a text that is no profile page.
 * @param hosts the configured host names of profile URLs; null for none
 */
export function unconfiguredSite(raw: string, hosts: readonly string[] | null): string | null {
  if (raw.startsWith(canonicalStart)) return null;
  const accepted = hosts ?? [canonicalHost];
  if (parseProfileUrl(raw, { hosts: accepted }) !== null || parseProfileUrl(raw) === null) return null;
  const host = hostWithoutPort(pathOf(usableText(raw) ?? '').split('/')[0] ?? '');
  return host === null ? null : (registrableDomain(host) ?? withoutWww(host));
}

function withoutWww(host: string): string {
  const rest = host.startsWith('www.') ? host.slice(4) : host;
  return rest.includes('.') ? rest : host;
}

function slugOf(segment: string): string | null {
  const decoded = decodeOnce(segment);
  if (decoded === null) return null;
  const slug = decoded.toLowerCase().normalize('NFC');
  const isName = slug !== '' && slug !== '.' && slug !== '..' && slug.length <= maxSlugLength;
  return isName && !notInASlug.test(slug) ? slug : null;
}

/** Keeps an encoded percent sign encoded, so that parsing is idempotent for a slug that was encoded twice. */
function decodeOnce(segment: string): string | null {
  if (!segment.includes('%')) return segment;
  try {
    return segment.split('%25').map(decodeURIComponent).join('%25');
  } catch {
    return null;
  }
}

/** Browsers resolve dot segments, so the URL would lead to another page. */
function isDotSegment(segment: string): boolean {
  const literal = segment.toLowerCase().replaceAll('%2e', '.');
  return literal === '.' || literal === '..';
}

/**
 * Old public pages distinguish persons with the same slug by three more segments (`/pub/jane-doe/1/2a/3b4`), so only a locale may
 * follow the slug.
 */
function isLocaleTrail(trail: readonly string[]): boolean {
  const [locale, ...others] = trail.filter((segment) => segment !== '');
  return others.length === 0 && (locale === undefined || localePattern.test(locale));
}

function isWrittenAs(raw: string, address: string): boolean {
  const text = raw.toLowerCase();
  const start = exactSchemes.find((scheme) => text.startsWith(scheme))?.length ?? 0;
  const written = text.slice(start, text.endsWith('/') ? -1 : undefined);
  return written === address || written === `www.${address}`;
}

/** SHA-256 of a profile URL, as it is served, in UTF-8, as 64 lower-case hexadecimal digits: the field `network_url_hash`. */
export function profileUrlHash(canonical: string): string {
  return createHash('sha256').update(canonical).digest('hex');
}
