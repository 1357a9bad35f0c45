import { readdirSync } from 'node:fs';
import { matchingDir } from '../platform/config/config.js';
import { type Addition, loadedAdditions } from '../platform/tables/table.js';

/**
 * If `MATCHING_DIR` is set, loads all tables of matching and titles with the rows that the operator has added there. So a mistake in
 * these additions prevents the start of the process, instead of failing an import or a request later.
 * @returns the operator's additions; an empty list if `MATCHING_DIR` is not set
 * @throws Error that names the file and the line of a mistake, or a file of `MATCHING_DIR` whose name is not that of a table
 */
export async function loadTableAdditions(): Promise<readonly Addition[]> {
  if (matchingDir === null) return [];
  const names = filesOf(matchingDir);
  const [{ personasOf, seniorityOf }] = await Promise.all([
    import('../titles/seniority.js'),
    import('../matching/companies/similar-names.js'),
    import('../matching/emails/email.js'),
    import('../matching/emails/address-owner.js'),
    import('../matching/names/person-name.js'),
    import('../matching/nothing.js'),
    import('../matching/urls/profile-url.js'),
    import('../matching/urls/website.js'),
  ]);
  // The tables of titles are only read when the first title is classified.
  seniorityOf('Director');
  personasOf('Director');
  const loaded = loadedAdditions();
  const stranger = names.find((name) => name.endsWith('.txt') && !loaded.some(({ file }) => file === name));
  if (stranger !== undefined)
    throw new Error(
      `MATCHING_DIR has a file ${stranger}, but no table is named so. Rename or remove it; docs/operations.md lists the tables`,
    );
  return loaded;
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new Error(`MATCHING_DIR must be a folder that this account can read, and ${folder} is not`, { cause: error });
  }
}
