import { groupsOf } from './conflict-free-batches.js';

/**
 * The keys of a row. They name everything that a merge of the row reads or changes: `host acme.com` is the host, `company 7` the
 * stored company with this id.
 */
export interface RowKeys {
  /** Two rows that have one of these keys in common are merged in the order of the file. */
  readonly own: readonly string[];
  /**
   * Two rows that only have one of these keys in common may be merged in any order. But if the key is among the `own` keys of one
   * of the two rows, their order counts.
   */
  readonly shared?: readonly string[];
}

/** The keys that a batch holds. After the batch has ended, they are still held until certain other batches have ended, too. */
interface HeldKeys {
  readonly own: Set<string>;
  readonly shared: Set<string>;
  /** The numbers of the other batches that must end before the keys are released; null while the batch itself is under way. */
  heldFor: Set<number> | null;
}

/**
 * Decides which rows have to wait when several batches are merged at the same time, so that rows with a key in common keep their
 * order. Batches have ascending numbers, and are admitted in this order.
 *
 * A row is late if an earlier batch holds one of its keys. If a later row of the same batch shares a key with a late row, it is late,
 * too. Late rows are merged when all earlier batches have ended. All other rows are merged at once.
 *
 * Some keys, such as `company 7`, depend on what is stored when they are read, and every merge may change that. At the end of a batch,
 * the other batches under way may have read their keys before its rows were stored. So the keys of the ended batch are held until these
 * other batches have ended, too. For the same reason, the keys of late rows are read again just before these rows are merged, and their
 * batch then holds those keys as well.
 */
export class BatchLocks {
  private readonly underWay = new Set<number>();
  private readonly held = new Map<number, HeldKeys>();

  /** Begins a batch. It must be called before the keys of the batch are read. */
  begin(batch: number): void {
    this.underWay.add(batch);
  }

  /** Lets a batch hold the keys of its rows. @returns the indexes of the late rows */
  admit(batch: number, rows: readonly RowKeys[]): ReadonlySet<number> {
    const held = [...this.held.values()];
    const collisions = new Set(rows.flatMap((row, index) => (held.some((keys) => collides(row, keys)) ? [index] : [])));
    const late = collisions.size === 0 ? collisions : withFollowers(collisions, rows);
    this.hold(batch, rows);
    return late;
  }

  /** Lets a batch hold further keys. */
  hold(batch: number, rows: readonly RowKeys[]): void {
    const keys = this.held.get(batch) ?? noKeys();
    for (const row of rows) add(row, keys);
    this.held.set(batch, keys);
  }

  end(batch: number): void {
    this.underWay.delete(batch);
    const ended = this.held.get(batch);
    if (ended !== undefined) ended.heldFor = new Set(this.underWay);
    for (const [number, { heldFor }] of this.held) {
      heldFor?.delete(batch);
      if (heldFor?.size === 0) this.held.delete(number);
    }
  }
}

/**
 * Adds later rows of the batch to the late ones, because they must not overtake a late row. A row is added if it shares a key with a
 * late row, or if other rows connect them: row 1 has the keys a and b, row 2 has b and c, row 3 has c.
 */
function withFollowers(late: ReadonlySet<number>, rows: readonly RowKeys[]): ReadonlySet<number> {
  const ownKeys = new Set(rows.flatMap(({ own }) => own));
  const groups = groupsOf(rows.map(({ own, shared = [] }) => [...own, ...shared.filter((key) => ownKeys.has(key))]));
  const lateGroups = new Set<string | undefined>();
  const followers = new Set<number>();
  for (const [index, group] of groups.entries()) {
    if (late.has(index)) lateGroups.add(group);
    if (lateGroups.has(group)) followers.add(index);
  }
  return followers;
}

function noKeys(): HeldKeys {
  return { own: new Set(), shared: new Set(), heldFor: null };
}

function add({ own, shared = [] }: RowKeys, keys: HeldKeys): void {
  for (const key of own) keys.own.add(key);
  for (const key of shared) keys.shared.add(key);
}

function collides({ own, shared = [] }: RowKeys, keys: HeldKeys): boolean {
  return own.some((key) => keys.own.has(key) || keys.shared.has(key)) || shared.some((key) => keys.own.has(key));
}
