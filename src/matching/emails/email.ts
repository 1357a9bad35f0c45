import { parse } from 'tldts';
import { asciiHost } from '../urls/host.js';
import { usableText } from '../text.js';
import { SUFFIX_OPTIONS, TOP_LEVEL } from '../urls/website.js';

/** RFC 5321 counts octets; international local parts are rare enough to count characters. */
const MAX_LOCAL_PART_LENGTH = 64;
const MAX_ADDRESS_LENGTH = 254;

/** Hosting platforms give names away under their domain, but staff of theirs have mail there. */
const MAIL_SUFFIX_OPTIONS = { ...SUFFIX_OPTIONS, allowPrivateDomains: false };

/** An e-mail address as it is stored and looked up. */
export interface EmailAddress {
  /** `localPart@domain`. */
  address: string;
  /** Lower case, NFC, without a tag behind a plus sign. */
  localPart: string;
  /** Lower-case ASCII. */
  domain: string;
}

const LOCAL_PART = /^[\p{L}\p{M}\p{N}!#$%&'*/=?^_`{|}~.-]+$/u;
const MISPLACED_DOT = /^\.|\.\.|\.$/;
const MAIL_SCHEME = /^mailto:/i;
const MAIL_SCHEME_LENGTH = 'mailto:'.length;

/**
 * Reads one e-mail address; null when the text is none, or one of a kind that no mail provider gives to people: quoted
 * local parts, IP addresses, single labels, public suffixes alone. As for websites, a top-level domain need not be
 * listed. Idempotent on `address`; never throws.
 */
export function parseEmail(raw: string): EmailAddress | null {
  const text = usableText(raw);
  const at = text?.indexOf('@') ?? -1;
  if (text === null || at === -1 || text.length > 2 * MAX_ADDRESS_LENGTH) return null;
  const localPart = localPartOf(text.slice(0, at));
  const domain = asciiHost(text.slice(at + 1));
  if (localPart === null || domain === null || !isMailDomain(domain)) return null;
  const address = `${localPart}@${domain}`;
  return address.length > MAX_ADDRESS_LENGTH ? null : { address, localPart, domain };
}

/**
 * Reads one e-mail address as {@link parseEmail} does, also from what mail programs copy: `Jane Doe <jane@acme.com>` and
 * `mailto:jane@acme.com?subject=Hello`. Null for a list of addresses.
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
  if (!MAIL_SCHEME.test(link)) return written;
  const address = link.slice(MAIL_SCHEME_LENGTH);
  const query = address.indexOf('?');
  return query === -1 ? address : address.slice(0, query);
}

function localPartOf(written: string): string | null {
  const plus = written.indexOf('+');
  const name = (plus === -1 ? written : written.slice(0, plus)).toLowerCase().normalize('NFC');
  return name.length <= MAX_LOCAL_PART_LENGTH && LOCAL_PART.test(name) && !MISPLACED_DOT.test(name) ? name : null;
}

function isMailDomain(domain: string): boolean {
  const { domain: registered } = parse(domain, MAIL_SUFFIX_OPTIONS);
  return registered !== null && !registered.includes('_') && TOP_LEVEL.test(registered);
}
