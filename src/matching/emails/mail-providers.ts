import { registrableDomain } from '../hosts/host.js';
import { emailWords } from './email-words.js';

/** The brands of free-mail providers that have a domain in several countries: `yahoo.com` and `yahoo.co.uk`. */
const brands = new Set(
  (
    'yahoo hotmail outlook live gmx aol yandex gmail googlemail icloud protonmail fastmail tutanota rocketmail ymail ' +
    'mailinator zohomail'
  ).split(' '),
);

/** The domains of all other mail providers, and of internet access providers that give addresses to their customers. */
const domains: ReadonlySet<string> = new Set(emailWords.words('mail providers'));

/**
 * Whether a domain belongs to a mail provider, so that an address there does not identify an employer. A subdomain such as
 * `mail.yahoo.com` counts, too.
 * @param domain in lower-case ASCII
 */
export function isFreeMailDomain(domain: string): boolean {
  if (domains.has(domain)) return true;
  const registered = registrableDomain(domain) ?? domain;
  return domains.has(registered) || brands.has(registered.slice(0, registered.indexOf('.')));
}
