import { Table } from '../../platform/tables/table.js';
import { parse } from 'tldts';
import { usableText } from '../text.js';
import { asciiHost, registrableDomain, suffixOptions, topLevel } from '../urls/website.js';

/** RFC 5321 counts octets; international local parts are rare enough to count characters. */
const maxLocalPartLength = 64;
const maxAddressLength = 254;

/** Private suffixes count as registrable here, because staff of hosting platforms have mail under them. */
const mailSuffixOptions = { ...suffixOptions, allowPrivateDomains: false };

/** A normalised e-mail address. */
export interface EmailAddress {
  /** `localPart@domain`. */
  address: string;
  /** Lower case, NFC, without a tag after a plus sign. */
  localPart: string;
  /** Lower-case ASCII. */
  domain: string;
}

const localPartPattern = /^[\p{L}\p{M}\p{N}!#$%&'*/=?^_`{|}~.-]+$/u;
const misplacedDot = /^\.|\.\.|\.$/;
const mailScheme = /^mailto:/i;
const mailSchemeLength = 'mailto:'.length;

/**
 * Parses one e-mail address. Null for any other text, and for addresses that persons do not have: quoted local parts, IP addresses,
 * single labels and public suffixes. As for websites, the top-level domain may be unlisted. Idempotent on `address`; never
 * throws.
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
 * Parses one e-mail address like {@link parseEmail}, and the formats of mail programs: `Jane Doe <jane@acme.com>` and
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

/** Free-mail providers with one brand under several suffixes: yahoo.co.uk, gmx.net. */
const brands = new Set(
  (
    'yahoo hotmail outlook live gmx aol yandex gmail googlemail icloud protonmail fastmail tutanota rocketmail ymail ' +
    'mailinator zohomail'
  ).split(' '),
);

const table = Table.read(new URL('data/email-words.txt', import.meta.url));

/** Other mail providers, including internet access companies, whose customers are not their staff. */
const domains: ReadonlySet<string> = new Set(table.words('mail providers'));

/**
 * Whether a domain (lower-case ASCII) or a parent of it belongs to a mail provider, so that it does not identify an employer.
 */
export function isFreeMailDomain(domain: string): boolean {
  if (domains.has(domain)) return true;
  const registered = registrableDomain(domain) ?? domain;
  return domains.has(registered) || brands.has(registered.slice(0, registered.indexOf('.')));
}

const wordsPattern = /[^a-z]+/;
/** Local parts that name a role, not a person, in European languages. */
const roles: ReadonlySet<string> = new Set(table.words('roles'));
/** Words that may accompany a role: departments, languages and regions. */
const roleCompanions: ReadonlySet<string> = new Set(table.words('companions of roles'));

/**
 * Whether a local part (normalised by `parseEmail`) belongs to a role: `info`, `sales-emea`, `support2`, `no.reply`. A role with a
 * word that may be a name is a person (`jobs.steve`).
 */
export function isRoleAddress(localPart: string): boolean {
  const words = localPart.split(wordsPattern).filter(Boolean);
  const joined = words.join('');
  return roles.has(joined) || (words.some(isRole) && words.every((word) => isRole(word) || roleCompanions.has(word)));
}

function isRole(word: string): boolean {
  return roles.has(word);
}
