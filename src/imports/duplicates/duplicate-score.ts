import { companyNameKeys, compareCompanyNames } from '../../matching/companies/company-name.js';
import { compareNames, contradictNames } from '../../matching/names/name-comparison.js';
import { scoreMatch } from '../../matching/persons/person-match.js';
import { confidenceOfScore } from '../../matching/persons/score-calibration.js';
import { type Naming, namesOf } from '../persons/person-employment.js';

/** A stored company, with what is compared. */
export interface ComparedCompany {
  readonly id: string;
  readonly name: string | null;
  /** The current name, then aliases and former names. */
  readonly names: readonly string[];
  readonly website: string | null;
  readonly network_url: string | null;
  readonly network_id: string | null;
  readonly domains: readonly string[];
  readonly phones: readonly string[];
  readonly country: string | null;
  /** The street and the postal code, or the street and the town; null if one of them is not known. */
  readonly address: string | null;
}

/** A stored person, with what is compared. */
export interface ComparedPerson extends Naming {
  readonly id: string;
  readonly network_url: string | null;
  readonly job_title: string | null;
  readonly company_name: string | null;
  readonly country: string | null;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** The keys of the current employers, as the table `person_block` has them. */
  readonly employers: readonly string[];
}

/** Why two records are probably the same. */
export interface Likeness {
  /** From 0 to 1. */
  readonly confidence: number;
  readonly why: readonly string[];
  /** What speaks against it. */
  readonly conflicts: readonly string[];
}

/** A pair with a lower confidence is not listed. */
export const minConfidence = 0.5;
/** The doubt about two companies of which only the names are equal. Confidences of companies are not measured; they only order the pairs. */
const doubtOfName = 0.35;
const doubtAfterAgreement = 0.5;
/** The factor by which each contradiction lowers the confidence, as in requests. */
const conflictFactor = 0.75;

export function likenessOfCompanies(one: ComparedCompany, other: ComparedCompany): Likeness {
  const names = one.names.flatMap((mine) => other.names.map((theirs) => compareCompanyNames(mine, theirs)));
  const similarity = Math.max(0, ...names);
  const ofCurrent = compareCompanyNames(one.name ?? '', other.name ?? '');
  const why = [ofCurrent === 1 ? 'same name' : ofCurrent > 0 ? 'similar name' : 'former or other name'];
  const conflicts: string[] = [];
  if (shareLabel(one.domains, other.domains)) why.push('same website under another ending');
  if (one.phones.some((phone) => other.phones.includes(phone))) why.push('same phone');
  if (one.address !== null && one.address === other.address) why.push('same address');
  if (differ(one.country, other.country)) conflicts.push('country');
  if (differ(one.network_url, other.network_url)) conflicts.push('network_url');
  else if (differ(one.network_id, other.network_id)) conflicts.push('network_id');
  const doubt = doubtOfName * doubtAfterAgreement ** (why.length - 1);
  return { confidence: rounded(similarity * (1 - doubt), conflicts), why, conflicts };
}

/** The evidence of the matcher, as if one person were searched and the other one were on record. */
export function likenessOfPersons(one: ComparedPerson, other: ComparedPerson): Likeness {
  const [mine, theirs] = [namesOf(one), namesOf(other)];
  const levels = mine.flatMap((name) => theirs.map((each) => compareNames(name, each)));
  const agreement = Math.max(0, ...levels);
  const isContradicting = agreement === 0 && mine.every((name) => theirs.every((each) => contradictNames(name, each)));
  const shared = one.emails.some((address) => other.emails.includes(address));
  const isSameCompany = one.employers.some((key) => /^[cd]/.test(key) && other.employers.includes(key));
  const isSameName = one.employers.some((key) => key.startsWith('n') && other.employers.includes(key));
  const isKnown = levels.length > 0;
  const score = scoreMatch({
    email: shared ? { isInGraph: true, fit: null, hasOtherAtDomain: false } : null,
    name: isKnown ? { agreement, isContradicting } : null,
    employer: { isSameCompany, nameAgreement: isSameName ? 1 : 0 },
  });
  const samePhone = one.phones.some((number) => other.phones.includes(number));
  const why: string[] = [];
  const conflicts: string[] = [];
  if (isKnown && agreement > 0) why.push(agreement === 1 ? 'same name' : 'similar name');
  else if (isKnown) conflicts.push('name');
  if (isSameCompany || isSameName) why.push('same employer');
  if (shared) why.push('same e-mail address');
  if (samePhone) why.push('same phone');
  if (differ(one.network_url, other.network_url)) conflicts.push('network_url');
  if (differ(one.country, other.country)) conflicts.push('country');
  // The calibration is about requests, which mean one of the stored persons. Two records are more often two persons of one name.
  const certain = score === 0 ? agreement * 0.6 * (samePhone ? 1 : 0) : score * confidenceOfScore(score);
  return {
    confidence: rounded(samePhone ? 1 - (1 - certain) * doubtAfterAgreement : certain, conflicts),
    why,
    conflicts,
  };
}

function rounded(confidence: number, conflicts: readonly string[]): number {
  return Math.round(confidence * conflictFactor ** conflicts.length * 1_000) / 1_000;
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one.toLowerCase() !== other.toLowerCase();
}

/** Whether two lists have a domain with the same words before its ending: `acme.com`, `acme-group.de`. */
function shareLabel(mine: readonly string[], theirs: readonly string[]): boolean {
  const labels = (domains: readonly string[]): string[] =>
    domains.flatMap((domain) => companyNameKeys((domain.split('.')[0] ?? '').replaceAll('-', ' ')));
  const own = new Set(labels(mine));
  return labels(theirs).some((label) => own.has(label));
}
