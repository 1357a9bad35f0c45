import { pageName } from '../format.js';
import { useResource } from '../resource.js';
import { client } from '../session.js';

const names = new Map<string, Promise<string | null | undefined>>();

/**
 * Reads the name of the company that has a profile page, once for each page. As long as the name is not known, it is the last part of
 * the URL of the page. @param page the URL of the profile page; empty for none
 */
export function useCompanyName(page: string): string {
  const { value } = useResource(() => nameOf(page), [page]);
  return value ?? pageName(page);
}

/** Keeps the name of a company that the user has found, so that it is not read again. */
export function keepName(page: string, name: string | null): void {
  names.set(page, Promise.resolve(name));
}

async function nameOf(page: string): Promise<string | null | undefined> {
  if (page === '') return null;
  let name = names.get(page);
  if (name === undefined) {
    const isSame = (url: string | null): boolean => url !== null && pageName(url) === pageName(page);
    name = client()
      .findCompanies(page)
      .then(({ companies }) => companies.find(({ network_url: url }) => isSame(url))?.name);
    names.set(page, name);
    name.catch(() => names.delete(page));
  }
  return name;
}
