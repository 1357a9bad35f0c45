import { compareCompanyNames, companyLevel } from '../matching/companies/company-name.js';
import { similarities } from '../matching/companies/similar-names.js';
import type { WordCounts } from '../matching/companies/word-counts.js';
import { minMatchScore } from '../matching/persons/person-match.js';
import type { MissReason } from '../enrichment/unmatched-reasons.js';
import type { Employers } from './employer.reader.js';
import type { Candidate } from './candidate.reader.js';
import type { ChosenPerson } from './person-choice.js';
import type { PersonSearch } from './person-search.js';

/** A search by nothing but a full name and the name of an employer. */
export interface NamedSearch {
  readonly fullName: string;
  readonly companyName: string;
}

/**
 * The score of a person at an employer with a similar name. It is just enough for a match, because the person's full name and the
 * employer's name are the only evidence.
 */
const similarEmployerScore = minMatchScore;

const twoWords = /\S\s+\S/u;

/**
 * The full name and the employer's name of a search that has found no person, but may do so if the employer is stored in
 * another spelling. Null if the full name is a single word, or if the search has a further part, such as a domain: with the right
 * domain, the person would already have been found. Null also if a stored company has the searched name, because a company with a
 * similar name is then another one.
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
 * Chooses the person at an employer whose name may be another spelling of the searched one: "Halibutron" for "Hailbutron". If there is
 * none, a shorter form of the name suffices, "Halibutron Sys" for "Halibutron Systems". If there is none either, the initials of the name
 * suffice. Exactly one namesake must have such an employer, because the similarity of the names alone is weak evidence.
 * @param namesakes the persons who have exactly the searched full name, at any employer
 * @param counts how many names on record contain each word
 * @returns the person, or the reason why none was chosen
 */
export function choosePersonAtSimilarEmployer(
  { companyName }: NamedSearch,
  namesakes: readonly Candidate[],
  counts: WordCounts,
): ChosenPerson | MissReason {
  for (const { areSimilar, maxCompared } of similarities) {
    if (namesakes.length > maxCompared) continue;
    const [only, ...others] = namesakes.filter(({ companyNames }) =>
      companyNames.some((name) => areSimilar(companyName, name, counts)),
    );
    if (others.length > 0) return 'several_candidates';
    if (only !== undefined) return { id: only.id, score: similarEmployerScore, evidence: null };
  }
  return 'no_candidate';
}
