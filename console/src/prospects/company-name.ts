import { pageName } from '../format.js';
import { useResource } from '../resource.js';
import { companiesFor } from '../signals/account-names.js';

/** The names that the user has found, by the profile page. Null for a company without a name. */
const known = new Map<string, string | null>();

/**
 * Finds the name of the company that has a profile page, with at most one free search for each page. As long as the name is not known,
 * it is the last part of the URL of the page. @param page the URL of the profile page; empty for none
 */
export function useCompanyName(page: string): string {
  const { value } = useResource(() => nameOf(page), [page]);
  return value ?? pageName(page);
}

/** Keeps the name of a company that the user has found, so that it is not searched for. */
export function keepName(page: string, name: string | null): void {
  known.set(page, name);
}

async function nameOf(page: string): Promise<string | null> {
  if (page === '' || known.has(page)) return known.get(page) ?? null;
  const companies = await companiesFor(page);
  return companies.find(({ network_url: url }) => url !== null && pageName(url) === pageName(page))?.name ?? null;
}
