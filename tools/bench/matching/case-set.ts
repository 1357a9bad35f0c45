import { type Random, randomFor } from '../../random.js';
import type { Company, Member, Person, Present } from './data.js';
import type { MatchCase } from './scores.js';

/** The records from which cases are made. */
export interface CaseSet {
  readonly staff: readonly Member[];
  readonly present: Present;
  readonly companies: readonly Company[];
  readonly seed: string;
  /** The maximum number of cases for each combination of a strategy and a corruption. */
  readonly size: number;
}

/** The persons who work at a company now, in their main job or another one. */
export function presentOf({ present }: CaseSet, { website }: Company): readonly Person[] {
  return present.get(website) ?? [];
}

/**
 * Makes the identifier of a case, and the record that must be found. Returns null if the corruption cannot be applied to the
 * company or person.
 */
export type Make = (random: Random, member: Member) => Pick<MatchCase, 'identifier' | 'expected'> | null;

/** Makes at most `size` cases, each from a different company or person. The seed decides which ones are taken. */
export function sampled(
  { seed, size }: CaseSet,
  members: readonly Member[],
  strategy: string,
  corruption: string,
  make: Make,
): MatchCase[] {
  const random = randomFor(`${seed} ${strategy} ${corruption}`);
  const cases: MatchCase[] = [];
  for (const member of random.sample(members, members.length)) {
    if (cases.length >= size) break;
    const made = make(random, member);
    if (made !== null) cases.push({ strategy, corruption, ...made });
  }
  return cases;
}
