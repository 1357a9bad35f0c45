import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { usableText } from '../text.js';
import { sharedHost } from './shared-sites/shared-sites.js';

const maxHostLength = 253;
/** Before decomposed letters are joined, surrogate pairs encoded and trailing dots dropped. */
const maxWrittenLength = 2 * maxHostLength;
const maxLabelLength = 63;
const maxPort = 65535;

const notInAHost = /[^0-9a-z._\u{80}-\u{10ffff}-]/iu;
const international = /[^ -~]|xn--/i;
const notInAnAsciiHost = /[^0-9a-z._-]/;
const portPattern = /^[0-9]{0,5}$/;

/**
 * The host of `host` or `host:port`, as `asciiHost` writes it; null when either part is malformed. An IPv6 address has
 * more than one colon and so never passes.
 */
export function hostWithoutPort(hostAndPort: string): string | null {
  const colon = hostAndPort.indexOf(':');
  if (colon === -1) return asciiHost(hostAndPort);
  const port = hostAndPort.slice(colon + 1);
  return portPattern.test(port) && Number(port) <= maxPort ? asciiHost(hostAndPort.slice(0, colon)) : null;
}

/**
 * A host name in lower-case ASCII (international labels as punycode) without trailing dots, or null when it breaks a
 * length rule or holds anything but letters, digits, inner hyphens and underscores. Underscores pass because
 * DNS serves such sub-domains; whether the name is public, or an address in digits, is for the caller to judge.
 */
export function asciiHost(name: string): string | null {
  // `domainToASCII` decodes percent signs, cuts at a slash and is slow on long text: such names never reach it.
  if (name.length > maxWrittenLength || notInAHost.test(name)) return null;
  const host = withoutTrailingDots(international.test(name) ? domainToASCII(name) : name.toLowerCase());
  return host.length <= maxHostLength && !notInAnAsciiHost.test(host) && hasSoundLabels(host) ? host : null;
}

function withoutTrailingDots(host: string): string {
  let end = host.length;
  while (end > 0 && host.charAt(end - 1) === '.') end -= 1;
  return host.slice(0, end);
}

/** Walks the labels in place: `split` would take most of the time of a look-up. */
function hasSoundLabels(host: string): boolean {
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

/** For looking up host names in `tldts`. With private suffixes, each customer of a hosting platform is a site. */
export const suffixOptions = { allowPrivateDomains: true, extractHostname: false, detectIp: false };

const notInAScheme = /[^0-9a-z+.-]/i;
const endOfAuthority = /[/\\?#]/;
const leadingSlashes = /^[/\\]*/;
const twoSlashes = /^[/\\]{2}/;
const wwwLabel = /^www[0-9]{0,2}\./;
/** Ends like a top-level domain: no number, and never one letter only. */
export const topLevel = /\.(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/;
const whiteSpace = /\s/;

/** A host with or without port, path, query and fragment, or a whole URL; a login is no e-mail address with its password. */
const exactHost = /^[^\s/\\?#@:]+(?::[0-9]+)?(?:[/?#]|$)/;
const exactUrl = /^(?!mailto:)(?:[a-z][0-9a-z+.-]*:)?\/\/(?:[^@/\\?#:]*:[^@/\\?#]*@)?[^@/\\?#]+(?:[/?#]|$)/i;

const beforeWebsites = /^[\s,;|]+/;
const betweenWebsites = /[\s,;|]/;
const misspeltSchemes = /^(?:h?t{1,3}ps?[\s:;.,]*[/\\]+[\s:]*)+/i;

/** Schemes that are recognised even without the two slashes; with them any scheme is. */
const bareSchemes = new Set(['http', 'https', 'mailto']);

/**
 * The host under which a company's website is stored and looked up: lower-case ASCII without `www.` (or `www2.` and the
 * like). Takes a domain, a URL with any scheme, or an e-mail address. Null when the text names no site of a company: IP
 * addresses, single labels, public suffixes alone (`co.uk`, `github.io`) and pages on shared sites. A top-level domain need
 * not be listed, because data has retired ones (`.yu`) and private ones (`.internal`). Idempotent; never throws.
 */
export function normaliseWebsite(raw: string): string | null {
  return siteOfCompany(readSite(raw))?.host ?? null;
}

/**
 * The same for text that is nothing but a host or a URL, letter by letter: null for e-mail addresses, white space around
 * it and URLs that only a browser would understand (`https:/acme.com`).
 */
export function normaliseExactWebsite(raw: string): string | null {
  const isExact = raw.trim() === raw && (exactHost.test(raw) || exactUrl.test(raw));
  return isExact ? normaliseWebsite(raw) : null;
}

/**
 * Whether a website is a page on a site where others than its owner have pages: its host then says nothing about the
 * company. The site itself (`facebook.com`) is no such page, nor is a sub-domain of it.
 */
export function isPageOnSharedSite(raw: string): boolean {
  return readSite(raw)?.isPage === true;
}

/**
 * The `websiteCandidates` of a website as `normaliseWebsite` reads it, also behind a misspelt scheme (`https//acme.com`), and
 * of several websites those of the first; none where there is no site of a company.
 */
export function candidatesOfWebsite(raw: string): string[] {
  const site = siteOfCompany(readSite(raw) ?? readSite(firstWebsite(raw)));
  return site === null ? [] : candidatesOf(site);
}

/**
 * The part of a normalised host that its owner registered: one label more than its public suffix, private suffixes
 * included; under a top-level domain that is not listed, the last two labels. Null when the host is nothing but a suffix,
 * or the name could not have been registered: because of an underscore, or below a top-level domain that cannot be one.
 */
export function registrableDomain(host: string): string | null {
  const { domain } = parse(host, suffixOptions);
  return domain !== null && !domain.includes('_') && topLevel.test(domain) ? domain : null;
}

/**
 * The hosts under which fuzzy matching may find the owner of a normalised host, most specific first: the host, its
 * parents, and last its registrable domain, or the tenant's sub-domain on a shared site (`acme.zendesk.com`). At most 8: of
 * a deeper host the parents next to it are left out, since stored sites are rarely that deep. Empty when the host has no
 * registrable domain.
 */
export function websiteCandidates(host: string): string[] {
  const domain = registrableDomain(host);
  return domain === null ? [] : candidatesOf(ownedSite(host, domain, ''));
}

interface Site {
  readonly host: string;
  /** The highest parent of the host that has the same owner. */
  readonly domain: string;
  /** Whether it is somebody's page there that is meant. */
  readonly isPage: boolean;
}

function candidatesOf({ host, domain }: Pick<Site, 'host' | 'domain'>): string[] {
  if (domain === host) return [host];
  const labels = host.slice(0, -domain.length - 1).split('.');
  const inner = labels.slice(1).slice(2 - maxCandidates);
  return [host, ...inner.map((_, index) => `${inner.slice(index).join('.')}.${domain}`), domain];
}

function readSite(raw: string): Site | null {
  const text = usableText(raw);
  if (text === null) return null;
  const address = withoutScheme(text);
  const end = address.search(endOfAuthority);
  const authority = end === -1 ? address : address.slice(0, end);
  if (whiteSpace.test(authority)) return null;
  // Of two @ the second stays and is refused: they are a list of addresses more often than a password.
  const host = hostWithoutPort(authority.slice(authority.indexOf('@') + 1));
  return host === null ? null : siteOf(host, end === -1 ? '' : address.slice(end));
}

function siteOfCompany(site: Site | null): Site | null {
  return site?.isPage === true ? null : site;
}

/** Of several websites the first, and one without the scheme that makes it unreadable. */
function firstWebsite(raw: string): string {
  const text = usableText(raw)?.replace(beforeWebsites, '').replace(misspeltSchemes, '');
  return text?.split(betweenWebsites, 1)[0] ?? '';
}

function withoutScheme(text: string): string {
  const colon = text.indexOf(':');
  const scheme = colon === -1 || notInAScheme.test(text.slice(0, colon)) ? null : text.slice(0, colon);
  const rest = scheme === null ? text : text.slice(colon + 1);
  const isBareScheme = scheme !== null && bareSchemes.has(scheme.toLowerCase());
  // What stands before a colon without slashes is otherwise a host, and what follows it a port.
  return isBareScheme || twoSlashes.test(rest) ? rest.replace(leadingSlashes, '') : text;
}

/** The site without `www.`, unless that label is itself what somebody registered (`www.com`); null if nobody could. */
function siteOf(host: string, rest: string): Site | null {
  const withoutWww = host.replace(wwwLabel, '');
  const site = withoutWww === host ? null : siteOf(withoutWww, rest);
  if (site !== null) return site;
  const domain = registrableDomain(host);
  return domain === null ? null : ownedSite(host, domain, rest);
}

/** @param rest what a URL has behind the host */
function ownedSite(host: string, domain: string, rest: string): Site {
  const shared = sharedHost(host, domain);
  if (shared === null) return { host, domain, isPage: false };
  return { host, domain: shared.tenant ?? domain, isPage: shared.isPage(rest) };
}
