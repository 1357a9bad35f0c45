import { createHash } from 'node:crypto';
import { usableText } from '../text.js';
import { asciiHost, hostWithoutPort } from './website.js';

const leadingZeros = /^0+/;
const idPattern = /^[0-9]{1,20}$/;

/**
 * The id of a company on the professional network: 1 to 20 ASCII digits without leading zeros. White space around it is
 * ignored. Null for anything else, zero included: no page has that id. Idempotent; never throws.
 */
export function normaliseNetworkId(raw: string): string | null {
  const id = usableText(raw)?.replace(leadingZeros, '') ?? '';
  return idPattern.test(id) ? id : null;
}

/** The professional network, which is always a host of profile pages. */
export const canonicalHost = 'network.com';

/**
 * Longest slug, in UTF-16 code units. Real ones are far shorter; much longer ones would not fit a PostgreSQL index.
 */
const maxSlugLength = 512;

/** What a page describes: an organisation under one of three headings, or (`in`) a person. */
type ProfileKind = 'company' | 'school' | 'showcase' | 'in';

/** A profile page of the professional network. */
export interface ProfileUrl {
  kind: ProfileKind;
  /** Lower case, NFC, percent-decoded; without leading zeros where it is a numeric id. */
  slug: string;
  /** `https://www.network.com/<kind>/<slug>`, whatever host the caller wrote. */
  canonical: string;
  /** The organisation's id where the page is addressed by it; null for slugs in words and for persons. */
  numericId: string | null;
  /**
   * Whether the caller wrote the page's own address, up to letter case, `http(s)://`, `www.` and one trailing slash, on
   * network.com or a configured host itself.
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

const schemes = ['https://', 'http://', '//'];
const exactScheme = /^https?:\/\//;
const queryOrFragment = /[?#]/;
const numericTopLevel = /\.[0-9]+$/;
const notInASlug = /[\s\p{Cc}/\\?#]/u;
const localePattern = /^[a-z]{2}(?:[-_][a-z]{2})?$/i;

/**
 * Reads the address of a profile page: any host name, or with `hosts` only those and their sub-domains, and always
 * network.com itself, because that is the host of the addresses we hand out. An empty list restricts nothing.
 * Null when the text is no such address: another scheme, a user name, an IP address, an unknown kind, an empty slug,
 * a broken percent sequence in it, or a dot segment anywhere. Never throws.
 */
export function parseProfileUrl(raw: string, options: { hosts?: readonly string[] } = {}): ProfileUrl | null {
  const text = usableText(raw);
  if (text === null) return null;
  const [authority = '', kindSegment = '', slugSegment = '', ...trail] = pathOf(text).split('/');
  const heading = kindSegment.toLowerCase();
  const kind = kinds.get(heading);
  // Before anything is worked out: most texts that come here are websites.
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
    canonical: `https://www.${canonicalHost}/${kind}/${slug}`,
    numericId,
    isExact: host.isNamed && isWrittenAs(raw, `${host.name}/${kind}/${slug}`),
  };
}

/** `host/kind/slug/...`: without scheme, query and fragment. */
function pathOf(text: string): string {
  const start = text.slice(0, 8).toLowerCase();
  const scheme = schemes.find((candidate) => start.startsWith(candidate)) ?? '';
  const address = text.slice(scheme.length);
  const end = address.search(queryOrFragment);
  return end === -1 ? address : address.slice(0, end);
}

/**
 * The host without `www.`, and whether it is named: network.com or one of `hosts`, rather than a regional or mobile edition
 * of one or, without `hosts`, any other.
 */
function pageHost(authority: string, hosts: readonly string[]): { name: string; isNamed: boolean } | null {
  const host = hostWithoutPort(authority);
  if (host === null || !host.includes('.') || numericTopLevel.test(host)) return null;
  const name = withoutWww(host);
  if (name === canonicalHost) return { name, isNamed: true };
  // An entry that is no host name turns into '', which no name equals or ends with behind a dot.
  const allowed = hosts.map((entry) => withoutWww(asciiHost(entry) ?? ''));
  if (allowed.includes(name)) return { name, isNamed: true };
  const isAllowed = hosts.length === 0 || allowed.some((entry) => name.endsWith(`.${entry}`));
  return isAllowed ? { name, isNamed: false } : null;
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

/** An encoded percent sign stays encoded: a slug that was encoded twice must not change again when it is read again. */
function decodeOnce(segment: string): string | null {
  if (!segment.includes('%')) return segment;
  try {
    return segment.split('%25').map(decodeURIComponent).join('%25');
  } catch {
    return null;
  }
}

/** A browser resolves dot segments, so that the page would be another than the one written. */
function isDotSegment(segment: string): boolean {
  const literal = segment.toLowerCase().replaceAll('%2e', '.');
  return literal === '.' || literal === '..';
}

/**
 * Old public pages tell namesakes apart by three more segments (`/pub/jane-doe/1/2a/3b4`), and a directory of names
 * stood under the same path. Only without such a trail does the slug alone name the person.
 */
function isLocaleTrail(trail: readonly string[]): boolean {
  const [locale, ...others] = trail.filter((segment) => segment !== '');
  return others.length === 0 && (locale === undefined || localePattern.test(locale));
}

function isWrittenAs(raw: string, address: string): boolean {
  const written = raw.toLowerCase().replace(exactScheme, '');
  return [address, `www.${address}`].some((form) => written === form || written === `${form}/`);
}

/** SHA-256 of a canonical profile URL in UTF-8, as 64 lower-case hexadecimal digits: the field `network_url_hash`. */
export function profileUrlHash(canonical: string): string {
  return createHash('sha256').update(canonical).digest('hex');
}
