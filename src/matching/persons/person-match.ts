import { type EmailAddress, isFreeMailDomain, isRoleAddress } from '../emails/email.js';
import { fitsLocalPart } from '../emails/local-part.js';
import { nameLevel } from '../names/spelling.js';
import type { PersonName } from '../names/person-name.js';

/** How far a candidate is the person asked for, by one kind of evidence; what is missing to 1 is the doubt. */
export const matchScore = {
  /** The address asked for is one of the candidate's. */
  emailInGraph: 0.99,
  /**
   * The same, but the name asked for is another one that may be the candidate's by now. Of all that is enough it is the least, so
   * that whoever else has that name makes the case undecided.
   */
  emailInGraphOfOtherName: 0.86,
  /** The name, times this where a domain or a profile shows that the employer is the one asked for, */
  sameCompany: 0.98,
  /** or times this and the agreement of the company names where only they do. */
  sameCompanyName: 0.95,
} as const;

/** A candidate below this is refused, however far ahead of the others. */
export const matchAt = 0.8;

/** The doubt about the runner-up has to be more than this many times the doubt about the best. */
const standOutRatio = 1.5;
/** What share of the doubt one more kind of evidence may take away: the kinds are not independent. */
const agreement = 0.5;
/** Below this a stated name speaks against the candidate. */
const nameSupportsAt = nameLevel.singleName;
/** Few people have two addresses at one employer, so one that is merely possible is doubtful beside one that is known. */
const besideKnownAddress = 0.9;

/** What is known of one candidate in the light of one identifier. Null stands for what was not asked. */
export interface MatchEvidence {
  email: {
    /** Whether the address is stored for the candidate. */
    isInGraph: boolean;
    /** `emailFit`; null if the domain is not the current employer's, or the address is stored for anybody. */
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
  /** The current employer; the domain of a work address counts as asked for. */
  employer: {
    isSameCompany: boolean;
    /** `compareCompanyNames`, the best of the company's names; 0 where no name was asked. */
    nameAgreement: number;
  } | null;
}

/**
 * How well an address that nobody is stored with may be formed from a person's name, as `fitsLocalPart` says. Null also
 * for addresses that are a role's or a free mail provider's: they never lead to a person by their form.
 */
export function emailFit({ localPart, domain }: EmailAddress, name: PersonName): number | null {
  return isRoleAddress(localPart) || isFreeMailDomain(domain) ? null : fitsLocalPart(localPart, name);
}

/**
 * The score of one candidate, 0 to 1. Three strategies are scored each for itself: the address is in the graph, the
 * address is formed from the name, the name at the employer. The strongest counts in full and each other one takes part
 * of the remaining doubt away, so that agreeing evidence never lowers a score. Contradiction is decided thus:
 * - An address in the graph beside a name that contradicts the candidate's counts for nothing. Beside one that may be the
 *   candidate's by now, after a marriage, it counts less, so that somebody else who has that name makes the case undecided.
 * - An address that is merely formed like the candidate's name counts for nothing beside a stated name that is not his.
 * - A wrong employer only takes the name's strategy away; people move, and their address still finds them.
 */
export function scoreMatch(evidence: MatchEvidence): number {
  const [strongest = 0, ...others] = [scoreByGraph(evidence), scoreByForm(evidence), scoreByName(evidence)].sort(
    (a, b) => b - a,
  );
  return 1 - others.reduce((doubt, score) => doubt * (1 - agreement * score), 1 - strongest);
}

/**
 * The index of the candidate who is the person, or null when none is good enough or two are too close to each other.
 * Closeness is a ratio of doubts: 0.98 stands out from 0.95, but 0.85 does not from 0.80.
 */
export function standOut(scores: readonly number[]): number | null {
  const best = scores.reduce((found, score, index) => (score > (scores[found] ?? 0) ? index : found), 0);
  const score = scores[best] ?? 0;
  const runnerUp = Math.max(0, ...scores.filter((_, index) => index !== best));
  return score >= matchAt && 1 - runnerUp > standOutRatio * (1 - score) ? best : null;
}

function scoreByGraph({ email, name }: MatchEvidence): number {
  if (email?.isInGraph !== true) return 0;
  if (name === null || name.agreement >= nameSupportsAt) return matchScore.emailInGraph;
  return name.isContradicting ? 0 : matchScore.emailInGraphOfOtherName;
}

function scoreByForm({ email, name }: MatchEvidence): number {
  if (email === null || email.isInGraph || email.fit === null) return 0;
  if (name !== null && name.agreement < nameSupportsAt) return 0;
  return email.fit * (email.hasOtherAtDomain ? besideKnownAddress : 1);
}

function scoreByName({ name, employer }: MatchEvidence): number {
  if (name === null || employer === null) return 0;
  const bySite = employer.isSameCompany ? matchScore.sameCompany : 0;
  return name.agreement * Math.max(bySite, matchScore.sameCompanyName * employer.nameAgreement);
}
