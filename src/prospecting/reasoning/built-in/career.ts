import type { ProspectFeatures } from '../../assessment/candidate.js';

/** Up to this many months a role is new. */
export const NEW_MONTHS = 6;
/** Up to this many months somebody is still settling in. */
export const SETTLING_MONTHS = 18;
/** Up to this many months the role has more than half of the points that its score can give. */
export const OPEN_MONTHS = 44;
/** From this many months on a role is a habit. */
export const LONG_MONTHS = 60;
/** Growth of the technical headcount that is worth a word, in per cent a year. */
export const NOTABLE_GROWTH = 8;
export const NOTABLE_DECLINE = -3;

type Times = Pick<ProspectFeatures, 'monthsInRole' | 'monthsSincePromotion'>;

/** Whether the present role is the one that the last promotion led to. */
export function isPromotedIntoRole({ monthsInRole, monthsSincePromotion }: Times): boolean {
  return monthsInRole !== null && monthsInRole === monthsSincePromotion;
}

/** Whether a promotion lies within the last year and a half. */
export function isPromotedLately({ monthsSincePromotion }: Times): boolean {
  return monthsSincePromotion !== null && monthsSincePromotion <= SETTLING_MONTHS;
}
