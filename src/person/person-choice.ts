import type { Employers } from '../company/employer.reader.js';
import { compareCompanyNames } from '../identity/company-name.js';
import { compareNames, shareNoName } from '../identity/name-comparison.js';
import { emailFit, scoreMatch, standOut, type MatchEvidence } from '../identity/person-match.js';
import { parsePersonName, personName, type PersonName } from '../identity/person-name.js';
import { domainPlaces, type PersonSearch } from './person-search.js';
import type { Candidate } from './person.reader.js';

/**
 * The candidate who is the person sought, or undefined when none is, or when two may be. Everything that is asked for and
 * everything that is known of a candidate is weighed together.
 * @param owners to whom the e-mail address belongs, as far as is known
 * @param found who else works where the person is sought and shares a part of the name
 */
export function choosePerson(
  search: PersonSearch,
  owners: readonly Candidate[],
  found: readonly Candidate[],
  employers: Employers,
): Candidate | undefined {
  const candidates = [...new Map([...found, ...owners].map((candidate) => [candidate.id, candidate])).values()];
  const sites = new Set(domainPlaces(search.domains, employers));
  const mailSites = new Set(domainPlaces(search.mailDomains, employers));
  const isOwned = owners.length > 0;
  const scores = candidates.map((candidate) => {
    const name = storedName(candidate);
    return scoreMatch({
      email: emailEvidence(search, candidate, name, mailSites, isOwned),
      name: nameEvidence(search, name),
      employer: employerEvidence(search, candidate, new Set([...sites, ...mailSites])),
    });
  });
  const place = standOut(scores);
  return place === null ? undefined : candidates[place];
}

function emailEvidence(
  { email, mailDomains }: PersonSearch,
  { addresses, employers }: Candidate,
  name: PersonName | null,
  mailSites: ReadonlySet<string>,
  isOwned: boolean,
): MatchEvidence['email'] {
  if (email === null) return null;
  const isAtEmployer = employers.some((employer) => mailSites.has(employer));
  const mayFit = !isOwned && isAtEmployer && name !== null;
  return {
    isInGraph: addresses.includes(email.address),
    fit: mayFit ? emailFit(email, name) : null,
    hasOtherAtDomain: addresses.some(
      (address) => address !== email.address && mailDomains.includes(address.slice(address.indexOf('@') + 1)),
    ),
  };
}

function nameEvidence({ name: asked }: PersonSearch, stored: PersonName | null): MatchEvidence['name'] {
  if (asked === null) return null;
  if (stored === null) return { agreement: 0, isNothingShared: true };
  return { agreement: compareNames(asked, stored), isNothingShared: shareNoName(asked, stored) };
}

function employerEvidence(
  { domains, companyName, mailDomains }: PersonSearch,
  candidate: Candidate,
  sites: ReadonlySet<string>,
): MatchEvidence['employer'] {
  if (domains.length === 0 && mailDomains.length === 0 && companyName === null) return null;
  const agreements =
    companyName === null ? [] : candidate.companyNames.map((name) => compareCompanyNames(companyName, name));
  return {
    isSameCompany: candidate.employers.some((employer) => sites.has(employer)),
    nameAgreement: Math.max(0, ...agreements),
  };
}

function storedName({ firstName, lastName, fullName }: Candidate): PersonName | null {
  if (firstName !== null && lastName !== null) return personName(firstName, lastName);
  return parsePersonName(fullName ?? [firstName, lastName].join(' '));
}
