import { parseProfileUrl } from '../../matching/urls/profile-url.js';
import { hasControlCharacters } from '../../platform/database/text.js';

export interface CompanyPage {
  /** The normalised address. Companies are stored with this form of their page. */
  readonly canonical: string;
  /** The number of the company, if the address contains a number in place of a name; otherwise null. */
  readonly numericId: string | null;
}

/**
 * The reason why a text cannot be the URL of the profile page of a company; null if it can be one. Only the text is checked, and
 * not whether there is such a company.
 */
export function companyPageFlaw(url: string): string | null {
  if (url.trim() === '') return 'the URL must not be blank';
  if (parseProfileUrl(url)?.kind === 'in') return 'the URL is the page of a person, not of a company';
  return isUrl(url.trim()) ? null : 'the text is not a URL';
}

const scheme = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i;
/**
 * Matches a host name with a top-level domain that begins with a letter, such as `network.com`, but not an IP address such as
 * `10.0.0.1`.
 */
const site = /\.[a-z][a-z0-9-]*\.?$/;

/** Whether a text is an absolute URL, or a URL without its scheme, such as `network.com/company/datadog`. */
function isUrl(text: string): boolean {
  if (/\s/u.test(text) || hasControlCharacters(text)) return false;
  const address = `https://${text.replace(scheme, '')}`;
  if (!URL.canParse(address)) return false;
  const { hostname, username } = new URL(address);
  return username === '' && (scheme.test(text) || site.test(hostname));
}

/**
 * Reads the profile page of a company from any common spelling of its URL.
 * @param hosts the host names that pages may have; null if any host name is accepted
 * @returns null when the text is not the profile page of a company
 */
export function companyPage(url: string, hosts: readonly string[] | null): CompanyPage | null {
  const page = parseProfileUrl(url, hosts === null ? {} : { hosts });
  return page === null || page.kind === 'in' ? null : page;
}
