import { readdirSync } from 'node:fs';
import { matchingDir } from '../platform/config/config.js';
import { type Addition, loadedAdditions } from '../platform/tables/table.js';

/**
 * Loads all tables of matching and titles, so that a mistake in the operator's additions stops the start, instead of an import or a
 * request later.
 * @returns the operator's additions, or nothing without `MATCHING_DIR`
 * @throws Error that names the file and the line; or a file of `MATCHING_DIR` that no table is named like
 */
export async function loadTableAdditions(): Promise<readonly Addition[]> {
  if (matchingDir === null) return [];
  const names = filesOf(matchingDir);
  const [{ personasOf, seniorityOf }] = await Promise.all([
    import('../titles/seniority.js'),
    import('../matching/companies/company-slips.js'),
    import('../matching/emails/email.js'),
    import('../matching/names/person-name.js'),
  ]);
  // The tables of titles are read with the first title.
  seniorityOf('Director');
  personasOf('Director');
  const loaded = loadedAdditions();
  const stranger = names.find((name) => name.endsWith('.txt') && !loaded.some(({ file }) => file === name));
  if (stranger !== undefined)
    throw new Error(
      `MATCHING_DIR has a file ${stranger}, but no table is named so: docs/operations.md lists the tables`,
    );
  return loaded;
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new Error(`MATCHING_DIR is no folder that can be read: ${folder}`, { cause: error });
  }
}
