import type { ChangedKind } from '../history/history-tables.js';

/** Groups of records that were joined into one. An undo restores all records of a group or none of them. */
export class JoinedGroups {
  private readonly groups = new Map<string, Set<string>>();

  constructor(joins: readonly (readonly [kind: ChangedKind, absorbed: string, survivor: string])[]) {
    for (const [kind, absorbed, survivor] of joins) {
      const all = new Set([...this.groupOf(kind, absorbed), ...this.groupOf(kind, survivor)]);
      for (const id of all) this.groups.set(`${kind} ${id}`, all);
    }
  }

  /** Divides records into groups. A group also has those of its records that are not among the given ones. */
  unitsOf(kind: ChangedKind, ids: readonly string[]): string[][] {
    return [...new Set(ids.map((id) => this.groupOf(kind, id)))].map((group) => [...group]);
  }

  /** Whether records of a kind were joined. */
  have(kind: ChangedKind): boolean {
    return [...this.groups].some(([key, { size }]) => size > 1 && key.startsWith(`${kind} `));
  }

  private groupOf(kind: ChangedKind, id: string): ReadonlySet<string> {
    const known = this.groups.get(`${kind} ${id}`);
    if (known !== undefined) return known;
    const alone = new Set([id]);
    this.groups.set(`${kind} ${id}`, alone);
    return alone;
  }
}
