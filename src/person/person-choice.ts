import type { Employers } from './employer.reader.js';
import { companyLevel, compareCompanyNames, compareLegalForms } from '../matching/companies/company-name.js';
import { compareWithColleagues } from '../matching/names/colleague-names.js';
import { contradictNames } from '../matching/names/name-comparison.js';
import {
  bestCandidate,
  emailFit,
  type MatchEvidence,
  minMatchScore,
  scoreMatch,
} from '../matching/persons/person-match.js';
import type { PersonName } from '../matching/names/person-name.js';
import type { MissReason } from '../enrichment/unmatched-reasons.js';
import { domainBlockKeys, exactNameBlockKeys, type KnownNames, type PersonSearch } from './person-search.js';
import type { Candidate } from './candidate.reader.js';

export interface ChosenPerson {
  /** `person.id` */
  readonly id: string;
  /** The score of the match, see `scoreMatch`. */
  readonly score: number;
  /**
   * The evidence for the person. It is null for a person who was found without scoring, by the full name at an employer with a
   * similar name.
   */
  readonly evidence: MatchEvidence | null;
}

/**
 * Chooses the candidate that matches a search. All parts of the search are scored against all data of each candidate. If a
 * stored person has the e-mail address, only such an owner of the address can match. If the stated name contradicts the names
 * of the owners, either the address or the name may be wrong, so no person matches.
 * @param owners the persons who have the e-mail address of the search
 * @param found the persons at the searched employer whose name has a word in common with the searched name
 * @returns the candidate with the evidence for it, or the reason why none matches
 */
export function choosePerson(
  search: PersonSearch,
  owners: readonly Candidate[],
  found: readonly Candidate[],
  employers: Employers,
  knownNames: KnownNames,
): ChosenPerson | MissReason {
  const isOwned = owners.length > 0;
  const candidates = isOwned
    ? [...new Map([...found, ...owners].map((candidate) => [candidate.id, candidate])).values()]
    : found;
  const ownerIds = new Set(owners.map(({ id }) => id));
  const evidence = evidenceFor(search, candidates, ownerIds, employers, knownNames);
  const scores = evidence.map(scoreMatch);
  const bestIndex = bestCandidate(scores);
  const best = bestIndex === null ? undefined : candidates[bestIndex];
  if (bestIndex !== null && best !== undefined) {
    if (isOwned && !ownerIds.has(best.id)) return 'contradiction';
    return { id: best.id, score: scores[bestIndex] ?? 0, evidence: evidence[bestIndex] ?? null };
  }
  const isRefuted = evidence.filter(({ name }) => name?.isContradicting === true).length === ownerIds.size;
  if (isOwned && isRefuted) return 'contradiction';
  return Math.max(0, ...scores) >= minMatchScore ? 'several_candidates' : 'no_candidate';
}

/**
 * The evidence of a search for each of the candidates, in the order of the candidates.
 * @param ownerIds the ids of the persons who have the e-mail address of the search
 */
export function evidenceFor(
  search: PersonSearch,
  candidates: readonly Candidate[],
  ownerIds: ReadonlySet<string>,
  employers: Employers,
  knownNames: KnownNames,
): MatchEvidence[] {
  const sites = new Set(domainBlockKeys(search.domains, employers));
  const mailSites = new Set(domainBlockKeys(search.mailDomains, employers));
  const exact = exactNameBlockKeys(search, employers);
  const namesOfCandidates = candidates.map((candidate) => knownNames.of(candidate));
  const agreements = compareWithColleagues(search.names, namesOfCandidates);
  return candidates.map((candidate, index) => {
    const names = namesOfCandidates[index] ?? [];
    return {
      email: emailEvidence(search, candidate, names, mailSites, ownerIds.size > 0),
      name: nameEvidence(search, names, agreements[index] ?? 0, ownerIds.has(candidate.id)),
      employer: employerEvidence(search, candidate, { sites, mailSites, exact }),
    };
  });
}

function emailEvidence(
  { email, mailDomains }: PersonSearch,
  { addresses, employers }: Candidate,
  names: readonly PersonName[],
  mailSites: ReadonlySet<string>,
  isOwned: boolean,
): MatchEvidence['email'] {
  if (email === null) return null;
  const isAtEmployer = employers.some((employer) => mailSites.has(employer));
  const fits = isOwned || !isAtEmployer ? [] : names.flatMap((name) => emailFit(email, name) ?? []);
  return {
    isInGraph: addresses.includes(email.address),
    fit: fits.length === 0 ? null : Math.max(...fits),
    hasOtherAtDomain: addresses.some(
      (address) => address !== email.address && mailDomains.includes(address.slice(address.indexOf('@') + 1)),
    ),
  };
}

/**
 * What the stated name says about a candidate: how similar it is to the candidate's names, and whether it contradicts them. A
 * contradiction is looked for only if the candidate is an owner of the e-mail address.
 */
function nameEvidence(
  { names: searched }: PersonSearch,
  stored: readonly PersonName[],
  agreement: number,
  isOwner: boolean,
): MatchEvidence['name'] {
  if (searched.length === 0) return null;
  return {
    agreement,
    isContradicting: isOwner && searched.every((name) => stored.every((other) => contradictNames(name, other))),
  };
}

/** The keys of the employers that a search may mean, as the table `person_block` has them. */
interface EmployerKeys {
  /** The keys of the domains that the search states for the employer. */
  readonly sites: ReadonlySet<string>;
  /** The keys of the employers at the domain of the e-mail address. */
  readonly mailSites: ReadonlySet<string>;
  /** The keys of the stored companies that have exactly the stated name and legal form. */
  readonly exact: readonly string[];
}

/**
 * What the stated employer says about a candidate. The stated employer may be "Orbit Works Ltd", and a stored company may have exactly
 * this name and legal form. Then an employer with another legal form, "Orbit Works Inc.", is another company.
 */
function employerEvidence(
  { domains, companyName, mailDomains }: PersonSearch,
  candidate: Candidate,
  { sites, mailSites, exact }: EmployerKeys,
): MatchEvidence['employer'] {
  const isStated = domains.length > 0 || companyName !== null;
  if (!isStated && mailDomains.length === 0) return null;
  const isElsewhere = exact.length > 0 && !candidate.employers.some((employer) => exact.includes(employer));
  const agreements =
    companyName === null
      ? []
      : candidate.companyNames.map((name) =>
          isElsewhere && compareLegalForms(companyName, name) === 'other' ? 0 : compareCompanyNames(companyName, name),
        );
  const nameAgreement = Math.max(0, ...agreements);
  const isAtSite = candidate.employers.some((employer) => sites.has(employer));
  return {
    isSameCompany: isAtSite || candidate.employers.some((employer) => mailSites.has(employer)),
    nameAgreement,
    isStatedCompany: isStated ? isAtSite || nameAgreement >= companyLevel.typo : undefined,
  };
}
