import { parseProfileUrl } from '../identity/profile-url.js';

/** The address of a company's page. */
export interface CompanyPage {
  readonly canonical: string;
  /** The company's id where the page is addressed by it. */
  readonly numericId: string | null;
}

/**
 * The page of a company, in any of the ways in which people write it; null for everything else.
 * @param hosts the only host names that pages may have; null for any
 */
export function companyPage(url: string, hosts: readonly string[] | null): CompanyPage | null {
  const page = parseProfileUrl(url, hosts === null ? {} : { hosts });
  return page === null || page.kind === 'in' ? null : page;
}
