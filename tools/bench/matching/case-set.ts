import { type Random, randomFor } from '../../random.js';
import type { Company, Member, Person, Present } from './data.js';
import type { MatchCase } from './scores.js';

/** The data that cases are drawn from. */
export interface CaseSet {
  readonly staff: readonly Member[];
  readonly present: Present;
  readonly companies: readonly Company[];
  readonly seed: string;
  /** The highest number of cases for a strategy and a corruption. */
  readonly size: number;
}

/** The persons at a company. */
export function presentOf({ present }: CaseSet, { website }: Company): readonly Person[] {
  return present.get(website) ?? [];
}

/** @returns null where the corruption does not apply */
export type Make = (random: Random, member: Member) => Pick<MatchCase, 'identifier' | 'expected'> | null;

/** Cases of up to `size` members, in an order that depends on the seed. */
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
