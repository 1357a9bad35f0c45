import { usableText } from '../text.js';
import { hostWithoutPort, notInAnAsciiHost, plainHost, registrableDomain } from '../hosts/host.js';
import { isFreeMailDomain } from '../emails/mail-providers.js';
import { withoutPastedMarks } from './pasted-text.js';
import { isPlaceholderDomain } from '../hosts/placeholder-domains.js';
import { sharedHost } from './shared-sites.js';

const maxCandidates = 8;

const notInAScheme = /[^0-9a-z+.-]/i;
const endOfAuthority = /[/\\?#]/;
const leadingSlashes = /^[/\\]*/;
const twoSlashes = /^[/\\]{2}/;
const wwwLabel = /^www[0-9]{0,2}\./;
const whiteSpace = /\s/;
const webAddress = /^https?:\/\//i;

/** Matches a host without a user name in front of it. A port, a path, a query or a fragment may follow. */
const exactHost = /^[^\s/\\?#@:]+(?::[0-9]+)?(?:[/?#]|$)/;
const exactUrl = /^(?!mailto:)(?:[a-z][0-9a-z+.-]*:)?\/\/(?:[^@/\\?#:]*:[^@/\\?#]*@)?[^@/\\?#]+(?:[/?#]|$)/i;

const beforeWebsites = /^[\s,;|]+/;
const betweenWebsites = /[\s,;|&]/;
/** Matches the hyphens of text processors, such as the one at which no line is broken. No domain can have them. */
const otherHyphens = /[\u2010-\u2015\u2212\ufe63\uff0d]/g;
const misspeltSchemes = /^(?:h?t{1,3}ps?[\s:;.,]*[/\\]+[\s:]*)+/i;

/** The schemes that are recognised even without two slashes after them. With two slashes, every scheme is recognised. */
const bareSchemes = new Set(['http', 'https', 'mailto']);

/**
 * The host under which a company's website is stored and looked up: `https://www.Acme.com/about` → `acme.com`. It is in lower-case
 * ASCII and has no label such as `www` or `www2` in front. The text may be a domain, a URL with any scheme, or an e-mail address.
 *
 * Null for a text that names no company's site: an IP address, a single label, a public suffix (`co.uk`, `github.io`), or a page on
 * a shared site (`facebook.com/acme`). The top-level domain need not be on the public suffix list, because records contain retired
 * (`.yu`) and private ones (`.internal`). A normalised host stays as it is. Never throws.
 */
export function normaliseWebsite(raw: string): string | null {
  return siteOfCompany(readSite(raw))?.host ?? null;
}

/**
 * The host of a website, as {@link normaliseWebsite} returns it, but only for a text that is exactly a host or a URL. Null also for
 * an e-mail address, for a text with white space around it, and for a URL that only browsers accept (`https:/acme.com`).
 */
export function normaliseExactWebsite(raw: string): string | null {
  const isExact = raw.trim() === raw && (exactHost.test(raw) || exactUrl.test(raw));
  const host = isExact ? normaliseWebsite(raw) : null;
  return host === null || isPlaceholderDomain(host) ? null : host;
}

/**
 * Whether a website is a customer's page on a shared site, such as `facebook.com/acme`. The host of such a page does not identify
 * the company. The site itself, `facebook.com`, and its subdomains belong to its owner.
 */
export function isPageOnSharedSite(raw: string): boolean {
  return readSite(raw)?.isPage === true;
}

/**
 * The hosts by which the company of a website may be found, in the order of {@link websiteCandidates}. Besides all that {@link
 * normaliseWebsite} accepts, the text may have a misspelt scheme (`https//acme.com`), or several websites, of which only the
 * first counts. Empty for a text that names no company's site.
 */
export function candidatesOfWebsite(raw: string): string[] {
  const site = siteInText(raw);
  return site === null || isPlaceholderDomain(site.host) ? [] : candidatesOf(site);
}

/** The host of a website as {@link candidatesOfWebsite} reads it, for a record that is stored; null if the text names none. */
export function websiteInText(raw: string): string | null {
  return siteInText(raw)?.host ?? null;
}

function siteInText(raw: string): Site | null {
  const site = readSite(raw) ?? readSite(firstWebsite(raw));
  return siteOfCompany(site?.isPage === true ? readSite(forwardedTo(raw)) : site);
}

/**
 * The hosts under which enhanced matching looks up the owner of a host, the most specific first: `eu.shop.acme.com` →
 * `eu.shop.acme.com`, `shop.acme.com`, `acme.com`. The last is the registrable domain, or on a shared site the subdomain of the
 * customer: `acme.zendesk.com`.
 *
 * At most 8 hosts. If a host has more parents, those nearest to the host are left out, because stored sites rarely have so many
 * labels. Empty for a host without a registrable domain.
 * @param host as `asciiHost` normalises it
 */
export function websiteCandidates(host: string): string[] {
  const domain = registrableDomain(host);
  return domain === null ? [] : candidatesOf(ownedSite(host, domain, ''));
}

/** The parts of a website from which its company can be recognised. */
interface Site {
  readonly host: string;
  /** The highest parent of the host that belongs to the same company: `acme.com` for `shop.acme.com`. */
  readonly domain: string;
  /** Whether the website is the page of a customer on a shared site, such as `facebook.com/acme`. */
  readonly isPage: boolean;
}

function candidatesOf({ host, domain }: Pick<Site, 'host' | 'domain'>): string[] {
  if (domain === host) return [host];
  const labels = host.slice(0, -domain.length - 1).split('.');
  const inner = labels.slice(1).slice(2 - maxCandidates);
  return [host, ...inner.map((_, index) => `${inner.slice(index).join('.')}.${domain}`), domain];
}

function readSite(raw: string): Site | null {
  // Most websites are written as a host, without scheme, port, path or white space.
  if (!notInAnAsciiHost.test(raw)) return siteOf(plainHost(raw), '');
  const text = usableText(raw)?.replace(otherHyphens, '-');
  if (text === undefined) return null;
  const address = withoutScheme(text);
  const end = address.search(endOfAuthority);
  const authority = end === -1 ? address : address.slice(0, end);
  if (whiteSpace.test(authority)) return null;
  // Only the text before the first @ is removed. If a second @ follows, it stays in the host, which is then rejected: the text
  // is more often a list of addresses than a URL with a password.
  return siteOf(hostWithoutPort(authority.slice(authority.indexOf('@') + 1)), end === -1 ? '' : address.slice(end));
}

function siteOfCompany(site: Site | null): Site | null {
  return site?.isPage === true ? null : site;
}

const notInALabel = /[^a-z0-9]/g;

/** The minimum length of a domain, or of the first word of a name, that is looked for within the other. */
const leastInside = 4;

/**
 * Whether a host can be the website of a company: it must be able to be one of its domains. A shared site can only be the website of a company
 * with a similar name, as `facebook.com` is that of Facebook. Other companies write only the site on which they have a page.
 * @param host as {@link normaliseWebsite} returns it
 * @param names the names of the company and the slug of its profile page; null for one that is not known. A record without any name can be
 *   the record of the shared site itself.
 */
export function isWebsiteOf(host: string, names: readonly (string | null)[]): boolean {
  if (!isDomainOf(host, names)) return false;
  const isNamed = names.some((name) => (name ?? '') !== '');
  return !isNamed || !hasPagesOfOthers(host, registrableDomain(host) ?? host) || hasSimilarName(host, names);
}

/**
 * Whether a host can be one of the domains of a company. A domain that stands for a missing one cannot. The domain of a mail provider can
 * only be that of a company with a similar name: Orange has `orange.fr`, and others write the domain of their address.
 * @param host as {@link normaliseWebsite} returns it
 * @param names the names of the company and the slug of its profile page; null for one that is not known
 */
export function isDomainOf(host: string, names: readonly (string | null)[]): boolean {
  return !isPlaceholderDomain(host) && (!isFreeMailDomain(host) || hasSimilarName(host, names));
}

function hasSimilarName(host: string, names: readonly (string | null)[]): boolean {
  const domain = registrableDomain(host) ?? host;
  const label = domain.slice(0, domain.indexOf('.')).replace(notInALabel, '');
  return names.some((name) => isOwner(label, (name ?? '').toLowerCase()));
}

/** Whether any path of a host is the page of another company, as on `facebook.com`. */
function hasPagesOfOthers(host: string, domain: string): boolean {
  return sharedHost(host, domain)?.isPage('/any-company') === true;
}

/** Whether the owner of a domain may have a name: `orange` and Orange S.A., `squareup` and Square, `liepin` and Tongdao Liepin. */
function isOwner(label: string, name: string): boolean {
  const letters = name.replace(notInALabel, '');
  const [word = ''] = name.split(notInALabel, 1);
  if (letters.startsWith(label) || (word.length >= leastInside && label.startsWith(word))) return true;
  return label.length >= leastInside && letters.includes(label);
}

/**
 * The address to which a page on a shared site forwards its visitors: `https://www.google.com/url?q=https://acme.com` leads to
 * `https://acme.com`. Empty if the page has no parameter with a URL.
 */
function forwardedTo(raw: string): string {
  const query = raw.slice(raw.indexOf('?') + 1);
  for (const target of new URLSearchParams(query).values()) if (webAddress.test(target)) return target;
  return '';
}

/** The first of several websites in a text, without a misspelt scheme. */
function firstWebsite(raw: string): string {
  const text = withoutPastedMarks(usableText(raw) ?? '')
    .replace(beforeWebsites, '')
    .replace(misspeltSchemes, '');
  return text.split(betweenWebsites, 1)[0] ?? '';
}

function withoutScheme(text: string): string {
  const colon = text.indexOf(':');
  const scheme = colon === -1 || notInAScheme.test(text.slice(0, colon)) ? null : text.slice(0, colon);
  const rest = scheme === null ? text : text.slice(colon + 1);
  const isBareScheme = scheme !== null && bareSchemes.has(scheme.toLowerCase());
  // In `acme.com:8080`, no slashes follow the colon, and the text in front of it is no known scheme. So it is a host with a
  // port.
  return isBareScheme || twoSlashes.test(rest) ? rest.replace(leadingSlashes, '') : text;
}

/**
 * The site of a host. A label such as `www` or `www2` in front of the host is left out, unless it is the registered name, as in
 * `www.com`. Null for a host without a registrable domain.
 * @param rest the text behind the host in a URL: path, query and fragment
 */
function siteOf(host: string | null, rest: string): Site | null {
  if (host === null) return null;
  const withoutWww = host.startsWith('www') ? host.replace(wwwLabel, '') : host;
  const site = withoutWww === host ? null : siteOf(withoutWww, rest);
  if (site !== null) return site;
  const domain = registrableDomain(host);
  return domain === null ? null : ownedSite(host, domain, rest);
}

function ownedSite(host: string, domain: string, rest: string): Site {
  const shared = sharedHost(host, domain);
  if (shared === null) return { host, domain, isPage: false };
  return { host, domain: shared.tenant ?? domain, isPage: shared.isPage(rest) };
}
