import type { Telling } from './telling.js';

/** Something about a prospect that is worth beginning with. */
export interface Angle {
  /** Of several angles about one matter only the first is told. */
  readonly about: 'history' | 'role' | 'link' | 'employer' | 'growth' | 'skills' | 'standing';
  /** Ways to open with it; each names the person and the position. */
  readonly openings: readonly string[];
  /** The same as a noun, for a list of further reasons. */
  readonly aside: string;
}

/** Null where there is nothing of the kind to say. */
export type AngleOf = (telling: Telling) => Angle | null;
