import { compareCompanyNames, companyLevel } from '../matching/companies/company-name.js';
import { mayBeSameCompany } from '../matching/companies/company-slips.js';
import type { MissReason } from '../enrichment/unmatched-reasons.js';
import type { Employers } from './employer.reader.js';
import type { PersonSearch } from './person-search.js';
import type { Candidate } from './candidate.reader.js';

/** A search by a full name and the name of an employer only. */
export interface NamedSearch {
  readonly fullName: string;
  readonly companyName: string;
}

const twoWords = /\S\s+\S/u;

/**
 * The part of a search that may find a person whose employer is stored in another spelling. Null with another identifier: its miss
 * is evidence against a person of that name. Null also if a stored company has the searched name: a similar name is another company.
 */
export function namedSearchOf(search: PersonSearch, employers: Employers): NamedSearch | null {
  const { networkUrl, email, domains, fullName, companyName, companyNameKeys } = search;
  if (networkUrl !== null || email !== null || domains.length > 0) return null;
  if (fullName === null || companyName === null || !twoWords.test(fullName)) return null;
  const stored = companyNameKeys.flatMap((key) => employers.byNameKey.get(key) ?? []);
  const isKnown = stored.some(({ name }) => compareCompanyNames(companyName, name) > companyLevel.typo);
  return isKnown ? null : { fullName, companyName };
}

/**
 * The only person of exactly the searched full name at an employer whose name may be another spelling of the searched one, or why
 * there is none. A slip of the pen in the employer's name counts only with this evidence.
 * @param namesakes the persons with the full name, at any employer
 */
export function choosePersonAtSimilarEmployer(
  { companyName }: NamedSearch,
  namesakes: readonly Candidate[],
): Candidate | MissReason {
  const fitting = namesakes.filter(({ companyNames }) =>
    companyNames.some((name) => mayBeSameCompany(companyName, name)),
  );
  const [only] = fitting;
  if (only === undefined) return 'no_candidate';
  return fitting.length === 1 ? only : 'several_candidates';
}
