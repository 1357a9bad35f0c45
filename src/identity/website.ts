import { parse } from 'tldts';
import { hostWithoutPort } from './host.js';
import { usableText } from './text.js';

const MAX_CANDIDATES = 8;

/** For looking up host names in `tldts`. With private suffixes, each customer of a hosting platform is a site. */
export const SUFFIX_OPTIONS = { allowPrivateDomains: true, extractHostname: false, detectIp: false };

const NOT_IN_A_SCHEME = /[^0-9a-z+.-]/i;
const END_OF_AUTHORITY = /[/\\?#]/;
const LEADING_SLASHES = /^[/\\]*/;
const SLASHES_AROUND = /^[/\\]+|[/\\]+$/g;
/** A fragment that begins with an exclamation mark is how some sites once wrote paths: `/#!/acme`. */
const QUERY_OR_FRAGMENT = /\?|#(?!!)/;
const TWO_SLASHES = /^[/\\]{2}/;
const WWW_LABEL = /^www[0-9]{0,2}\./;
/** Ends like a top-level domain: no number, and never one letter only. */
export const TOP_LEVEL = /\.(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/;
const WHITE_SPACE = /\s/;

/** Schemes that are recognised even without the two slashes; with them any scheme is. */
const BARE_SCHEMES = new Set(['http', 'https', 'mailto']);

/**
 * The host under which a company's website is stored and looked up: lower-case ASCII without `www.` (or `www2.` and the
 * like). Takes a domain, a URL with any scheme, or an e-mail address. Null when the text names no site: IP addresses,
 * single labels, and public suffixes alone (`co.uk`, `github.io`). A top-level domain need not be listed, because data
 * has retired ones (`.yu`) and private ones (`.internal`). Idempotent; never throws.
 */
export function normaliseWebsite(raw: string): string | null {
  return readSite(raw)?.host ?? null;
}

/** The path that a website is written with, without slashes around it; empty when the whole site is meant. */
export function websitePath(raw: string): string {
  const address = withoutScheme(usableText(raw) ?? '');
  const start = address.search(END_OF_AUTHORITY);
  if (start === -1) return '';
  const [path = ''] = address.slice(start).split(QUERY_OR_FRAGMENT, 1);
  return path.replace(SLASHES_AROUND, '');
}

/** The `websiteCandidates` of a website as `normaliseWebsite` reads it; none where that is null. */
export function candidatesOfWebsite(raw: string): string[] {
  const site = readSite(raw);
  return site === null ? [] : candidatesOf(site);
}

/**
 * The part of a normalised host that its owner registered: one label more than its public suffix, private suffixes
 * included; under a top-level domain that is not listed, the last two labels. Null when the host is nothing but a suffix,
 * or the name could not have been registered: because of an underscore, or below a top-level domain that cannot be one.
 */
export function registrableDomain(host: string): string | null {
  const { domain } = parse(host, SUFFIX_OPTIONS);
  return domain !== null && !domain.includes('_') && TOP_LEVEL.test(domain) ? domain : null;
}

/**
 * The hosts under which fuzzy matching may find the owner of a normalised host, most specific first: the host, its
 * parents, and last its registrable domain. At most 8: of a deeper host the parents next to it are left out, since
 * stored sites are rarely that deep. Empty when the host has no registrable domain.
 */
export function websiteCandidates(host: string): string[] {
  const domain = registrableDomain(host);
  return domain === null ? [] : candidatesOf({ host, domain });
}

interface Site {
  readonly host: string;
  /** The registrable domain of the host. */
  readonly domain: string;
}

function candidatesOf({ host, domain }: Site): string[] {
  if (domain === host) return [host];
  const labels = host.slice(0, -domain.length - 1).split('.');
  const inner = labels.slice(1).slice(2 - MAX_CANDIDATES);
  return [host, ...inner.map((_, index) => `${inner.slice(index).join('.')}.${domain}`), domain];
}

function readSite(raw: string): Site | null {
  const text = usableText(raw);
  const host = text === null ? null : hostOf(text);
  return host === null ? null : siteOf(host);
}

function hostOf(text: string): string | null {
  const address = withoutScheme(text);
  const end = address.search(END_OF_AUTHORITY);
  const authority = end === -1 ? address : address.slice(0, end);
  if (WHITE_SPACE.test(authority)) return null;
  // Of two @ the second stays and is refused: they are a list of addresses more often than a password.
  return hostWithoutPort(authority.slice(authority.indexOf('@') + 1));
}

function withoutScheme(text: string): string {
  const colon = text.indexOf(':');
  const scheme = colon === -1 || NOT_IN_A_SCHEME.test(text.slice(0, colon)) ? null : text.slice(0, colon);
  const rest = scheme === null ? text : text.slice(colon + 1);
  const isBareScheme = scheme !== null && BARE_SCHEMES.has(scheme.toLowerCase());
  // What stands before a colon without slashes is otherwise a host, and what follows it a port.
  return isBareScheme || TWO_SLASHES.test(rest) ? rest.replace(LEADING_SLASHES, '') : text;
}

/** The site without `www.`, unless that label is itself what somebody registered (`www.com`); null if nobody could. */
function siteOf(host: string): Site | null {
  const rest = host.replace(WWW_LABEL, '');
  const site = rest === host ? null : siteOf(rest);
  if (site !== null) return site;
  const domain = registrableDomain(host);
  return domain === null ? null : { host, domain };
}
