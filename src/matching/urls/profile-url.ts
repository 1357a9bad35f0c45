import { createHash } from 'node:crypto';
import { usableText } from '../text.js';
import { asciiHost, hostWithoutPort, registrableDomain } from '../hosts/host.js';
import { withoutPastedMarks } from './pasted-text.js';
import { type ProfileKind, profilePath } from './profile-path.js';
import { canBePage, isMemberId, maxSlugLength, profileSlug } from './profile-slug.js';

const leadingZeros = /^0+/;
/** Spreadsheets and statistics programs write ids as fractions: `1441.0`. */
const zeroFraction = /\.0+$/;
const idPattern = /^[0-9]{1,20}$/;

/**
 * Normalises the numeric id of a company: ` 0001441` and `1441.0` → `1441`. Null for a text that is not a number of 1 to 20 ASCII digits, and
 * for zero, which no page has. Never throws.
 */
export function normaliseNetworkId(raw: string): string | null {
  const id = usableText(raw)?.replace(leadingZeros, '').replace(zeroFraction, '') ?? '';
  return idPattern.test(id) ? id : null;
}

/** The host with which profile URLs are stored. It is accepted in every request. Answers may have another host. */
export const canonicalHost = 'network.com';
const canonicalStart = `https://www.${canonicalHost}/`;

/** A profile page of the professional network. */
export interface ProfileUrl {
  kind: ProfileKind;
  /**
   * The name of the page in its URL, in lower case and NFC, percent-decoded, and without leading zeros if it is a number: `acme`. The id
   * of a member keeps its letter case: `ACoAAABcDeFgHiJk`.
   */
  slug: string;
  /** The URL as it is stored, whatever host the text has: `https://www.network.com/company/acme`. */
  canonical: string;
  /** The numeric id of an organisation, if the slug is a number. Null for other slugs and for persons. */
  numericId: string | null;
  /**
   * Whether the text is exactly the address of the page on an accepted host. Ignored are only letter case, `http://` or
   * `https://`, `www.`, and one slash at the end. An address on a subdomain of network.com or of a configured host, such as
   * `de.network.com`, is not exact.
   */
  isExact: boolean;
}

const plainPage = /^(https:\/\/www\.network\.com\/(company|school|showcase|in)\/([0-9a-z_-]+))\/?$/;
const digits = /^[0-9]+$/;
const schemes = ['https://', 'http://', '//'];
const exactSchemes = ['https://', 'http://'];
const queryOrFragment = /[?#]/;
const numericTopLevel = /\.[0-9]+$/;
const localePattern = /^[a-z]{2}(?:[-_][a-z]{2})?$/i;

/**
 * Parses the URL of a profile page: `de.network.com/in/Jane?x=1` → the canonical URL `https://www.network.com/in/jane`. Null for
 * any other text. What people paste around a URL is left out, such as quotation marks. Examples of other texts are a URL with another scheme than HTTP, a user name or an IP address, a page of an unknown kind or without
 * a slug, with a slug that can be no page (`/in/null`, `/company/login`), and a path with an invalid percent sequence or a segment of
 * dots (`..`). Never throws.
 * @param options `hosts` limits the accepted hosts to these, their subdomains and network.com; without it, or if it is empty, every
 *   host is accepted
 */
export function parseProfileUrl(raw: string, options: { hosts?: readonly string[] } = {}): ProfileUrl | null {
  // The two quick checks suffice for most texts: a host of a website has no slash and is no profile page, and a canonical URL is
  // parsed by one regular expression.
  if (!raw.includes('/')) return null;
  return canonicalPage(raw) ?? pageOf(raw, options);
}

/**
 * Parses a canonical URL of ASCII characters quickly. Null for all other texts, and for the page of an organisation whose slug
 * is a number, which needs more checks.
 */
function canonicalPage(raw: string): ProfileUrl | null {
  const [, canonical, kind, slug] = plainPage.exec(raw) ?? [];
  if (canonical === undefined || slug === undefined || slug.length > maxSlugLength) return null;
  if (!isKind(kind) || (kind !== 'in' && digits.test(slug)) || !canBePage(slug)) return null;
  return { kind, slug, canonical, numericId: null, isExact: true };
}

function isKind(kind: string | undefined): kind is ProfileKind {
  return kind === 'in' || kind === 'company' || kind === 'school' || kind === 'showcase';
}

function pageOf(raw: string, options: { hosts?: readonly string[] }): ProfileUrl | null {
  const text = usableText(raw);
  // The kind of page is looked for first, because many texts are websites and not profile pages.
  const found = text === null ? null : profilePath(pathOf(withoutPastedMarks(text)).split('/'));
  if (found === null) return null;
  const { kind, heading, trail } = found;
  const words = profileSlug(found.slug, kind);
  const host = pageHost(found.authority, options.hosts ?? []);
  if (words === null || host === null) return null;
  if (trail.some(isDotSegment) || (heading === 'pub' && !isLocaleTrail(trail))) return null;
  const numericId = kind === 'in' ? null : normaliseNetworkId(words);
  const slug = numericId ?? words;
  return {
    kind,
    slug,
    canonical: `${canonicalStart}${kind}/${slug}`,
    numericId,
    isExact: host.isNamed && isWrittenAs(raw, `${host.name}/${kind}/`, slug),
  };
}

/** The part of a URL from the host to the end of the path, without scheme, query and fragment: `network.com/in/jane`. */
function pathOf(text: string): string {
  const start = text.slice(0, 8).toLowerCase();
  const scheme = schemes.find((candidate) => start.startsWith(candidate)) ?? '';
  const address = text.slice(scheme.length);
  const end = address.search(queryOrFragment);
  return end === -1 ? address : address.slice(0, end);
}

/**
 * The host of a profile page without `www.`; null if it is not accepted. `isNamed` is false for a subdomain of network.com or of
 * one of `hosts`, which is accepted, but not exact.
 */
function pageHost(authority: string, hosts: readonly string[]): { name: string; isNamed: boolean } | null {
  const host = hostWithoutPort(authority);
  if (host === null || !host.includes('.') || numericTopLevel.test(host)) return null;
  const name = withoutWww(host);
  if (name === canonicalHost) return { name, isNamed: true };
  if (hosts.length === 0) return { name, isNamed: !name.endsWith(`.${canonicalHost}`) };
  // An invalid entry of `hosts` becomes an empty text, which matches no host.
  const allowed = hosts.map((entry) => withoutWww(asciiHost(entry) ?? ''));
  if (allowed.includes(name)) return { name, isNamed: true };
  return allowed.some((entry) => name.endsWith(`.${entry}`)) ? { name, isNamed: false } : null;
}

/** A function that changes a stored profile URL into the URL that answers contain. Its argument is a canonical URL. */
export type PageWriter = (canonical: string) => string;

/**
 * Makes the function that writes profile URLs in answers, with the first of the configured hosts. Stored URLs keep the host
 * network.com, so nothing must be imported again when the setting changes. If the first host is missing or invalid, answers
 * contain the stored URLs.
 * @param hosts the configured host names of profile URLs; null if none are configured
 */
export function pageWriter(hosts: readonly string[] | null): PageWriter {
  const host = withoutWww(asciiHost(hosts?.[0] ?? '') ?? '');
  if (host === canonicalHost || !host.includes('.')) return asStored;
  const start = `https://www.${host}/`;
  // All stored URLs begin with `canonicalStart`. This is not checked, because the check would take most of the time.
  return (canonical) => start + canonical.slice(canonicalStart.length);
}

function asStored(canonical: string): string {
  return canonical;
}

/**
 * The site that the operator must add to the configured hosts so that a profile URL is accepted: `linkedin.com` for
 * `https://de.linkedin.com/in/jane`. Null for a URL that is already accepted, and for a text that is no profile URL.
 * @param hosts the configured host names of profile URLs; null if none are configured, so that only network.com is accepted
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

/** Whether a segment of a path is `.` or `..`, also encoded. Browsers resolve these, so the URL would lead to another page. */
function isDotSegment(segment: string): boolean {
  const literal = segment.toLowerCase().replaceAll('%2e', '.');
  return literal === '.' || literal === '..';
}

/**
 * Whether nothing but a locale follows the slug of an old public page: `/pub/jane-doe/de`. If several persons have the same
 * slug, such pages distinguish them by three more segments: `/pub/jane-doe/1/2a/3b4`. A canonical URL cannot have these
 * segments.
 */
function isLocaleTrail(trail: readonly string[]): boolean {
  const [locale, ...others] = trail.filter((segment) => segment !== '');
  return others.length === 0 && (locale === undefined || localePattern.test(locale));
}

function isWrittenAs(raw: string, start: string, slug: string): boolean {
  const scheme = exactSchemes.find((candidate) => raw.slice(0, 8).toLowerCase().startsWith(candidate))?.length ?? 0;
  const written = raw.slice(scheme, raw.endsWith('/') ? -1 : undefined);
  const slugStart = written.lastIndexOf('/') + 1;
  const name = written.slice(slugStart);
  const before = written.slice(0, slugStart).toLowerCase();
  const isSlug = (isMemberId(slug) ? name : name.toLowerCase()) === slug;
  return isSlug && (before === start || before === `www.${start}`);
}

/**
 * The value of the field `network_url_hash`: the SHA-256 of a profile URL in UTF-8, as 64 lower-case hexadecimal digits.
 * @param canonical the URL that answers contain
 */
export function profileUrlHash(canonical: string): string {
  return createHash('sha256').update(canonical).digest('hex');
}
