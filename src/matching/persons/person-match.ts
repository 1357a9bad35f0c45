import { type EmailAddress, isFreeMailDomain, isRoleAddress } from '../emails/email.js';
import { fitsLocalPart } from '../emails/local-part.js';
import { nameLevel } from '../names/spelling.js';
import type { PersonName } from '../names/person-name.js';

/** The scores of the kinds of evidence for a candidate; the doubt is 1 minus the score. */
export const matchScore = {
  /** The e-mail address is stored for the candidate. */
  emailInGraph: 0.99,
  /**
   * The e-mail address is stored for the candidate, and the name differs but may be a new one. The lowest score that suffices, so that
   * another candidate with the name makes the result ambiguous.
   */
  emailInGraphOfOtherName: 0.86,
  /** A factor for the name if a domain or a profile URL identifies the employer. */
  sameCompany: 0.98,
  /** A factor for the name and the similarity of company names if only the company's name matches. */
  sameCompanyName: 0.95,
} as const;

/** The minimum score of a match. */
export const minMatchScore = 0.8;

/** The minimum ratio of the doubts about the second and the best candidate. */
const standOutRatio = 1.5;
/** The share of the doubt that further evidence removes; below 1 because the kinds of evidence are not independent. */
const agreement = 0.5;
/** Below this similarity, the name is evidence against the candidate. */
const minNameSupport = nameLevel.singleName;
/** A factor for a possible address of a candidate with another address at the same domain: few persons have two. */
const knownAddressFactor = 0.9;

/** The evidence of an identifier for a candidate; null for missing members of the identifier. */
export interface MatchEvidence {
  email: {
    /** Whether the address is stored for the candidate. */
    isInGraph: boolean;
    /** `emailFit`; null if the domain is not the current employer's, or the address is stored for any person. */
    fit: number | null;
    /** Whether another address at the same domain is stored for the candidate. */
    hasOtherAtDomain: boolean;
  } | null;
  name: {
    /** `compareNames` */
    agreement: number;
    /** `contradictNames` */
    isContradicting: boolean;
  } | null;
  /** The current employer, compared with the employer or the domain of the work address. */
  employer: {
    isSameCompany: boolean;
    /** `compareCompanyNames`, the maximum over the company's names; 0 without a name in the identifier. */
    nameAgreement: number;
  } | null;
}

/**
 * The score of an address that is not stored for a name; see `fitsLocalPart`. Null also for role and free-mail addresses, whose form
 * does not identify a person.
 */
export function emailFit({ localPart, domain }: EmailAddress, name: PersonName): number | null {
  return isRoleAddress(localPart) || isFreeMailDomain(domain) ? null : fitsLocalPart(localPart, name);
}

/**
 * The score of a candidate, 0 to 1. Three strategies are scored separately: a stored address, an address formed from the name, and
 * the name at the employer. The strongest counts in full, and each other one removes part of the remaining doubt, so that agreeing
 * evidence never lowers a score. Contradictions:
 * - A stored address counts 0 with a name that contradicts the candidate's. With a name that may be new, as after a marriage, it
 *   counts less, so that another candidate with that name makes the result ambiguous.
 * - An address that is only formed from the candidate's name counts 0 with a different name.
 * - A different employer removes only the strategy of the name: persons change employers and keep stored addresses.
 */
export function scoreMatch(evidence: MatchEvidence): number {
  const [combinedScore = 0, ...others] = [scoreByGraph(evidence), scoreByForm(evidence), scoreByName(evidence)].sort(
    (a, b) => b - a,
  );
  return 1 - others.reduce((doubt, score) => doubt * (1 - agreement * score), 1 - combinedScore);
}

/**
 * The index of the matching candidate; null if no score suffices or the two best are too close. Closeness is a ratio of doubts:
 * 0.98 stands out from 0.95, but 0.85 does not from 0.80.
 */
export function bestCandidate(scores: readonly number[]): number | null {
  const best = scores.reduce((found, score, index) => (score > (scores[found] ?? 0) ? index : found), 0);
  const score = scores[best] ?? 0;
  const runnerUp = Math.max(0, ...scores.filter((_, index) => index !== best));
  return score >= minMatchScore && 1 - runnerUp > standOutRatio * (1 - score) ? best : null;
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
