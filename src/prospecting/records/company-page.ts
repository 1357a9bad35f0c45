import { parseProfileUrl } from '../../matching/urls/profile-url.js';
import { hasControlCharacters } from '../../platform/database/text.js';

/** The address of a company's page. */
export interface CompanyPage {
  readonly canonical: string;
  /** The company's id where the page is addressed by it. */
  readonly numericId: string | null;
}

/** The flaw of a URL that cannot be the page of a company, as far as the text alone shows it, or null. */
export function companyPageFlaw(url: string): string | null {
  if (url.trim() === '') return 'the URL must not be blank';
  if (parseProfileUrl(url)?.kind === 'in') return 'the URL is the page of a person, not of a company';
  return isUrl(url.trim()) ? null : 'the text is not a URL';
}

const scheme = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i;
/** Ends like the name of a site: a dot, and a label that is no number. */
const site = /\.[a-z][a-z0-9-]*\.?$/;

/** Whether a text is an absolute URL; without a scheme, whether it begins with the name of a site. */
function isUrl(text: string): boolean {
  if (/\s/u.test(text) || hasControlCharacters(text)) return false;
  const address = `https://${text.replace(scheme, '')}`;
  if (!URL.canParse(address)) return false;
  const { hostname, username } = new URL(address);
  return username === '' && (scheme.test(text) || site.test(hostname));
}

/**
 * The page of a company, from any common way to write it; null for any other text.
 * @param hosts the only host names that pages may have; null for any
 */
export function companyPage(url: string, hosts: readonly string[] | null): CompanyPage | null {
  const page = parseProfileUrl(url, hosts === null ? {} : { hosts });
  return page === null || page.kind === 'in' ? null : page;
}
