import { domainToASCII, domainToUnicode } from 'node:url';
import { getDomain } from 'tldts';

const maxHostLength = 253;
/** The maximum length of a host as it is written. Normalisation can shorten it, because it removes trailing dots. */
const maxWrittenLength = 2 * maxHostLength;
const maxLabelLength = 63;
const maxPort = 65535;

const notInAHost = /[^0-9a-z._\u{80}-\u{10ffff}-]/iu;
const international = /[^ -~]|xn--/i;
/** Matches a character that no host in lower-case ASCII has. */
export const notInAnAsciiHost = /[^0-9a-z._-]/;
const portPattern = /^[0-9]{0,5}$/;

/**
 * The host of a text such as `acme.com` or `acme.com:8080`, normalised by {@link asciiHost}. Null if the host or the port is
 * invalid. An IPv6 address is not accepted.
 */
export function hostWithoutPort(hostAndPort: string): string | null {
  const colon = hostAndPort.indexOf(':');
  if (colon === -1) return asciiHost(hostAndPort);
  const port = hostAndPort.slice(colon + 1);
  return portPattern.test(port) && Number(port) <= maxPort ? asciiHost(hostAndPort.slice(0, colon)) : null;
}

/**
 * Normalises a host name to lower-case ASCII without trailing dots: `München.DE.` → `xn--mnchen-3ya.de`. Null for a name, or a
 * label, of an invalid length, and for characters other than letters, digits, hyphens inside a label and underscores. Public
 * suffixes and IP addresses are accepted.
 */
export function asciiHost(name: string): string | null {
  return notInAnAsciiHost.test(name) ? otherHost(name) : plainHost(name);
}

/** The host of a name in which only `[0-9a-z._-]` occur, as in most names. Null as {@link asciiHost} returns it. */
export function plainHost(name: string): string | null {
  if (name.length > maxWrittenLength || name.includes('xn--')) return otherHost(name);
  return validHost(withoutTrailingDots(name));
}

/** The host of a name with capitals, letters of other scripts or punycode. */
function otherHost(name: string): string | null {
  // These names must not reach `domainToASCII`. It would decode percent signs, cut the name at a slash, or need much time for a
  // long name.
  if (name.length > maxWrittenLength || notInAHost.test(name)) return null;
  const host = withoutTrailingDots(lowerCaseAscii(name));
  return notInAnAsciiHost.test(host) ? null : validHost(host);
}

function validHost(host: string): string | null {
  return host.length <= maxHostLength && hasValidLabels(host) ? host : null;
}

function lowerCaseAscii(name: string): string {
  if (!international.test(name)) return name.toLowerCase();
  const ascii = domainToASCII(name);
  return ascii.includes('xn--') && !isReadable(ascii) ? '' : ascii;
}

/**
 * Whether all labels of an internationalised host can be decoded. Since Node 24, `domainToASCII` also accepts labels that
 * cannot be decoded.
 */
function isReadable(ascii: string): boolean {
  const unicode = domainToUnicode(ascii);
  return !unicode.includes('xn--') && domainToASCII(unicode) === ascii;
}

function withoutTrailingDots(host: string): string {
  let end = host.length;
  while (end > 0 && host.charAt(end - 1) === '.') end -= 1;
  return host.slice(0, end);
}

/**
 * Whether all labels have a valid length, and no hyphen at their start or end. The function does not use `split`, which would
 * take most of the time of a lookup.
 */
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

/**
 * The options with which `tldts` finds the public suffix of a host. They include private suffixes such as `github.io`, so that each
 * customer of a hosting platform has a domain: `acme.github.io`.
 */
export const suffixOptions = { allowPrivateDomains: true, extractHostname: false, detectIp: false };

/** The end of a host with a plausible top-level domain: two or more letters without digits, or punycode. */
export const topLevel = /\.(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/;

/**
 * The registrable domain of a host: its public suffix and one more label, `shop.acme.co.uk` → `acme.co.uk`. Private suffixes count:
 * `www.acme.github.io` → `acme.github.io`. Under a top-level domain that is not on the public suffix list, it is the last two
 * labels.
 *
 * Null for a public suffix, for a domain with an underscore, and for an implausible top-level domain.
 * @param host as {@link asciiHost} normalises it
 */
export function registrableDomain(host: string): string | null {
  const domain = getDomain(host, suffixOptions);
  return domain !== null && !domain.includes('_') && topLevel.test(domain) ? domain : null;
}
