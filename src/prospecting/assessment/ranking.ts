import type { ProspectScores } from './facts/candidate.js';
import { ascending } from './facts/text.js';

/** The fields of a prospect that decide its rank. */
export interface Ranked {
  readonly networkUrl: string;
  readonly scores: ProspectScores;
}

/**
 * A comparator that sorts prospects, the best first: by the composite score, then by the buyer score, then by the profile page.
 * Profile pages are unique, so the result does not depend on the order in which prospects were added.
 */
export function byRank(a: Ranked, b: Ranked): number {
  return (
    b.scores.composite - a.scores.composite || b.scores.buyer - a.scores.buyer || ascending(a.networkUrl, b.networkUrl)
  );
}

/** Keeps the best `max` of any number of prospects, in bounded memory. */
export class TopProspects<Prospect extends Ranked> {
  /** A binary heap with the worst prospect at index 0: the one at index i ranks no better than those at 2i + 1 and 2i + 2. */
  private readonly heap: Prospect[] = [];

  /**
   * Makes an empty ranking.
   * @param max the number of prospects to keep, at least 1
   */
  constructor(private readonly max: number) {}

  /** Whether a prospect with this rank would be among the kept prospects. */
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

  /** Whether the prospect at `index` ranks worse than the prospect at `other`; false when the heap ends before either index. */
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
