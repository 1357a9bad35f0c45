import { groupsOf } from './conflict-free-batches.js';

/** The keys of a row, such as `host acme.com`. They stand for everything that the merge of the row changes or depends on. */
export interface RowKeys {
  /** The keys that order rows: rows that have one of these keys in common are merged in the order of the file. */
  readonly own: readonly string[];
  /** Keys that do not order rows: rows that have only such keys in common may be merged in any order. */
  readonly shared?: readonly string[];
}

/** The keys that a batch holds. It holds them after its own end, too, until certain other batches have ended. */
interface HeldKeys {
  readonly own: Set<string>;
  readonly shared: Set<string>;
  /** The other batches that must end before the keys are released; null while the batch itself is under way. */
  heldFor: Set<number> | null;
}

/**
 * Keeps the order of rows that have keys in common while several batches are merged at the same time. Batches have ascending numbers, and
 * are admitted in this order. A row is late if an earlier batch holds one of its keys. The later rows of its batch that share a key with a
 * late row are late, too. Late rows are merged after all earlier batches have ended, all other rows at once.
 *
 * The keys of stored records, such as `company 7`, are read when a batch begins. A batch that is merged meanwhile may change them. So a
 * batch holds its keys until every batch that began before its end has ended, too. For the same reason the keys of late rows are read
 * again before they are merged, and held in addition.
 */
export class BatchLocks {
  private readonly underWay = new Set<number>();
  private readonly held = new Map<number, HeldKeys>();

  /** Begins a batch. It must be called before the keys of the batch are read. */
  begin(batch: number): void {
    this.underWay.add(batch);
  }

  /** Lets a batch hold the keys of its rows. */
  admit(batch: number, rows: readonly RowKeys[]): ReadonlySet<number> {
    const held = [...this.held.values()];
    const collisions = new Set(rows.flatMap((row, index) => (held.some((keys) => collides(row, keys)) ? [index] : [])));
    const late = collisions.size === 0 ? collisions : withFollowers(collisions, rows);
    this.hold(batch, rows);
    return late;
  }

  /** Takes further keys of an admitted batch. */
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
 * Adds to the late rows all later rows that share a key with one of them, directly or through other rows, so that these rows
 * keep their order.
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
