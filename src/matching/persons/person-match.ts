import { isRoleAddress } from '../emails/address-owner.js';
import type { EmailAddress } from '../emails/email.js';
import { fitsLocalPart } from '../emails/local-part.js';
import { isFreeMailDomain } from '../emails/mail-providers.js';
import { nameLevel } from '../names/spelling.js';
import type { PersonName } from '../names/person-name.js';

/**
 * The scores of the kinds of evidence that a stored person, the candidate, is the person whom an identifier means. The doubt
 * about a candidate is 1 minus the score.
 */
export const matchScore = {
  /** The e-mail address of the identifier is stored for the candidate. */
  emailInGraph: 0.99,
  /**
   * The e-mail address is stored for the candidate, but the stated family name is another one, perhaps because of a marriage.
   * The score suffices for a match. But it is so low that the result is ambiguous if another candidate has the stated name.
   */
  emailInGraphOfOtherName: 0.86,
  /**
   * The similarity of the persons' names is multiplied by this factor, if a domain or a profile URL identifies the candidate's
   * employer.
   */
  sameCompany: 0.98,
  /**
   * The similarity of the persons' names and that of the companies' names are multiplied with each other and with this factor,
   * if only the company's name matches.
   */
  sameCompanyName: 0.95,
} as const;

export const minMatchScore = 0.8;

/**
 * The doubt about the second candidate, divided by the doubt about the best one, must be greater than this number. Otherwise
 * neither matches.
 */
const standOutRatio = 1.5;
/**
 * Further evidence with a score of 1 would remove this share of the remaining doubt; evidence with a lower score removes less.
 * The share is below 1, because the kinds of evidence depend on each other.
 */
const agreement = 0.5;
/** Below this similarity, the stated name is evidence against the candidate. */
const minNameSupport = nameLevel.singleName;
/**
 * The factor for an address that only has the form of the candidate's name, if the candidate has another address at the same
 * domain. Few persons have two addresses there.
 */
const knownAddressFactor = 0.9;

/** The parts of an identifier that agree with a candidate, and those that contradict the candidate. */
export interface EvidenceParts {
  readonly by: readonly EvidencePart[];
  readonly conflicts: readonly EvidencePart[];
}

type EvidencePart = 'email' | 'email_pattern' | 'name' | 'company';

/** The evidence of an identifier for and against one candidate. A member is null if the identifier has no such part. */
export interface MatchEvidence {
  email: {
    /** Whether the address of the identifier is stored for the candidate. */
    isInGraph: boolean;
    /**
     * The result of {@link emailFit}. Null if the domain is not the current employer's, or if the address is stored for any person.
     */
    fit: number | null;
    /** Whether another address at the domain of this address is stored for the candidate. */
    hasOtherAtDomain: boolean;
  } | null;
  name: {
    /** The similarity of the stated and the candidate's name, as `compareNames` returns it. */
    agreement: number;
    /** Whether the stated and the stored name cannot belong to one person, as `contradictNames` returns it. */
    isContradicting: boolean;
  } | null;
  /** The candidate's current employer, compared with the stated employer or the domain of the stated work address. */
  employer: {
    /** Whether a domain or a profile URL shows that the stated employer and the employer of the candidate are one company. */
    isSameCompany: boolean;
    /** The highest similarity (`compareCompanyNames`) of the stated name and the employer's names; 0 if no name is stated. */
    nameAgreement: number;
    /**
     * Whether the employer that the identifier states is the candidate's. The domain of the e-mail address does not count as
     * stated. Undefined if no employer is stated. This member does not change the score.
     */
    isStatedCompany?: boolean | undefined;
  } | null;
}

/**
 * How well an address that is not on record suits a name, as {@link fitsLocalPart} scores it. Null for an address that does not
 * suit the name. Null also for the address of a role, and for an address at a free-mail provider, because the form of such an address
 * does not identify a person.
 */
export function emailFit({ localPart, domain }: EmailAddress, name: PersonName): number | null {
  return isRoleAddress(localPart) || isFreeMailDomain(domain) ? null : fitsLocalPart(localPart, name);
}

/**
 * The score of a candidate, from 0 to 1. Three kinds of evidence are scored: an address that is stored for the candidate, an
 * address that has the form of the candidate's name, and the name together with the employer. The strongest counts in full. Each
 * other one removes a part of the remaining doubt, so further evidence that agrees never lowers a score.
 *
 * Evidence can contradict the candidate:
 * - A stored address counts nothing if the stated name contradicts the candidate's. If the stated name may be a new one, as after a
 *   marriage, the address counts less, so that another candidate with this name makes the result ambiguous.
 * - An address that only has the form of the candidate's name counts nothing if another name is stated.
 * - Another employer only removes the evidence of name and employer, because persons change employers and keep stored addresses.
 */
export function scoreMatch(evidence: MatchEvidence): number {
  const [combinedScore = 0, ...others] = [scoreByGraph(evidence), scoreByForm(evidence), scoreByName(evidence)].sort(
    (a, b) => b - a,
  );
  return 1 - others.reduce((doubt, score) => doubt * (1 - agreement * score), 1 - combinedScore);
}

/**
 * The index of the candidate that matches. Null if no score reaches `minMatchScore`, or if the best two scores are too close. The ratio of
 * their doubts decides, which are 1 minus the score: 0.98 stands out from 0.95 (doubts of 0.02 and 0.05), but 0.85 does not from 0.80.
 */
export function bestCandidate(scores: readonly number[]): number | null {
  const best = scores.reduce((found, score, index) => (score > (scores[found] ?? 0) ? index : found), 0);
  const score = scores[best] ?? 0;
  const runnerUp = Math.max(0, ...scores.filter((_, index) => index !== best));
  return score >= minMatchScore && 1 - runnerUp > standOutRatio * (1 - score) ? best : null;
}

/**
 * Tells which parts of an identifier speak for a candidate, and which speak against the candidate. A part that says nothing,
 * such as an unknown address, is in neither list.
 */
export function evidenceParts({ email, name, employer }: MatchEvidence): EvidenceParts {
  const by: EvidencePart[] = [];
  const conflicts: EvidencePart[] = [];
  const nameFits = name === null || name.agreement >= minNameSupport;
  if (email?.isInGraph === true) by.push('email');
  else if (email !== null && email.fit !== null && nameFits) by.push('email_pattern');
  if (name !== null) (nameFits ? by : conflicts).push('name');
  if (typeof employer?.isStatedCompany === 'boolean') (employer.isStatedCompany ? by : conflicts).push('company');
  return { by, conflicts };
}

function scoreByGraph({ email, name }: MatchEvidence): number {
  if (email?.isInGraph !== true) return 0;
  if (name === null || name.agreement >= minNameSupport) return matchScore.emailInGraph;
  return name.isContradicting ? 0 : matchScore.emailInGraphOfOtherName;
}

function scoreByForm({ email, name }: MatchEvidence): number {
  if (email === null || email.isInGraph || email.fit === null) return 0;
  if (name !== null && name.agreement < minNameSupport) return 0;
  return email.fit * (email.hasOtherAtDomain ? knownAddressFactor : 1);
}

function scoreByName({ name, employer }: MatchEvidence): number {
  if (name === null || employer === null) return 0;
  const bySite = employer.isSameCompany ? matchScore.sameCompany : 0;
  return name.agreement * Math.max(bySite, matchScore.sameCompanyName * employer.nameAgreement);
}
