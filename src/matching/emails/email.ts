import { parse } from 'tldts';
import { usableText } from '../text.js';
import { asciiHost, suffixOptions, topLevel } from '../hosts/host.js';

/** The maximum number of characters of a local part. RFC 5321 counts octets, but local parts beyond ASCII are rare. */
const maxLocalPartLength = 64;
const maxAddressLength = 254;

/**
 * The options for finding the domain of an address. With them `github.io` is a normal domain and not a public suffix, because the
 * staff of a hosting platform have addresses there.
 */
const mailSuffixOptions = { ...suffixOptions, allowPrivateDomains: false };

/** An e-mail address in normal form. */
export interface EmailAddress {
  /** The local part, `@` and the domain. */
  address: string;
  /** The part of the address before the @, in lower case and NFC, without a tag after a plus sign: `Jane+news` → `jane`. */
  localPart: string;
  /** The domain of the address in lower-case ASCII: `München.de` → `xn--mnchen-3ya.de`. */
  domain: string;
}

const localPartPattern = /^[\p{L}\p{M}\p{N}!#$%&'*/=?^_`{|}~.-]+$/u;
const misplacedDot = /^\.|\.\.|\.$/;
const mailScheme = /^mailto:/i;
const mailSchemeLength = 'mailto:'.length;

/**
 * Parses and normalises one e-mail address: `Jane+news@Acme.COM` → `jane@acme.com`. Returns null for any other text, and never
 * throws. Parsing the normalised address gives the same address.
 *
 * Also null for addresses that persons do not have: with a quoted local part, or whose domain is an IP address, a single label
 * (`localhost`) or a public suffix (`co.uk`). As in a website, the top-level domain need not be on the public suffix list.
 */
export function parseEmail(raw: string): EmailAddress | null {
  const text = usableText(raw);
  const at = text?.indexOf('@') ?? -1;
  if (text === null || at === -1 || text.length > 2 * maxAddressLength) return null;
  const localPart = localPartOf(text.slice(0, at));
  const domain = asciiHost(text.slice(at + 1));
  if (localPart === null || domain === null || !isMailDomain(domain)) return null;
  const address = `${localPart}@${domain}`;
  return address.length > maxAddressLength ? null : { address, localPart, domain };
}

/**
 * Parses one e-mail address like {@link parseEmail}, and accepts the formats of mail programs: `Jane Doe <jane@acme.com>` and
 * `mailto:jane@acme.com?subject=Hello`. Returns null for several addresses.
 */
export function parseMailbox(raw: string): EmailAddress | null {
  const text = usableText(raw);
  const opening = text?.lastIndexOf('<') ?? -1;
  if (text === null || opening === -1) return parseEmail(withoutScheme(raw));
  const name = text.slice(0, opening);
  const isList = /[<>]/.test(name) || (name.includes('@') && name.includes(','));
  return isList || !text.endsWith('>') ? null : parseEmail(withoutScheme(text.slice(opening + 1, -1)));
}

function withoutScheme(written: string): string {
  const link = written.trim();
  if (!mailScheme.test(link)) return written;
  const address = link.slice(mailSchemeLength);
  const query = address.indexOf('?');
  return query === -1 ? address : address.slice(0, query);
}

function localPartOf(written: string): string | null {
  const plus = written.indexOf('+');
  const name = (plus === -1 ? written : written.slice(0, plus)).toLowerCase().normalize('NFC');
  return name.length <= maxLocalPartLength && localPartPattern.test(name) && !misplacedDot.test(name) ? name : null;
}

function isMailDomain(domain: string): boolean {
  const { domain: registered } = parse(domain, mailSuffixOptions);
  return registered !== null && !registered.includes('_') && topLevel.test(registered);
}
