import { domainToASCII, domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { usableText } from '../text.js';
import { sharedHost } from './shared-sites.js';

const maxHostLength = 253;
/** The maximum length before normalisation, punycode and the removal of trailing dots. */
const maxWrittenLength = 2 * maxHostLength;
const maxLabelLength = 63;
const maxPort = 65535;

const notInAHost = /[^0-9a-z._\u{80}-\u{10ffff}-]/iu;
const international = /[^ -~]|xn--/i;
const notInAnAsciiHost = /[^0-9a-z._-]/;
const portPattern = /^[0-9]{0,5}$/;

/**
 * The host of `host` or `host:port`, normalised by `asciiHost`; null if either part is invalid. An IPv6 address has several colons and
 * is invalid.
 */
export function hostWithoutPort(hostAndPort: string): string | null {
  const colon = hostAndPort.indexOf(':');
  if (colon === -1) return asciiHost(hostAndPort);
  const port = hostAndPort.slice(colon + 1);
  return portPattern.test(port) && Number(port) <= maxPort ? asciiHost(hostAndPort.slice(0, colon)) : null;
}

/**
 * A host name in lower-case ASCII (punycode for international labels) without trailing dots. Null for invalid lengths, and for
 * characters other than letters, digits, inner hyphens and underscores, which DNS allows in sub-domains. Does not check for public
 * suffixes and IP addresses.
 */
export function asciiHost(name: string): string | null {
  if (name.length > maxWrittenLength) return null;
  const isPlain = !notInAnAsciiHost.test(name) && !name.includes('xn--');
  // Excludes names that `domainToASCII` would decode at percent signs, cut at a slash, or process slowly.
  if (!isPlain && notInAHost.test(name)) return null;
  const host = withoutTrailingDots(isPlain ? name : lowerCaseAscii(name));
  return host.length <= maxHostLength && (isPlain || !notInAnAsciiHost.test(host)) && hasValidLabels(host)
    ? host
    : null;
}

function lowerCaseAscii(name: string): string {
  if (!international.test(name)) return name.toLowerCase();
  const ascii = domainToASCII(name);
  return ascii.includes('xn--') && !isReadable(ascii) ? '' : ascii;
}

/** Whether all labels can be decoded; from Node 24 on `domainToASCII` does not tell. */
function isReadable(ascii: string): boolean {
  const unicode = domainToUnicode(ascii);
  return !unicode.includes('xn--') && domainToASCII(unicode) === ascii;
}

function withoutTrailingDots(host: string): string {
  let end = host.length;
  while (end > 0 && host.charAt(end - 1) === '.') end -= 1;
  return host.slice(0, end);
}

/** Scans the labels in place, because `split` would take most of the time of a lookup. */
function hasValidLabels(host: string): boolean {
  for (let start = 0; start <= host.length;) {
    const dot = host.indexOf('.', start);
    const end = dot === -1 ? host.length : dot;
    if (end === start || end - start > maxLabelLength) return false;
    if (host.charAt(start) === '-' || host.charAt(end - 1) === '-') return false;
    start = end + 1;
  }
  return true;
}

const maxCandidates = 8;

/** Options of `tldts`. With private suffixes, each customer of a hosting platform has a site. */
export const suffixOptions = { allowPrivateDomains: true, extractHostname: false, detectIp: false };

const notInAScheme = /[^0-9a-z+.-]/i;
const endOfAuthority = /[/\\?#]/;
const leadingSlashes = /^[/\\]*/;
const twoSlashes = /^[/\\]{2}/;
/** A host alone, as most websites are given: no scheme, port, path or white space. */
const hostAlone = /^[0-9a-z.-]+$/;
const wwwLabel = /^www[0-9]{0,2}\./;
/** The end of a host with a plausible top-level domain: no digits, at least two letters. */
export const topLevel = /\.(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/;
const whiteSpace = /\s/;

/** A host with optional port, path, query and fragment, without a user name. */
const exactHost = /^[^\s/\\?#@:]+(?::[0-9]+)?(?:[/?#]|$)/;
const exactUrl = /^(?!mailto:)(?:[a-z][0-9a-z+.-]*:)?\/\/(?:[^@/\\?#:]*:[^@/\\?#]*@)?[^@/\\?#]+(?:[/?#]|$)/i;

const beforeWebsites = /^[\s,;|]+/;
const betweenWebsites = /[\s,;|]/;
const misspeltSchemes = /^(?:h?t{1,3}ps?[\s:;.,]*[/\\]+[\s:]*)+/i;

/** Schemes that are recognised without `//`; with it, any scheme is. */
const bareSchemes = new Set(['http', 'https', 'mailto']);

/**
 * The host of a company's website, for storage and lookup: lower-case ASCII without `www.`, `www2.` and the like. Accepts a domain, a
 * URL with any scheme, or an e-mail address. Null for texts without a company's site: IP addresses, single labels, public suffixes
 * (`co.uk`, `github.io`) and pages on shared sites. The top-level domain may be unlisted, because data contains retired (`.yu`) and
 * private ones (`.internal`). Idempotent; never throws.
 */
export function normaliseWebsite(raw: string): string | null {
  return siteOfCompany(readSite(raw))?.host ?? null;
}

/**
 * As `normaliseWebsite`, for exactly a host or a URL: null for e-mail addresses, surrounding white space and URLs that only browsers
 * accept (`https:/acme.com`).
 */
export function normaliseExactWebsite(raw: string): string | null {
  const isExact = raw.trim() === raw && (exactHost.test(raw) || exactUrl.test(raw));
  return isExact ? normaliseWebsite(raw) : null;
}

/**
 * Whether a website is a page on a shared site, so that its host does not identify the company. The site itself (`facebook.com`) and
 * its sub-domains are not.
 */
export function isPageOnSharedSite(raw: string): boolean {
  return readSite(raw)?.isPage === true;
}

/**
 * The `websiteCandidates` of a website that `normaliseWebsite` accepts, also with a misspelt scheme (`https//acme.com`); of several
 * websites, those of the first. Empty without a company's site.
 */
export function candidatesOfWebsite(raw: string): string[] {
  const site = siteOfCompany(readSite(raw) ?? readSite(firstWebsite(raw)));
  return site === null ? [] : candidatesOf(site);
}

/**
 * The registrable domain of a normalised host: its public suffix, including private ones, and one more label; the last two labels
 * under an unlisted top-level domain. Null for a suffix, a label with an underscore, and an implausible top-level domain.
 */
export function registrableDomain(host: string): string | null {
  const { domain } = parse(host, suffixOptions);
  return domain !== null && !domain.includes('_') && topLevel.test(domain) ? domain : null;
}

/**
 * The hosts that may find the owner of a normalised host in enhanced matching, most specific first: the host, its parents, and last its
 * registrable domain, or the tenant's sub-domain on a shared site (`acme.zendesk.com`). At most 8: a deeper host loses its nearest
 * parents, because stored sites are rarely that deep. Empty without a registrable domain.
 */
export function websiteCandidates(host: string): string[] {
  const domain = registrableDomain(host);
  return domain === null ? [] : candidatesOf(ownedSite(host, domain, ''));
}

interface Site {
  readonly host: string;
  /** The highest parent of the host with the same owner. */
  readonly domain: string;
  /** Whether the URL is a page of a customer of a shared site. */
  readonly isPage: boolean;
}

function candidatesOf({ host, domain }: Pick<Site, 'host' | 'domain'>): string[] {
  if (domain === host) return [host];
  const labels = host.slice(0, -domain.length - 1).split('.');
  const inner = labels.slice(1).slice(2 - maxCandidates);
  return [host, ...inner.map((_, index) => `${inner.slice(index).join('.')}.${domain}`), domain];
}

function readSite(raw: string): Site | null {
  if (hostAlone.test(raw)) return siteOf(asciiHost(raw), '');
  const text = usableText(raw);
  if (text === null) return null;
  const address = withoutScheme(text);
  const end = address.search(endOfAuthority);
  const authority = end === -1 ? address : address.slice(0, end);
  if (whiteSpace.test(authority)) return null;
  // A second @ stays and is rejected: the text is more often a list of addresses than a URL with a password.
  return siteOf(hostWithoutPort(authority.slice(authority.indexOf('@') + 1)), end === -1 ? '' : address.slice(end));
}

function siteOfCompany(site: Site | null): Site | null {
  return site?.isPage === true ? null : site;
}

/** The first of several websites, without a misspelt scheme. */
function firstWebsite(raw: string): string {
  const text = usableText(raw)?.replace(beforeWebsites, '').replace(misspeltSchemes, '');
  return text?.split(betweenWebsites, 1)[0] ?? '';
}

function withoutScheme(text: string): string {
  const colon = text.indexOf(':');
  const scheme = colon === -1 || notInAScheme.test(text.slice(0, colon)) ? null : text.slice(0, colon);
  const rest = scheme === null ? text : text.slice(colon + 1);
  const isBareScheme = scheme !== null && bareSchemes.has(scheme.toLowerCase());
  // Otherwise, the text before a colon without slashes is a host, and the text after it a port.
  return isBareScheme || twoSlashes.test(rest) ? rest.replace(leadingSlashes, '') : text;
}

/** The site without `www.`, unless that label is registered itself (`www.com`); null without a registrable domain. */
function siteOf(host: string | null, rest: string): Site | null {
  if (host === null) return null;
  const withoutWww = host.startsWith('www') ? host.replace(wwwLabel, '') : host;
  const site = withoutWww === host ? null : siteOf(withoutWww, rest);
  if (site !== null) return site;
  const domain = registrableDomain(host);
  return domain === null ? null : ownedSite(host, domain, rest);
}

/** @param rest the rest of a URL after the host. */
function ownedSite(host: string, domain: string, rest: string): Site {
  const shared = sharedHost(host, domain);
  if (shared === null) return { host, domain, isPage: false };
  return { host, domain: shared.tenant ?? domain, isPage: shared.isPage(rest) };
}
