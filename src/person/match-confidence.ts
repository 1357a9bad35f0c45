import { type RecordMatch, roundedConfidence } from '../enrichment/match-conditions.js';
import { evidenceParts, type MatchEvidence } from '../matching/persons/person-match.js';
import { confidenceOfScore } from '../matching/persons/score-calibration.js';
import type { ChosenPerson } from './person-choice.js';

/** The confidence in a person who was found by profile URL. */
const pageConfidence = 0.995;

/** The factor by which each part of the identifier that contradicts the person of the profile URL lowers the confidence. */
const conflictFactor = 0.75;

/**
 * The evidence for a person who was found by profile URL.
 * @param evidence what the other parts of the identifier say about the person; null if the identifier has no other part
 * @param isAddressOfOther whether the e-mail address of the identifier is stored only for other persons
 */
export function matchByPage(evidence: MatchEvidence | null, isAddressOfOther: boolean): RecordMatch {
  const parts = evidence === null ? { by: [], conflicts: [] } : evidenceParts(evidence);
  const conflicts = isAddressOfOther ? (['email', ...parts.conflicts] as const) : parts.conflicts;
  const confidence = roundedConfidence(pageConfidence * conflictFactor ** conflicts.length);
  return { by: ['network_url', ...parts.by], confidence, conflicts };
}

/** The evidence for a person who was not found by profile URL, but chosen among candidates by score. */
export function matchByScore({ score, evidence }: ChosenPerson): RecordMatch {
  const parts = evidence === null ? ({ by: ['name', 'company'], conflicts: [] } as const) : evidenceParts(evidence);
  return { by: parts.by, confidence: roundedConfidence(confidenceOfScore(score)), conflicts: parts.conflicts };
}
