import type { ProspectScores } from './facts/candidate.js';
import { ascending } from './facts/text.js';

/** The parts of a prospect on which its rank depends. */
export interface Ranked {
  readonly networkUrl: string;
  readonly scores: ProspectScores;
}

/**
 * A comparator that sorts prospects, the best first: by the composite score, then by the buyer score, then by the profile page. No
 * two prospects have the same profile page, so the result does not depend on the order in which they are added.
 */
export function byRank(a: Ranked, b: Ranked): number {
  return (
    b.scores.composite - a.scores.composite || b.scores.buyer - a.scores.buyer || ascending(a.networkUrl, b.networkUrl)
  );
}

/** Keeps the `max` best of any number of prospects. Its memory does not grow with the number of prospects that are added. */
export class TopProspects<Prospect extends Ranked> {
  /** A binary heap with the worst prospect at index 0. The prospect at index i never ranks better than those at 2i + 1 and 2i + 2. */
  private readonly heap: Prospect[] = [];

  /**
   * Makes an empty ranking.
   * @param max the number of prospects to keep, at least 1
   */
  constructor(private readonly max: number) {}

  /** Whether a prospect with these scores would be kept if it were added now. */
  takes(ranked: Ranked): boolean {
    const [last] = this.heap;
    return last === undefined || this.heap.length < this.max || byRank(ranked, last) < 0;
  }

  add(prospect: Prospect): void {
    if (!this.takes(prospect)) return;
    if (this.heap.length < this.max) {
      this.heap.push(prospect);
      this.rise(this.heap.length - 1);
      return;
    }
    this.heap[0] = prospect;
    this.sink(0);
  }

  /** The prospects that were kept, the best first. */
  ranked(): Prospect[] {
    return this.heap.toSorted(byRank);
  }

  private rise(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.isBehind(at, parent)) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  private sink(from: number): void {
    let at = from;
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = this.isBehind(right, left) ? right : left;
      if (!this.isBehind(child, at)) return;
      this.swap(at, child);
      at = child;
    }
  }

  /**
   * Whether the prospect at `index` ranks worse than the prospect at `other`. It is false if there is no prospect at one of the
   * two.
   */
  private isBehind(index: number, other: number): boolean {
    const [one, two] = [this.heap[index], this.heap[other]];
    return one !== undefined && two !== undefined && byRank(one, two) > 0;
  }

  private swap(a: number, b: number): void {
    const [one, two] = [this.heap[a], this.heap[b]];
    if (one === undefined || two === undefined) return;
    this.heap[a] = two;
    this.heap[b] = one;
  }
}
