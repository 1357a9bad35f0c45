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

/** Quotation marks of which none begins a local part, though some are allowed there: `'jane@acme.com'` is pasted from a mail program. */
const quotes = "'’‘`";
/** Matches a character that ends a text in front of an address. */
const endsBefore = /[\s:,;|<>()[\]{}"“”„«»‘]/;
const domainStart = /^[^\s:,;|<>()[\]{}"“”„«»'’‘`*!?&/\\@]+/;
const opens = /^[<([{"“”„«»‘'`]$/;
const onlySeparators = /^[\s,;|]*$/;
const maxLabelLength = 30;
const labelStarts = ['<', '(', '[', '{', '"', "'", ':'];
/** A label that may stand in front of an address without a space: `SMTP` in an export of Exchange, `mailto` in a link. */
const addressLabel = /^(?:smtp|[\p{L}_-]{0,20}mail[\p{L}_-]{0,20}|courriel|correo)$/iu;
const anyLabel = /^\p{L}[\p{L}\p{N} ._-]{0,29}$/u;
const linkScheme = /^(?:https?|ftp|file|tel|data|javascript)$/i;
/** What may follow an address: marks around it, a separator and anything, or a remark such as `(work)`. */
const behindAddress = /^(?:\s*$|\s*[,;|]|[)>\]}"“”«»'’‘`*!]+(?![\p{L}\p{N}@])|\s+[([{<–/-])/u;

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
 * Parses one e-mail address like {@link parseEmail}, and accepts what people paste: `Jane Doe <jane@acme.com>`, `Jane (jane@acme.com)`,
 * `mailto:jane@acme.com?subject=Hello`, `E-Mail: jane@acme.com`, `'jane@acme.com'`. Of several addresses, the first counts. Null for a text
 * in which other words stand beside the address, because they may be a part of it: `jane doe@acme.com`.
 */
export function parseMailbox(raw: string): EmailAddress | null {
  const text = usableText(raw);
  if (text === null) return null;
  const opening = text.lastIndexOf('<');
  const name = text.slice(0, Math.max(opening, 0));
  const isNamed =
    opening !== -1 && text.endsWith('>') && !/[<>]/.test(name) && !(name.includes('@') && name.includes(','));
  const written = isNamed ? text.slice(opening + 1, -1).trim() : text;
  const isPlain = !quotes.includes(written.charAt(0)) && !mailScheme.test(written);
  return (isPlain ? parseEmail(written) : null) ?? parseEmail(pastedAddress(written) ?? '');
}

/** The first address of a text, if nothing stands beside it but marks, a label, a name before brackets, a remark, or further addresses. */
function pastedAddress(text: string): string | null {
  const at = text.indexOf('@');
  let start = at;
  while (start > 0 && !endsBefore.test(text.charAt(start - 1))) start -= 1;
  while (quotes.includes(text.charAt(start)) && start < at) start += 1;
  const domain = domainStart.exec(text.slice(at + 1))?.[0] ?? '';
  const end = at + 1 + domain.length;
  const [before, behind] = [text.slice(0, start), text.slice(end)];
  if (at === -1 || text.startsWith('?', start) || !mayStandBefore(before) || !mayStandBehind(behind, before))
    return null;
  return text.slice(start, end);
}

/** Whether a word in front of a colon says that an address follows, as in `mailto:` and `SMTP:`. */
export function isAddressLabel(word: string): boolean {
  return addressLabel.test(word);
}

function mayStandBefore(text: string): boolean {
  const written = text.trimEnd();
  const last = written.slice(-1);
  if (last !== ':') return opens.test(last) || onlySeparators.test(written);
  const label = written.slice(0, -1);
  const ownLabel = label.slice(Math.max(...labelStarts.map((mark) => label.lastIndexOf(mark))) + 1).trim();
  return (written === text ? addressLabel : anyLabel).test(ownLabel) && !linkScheme.test(ownLabel);
}

function mayStandBehind(text: string, before: string): boolean {
  if (before.trimEnd().endsWith('<')) return text.trimStart().startsWith('>');
  if (text.startsWith('?')) return /mailto:\s*$/i.test(before.slice(-maxLabelLength));
  return behindAddress.test(text) || (/^\s/.test(text) && text.includes('@'));
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
