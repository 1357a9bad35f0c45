import { isPlaceholderDomain } from '../hosts/placeholder-domains.js';
import type { EmailAddress } from './email.js';
import { emailWords } from './email-words.js';

const wordsPattern = /[^a-z]+/;
/** Words of European languages that name a role, not a person: `info`, `ventas`. */
const roles: ReadonlySet<string> = new Set(emailWords.words('roles'));
/** Words that may be added to a role, such as departments, languages and regions: `emea` in `sales-emea`. */
const roleCompanions: ReadonlySet<string> = new Set(emailWords.words('companions of roles'));

/**
 * Whether a local part belongs to a role and not to a person: `info`, `sales-emea`, `support2`, `no.reply`. A role with any other
 * word belongs to a person, because the word may be a name: `steve.jobs`.
 * @param localPart as `parseEmail` normalises it
 */
export function isRoleAddress(localPart: string): boolean {
  const words = wordsOf(localPart);
  return (
    roles.has(words.join('')) || (words.some(isRole) && words.every((word) => isRole(word) || roleCompanions.has(word)))
  );
}

function wordsOf(localPart: string): string[] {
  return localPart.split(wordsPattern).filter(Boolean);
}

function joined(localPart: string): string {
  return wordsOf(localPart).join('');
}

function isRole(word: string): boolean {
  return roles.has(word);
}

/** The mark that a vendor puts in place of hidden letters: `j***@acme.com`. */
const mask = '*';
const letterOrDigit = /[\p{L}\p{N}]/u;
/** Words that deny an address: `no` in `no-email`. */
const denials: ReadonlySet<string> = new Set(emailWords.words('denials'));
/** Words that can only be denied if an address is meant: `email` in `no-email`. */
const addressWords: ReadonlySet<string> = new Set(emailWords.words('words for an address'));
/** Words that say that the owner of an address is not known: `unknown`. */
const unowned: ReadonlySet<string> = new Set(emailWords.words('nobody'));
/** Local parts that are examples of an address: `firstname.lastname`. They are written without separators. */
const examples: ReadonlySet<string> = new Set(emailWords.words('examples'));

/**
 * Whether an address stands for a missing address, as vendors and forms write it: `email_not_unlocked@domain.com`, `noemail@acme.com`,
 * `j***@acme.com`, `test@test.com`. Nobody has such an address, so it is no value at all.
 */
export function isPlaceholderAddress({ localPart, domain }: Pick<EmailAddress, 'localPart' | 'domain'>): boolean {
  return (
    isPlaceholderDomain(domain) || localPart.includes(mask) || !letterOrDigit.test(localPart) || isNoName(localPart)
  );
}

/**
 * Whether a local part says that there is no address, or is an example of one. A word such as `none` alone does not: it may be the name or
 * the initials of a person.
 */
function isNoName(localPart: string): boolean {
  if (examples.has(joined(localPart))) return true;
  const words = wordsOf(localPart);
  const hasDenial = words.some((word) => denials.has(word)) || words.some(isDenied);
  return hasDenial && words.some((word) => addressWords.has(word) || isDenied(word));
}

/** Whether a word denies an address without a separator: `noemail`, `nomail`. */
function isDenied(word: string): boolean {
  for (let end = word.length - 1; end > 0; end -= 1) {
    if (denials.has(word.slice(0, end)) && addressWords.has(word.slice(end))) return true;
  }
  return false;
}

/**
 * Whether an address belongs to one person, so that it shows of whom a record or a request speaks. The address of a role such as
 * `info@acme.com`, one that stands for a missing address, and one such as `unknown@acme.com` do not.
 * @param address as `parseEmail` or `parseMailbox` normalises it: the member `address` of an `EmailAddress`
 */
export function identifiesPerson(address: string): boolean {
  const at = address.lastIndexOf('@');
  const [localPart, domain] = [address.slice(0, at), address.slice(at + 1)];
  return !isRoleAddress(localPart) && !unowned.has(joined(localPart)) && !isPlaceholderAddress({ localPart, domain });
}
