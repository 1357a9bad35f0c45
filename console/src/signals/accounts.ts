import type { AccountSignal, SignalRecord } from 'data-access-client';
import { kindOf, typesByKind } from '../signal-types.js';

/** The numbers of signals by type and day: a map by type, whose values are maps by day (`YYYY-MM-DD`). */
export type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The signals of one account. */
export interface Account {
  readonly website: string;
  /** The numbers of all signals of the account. Not all of the signals are kept in memory. */
  readonly counts: Counts;
  /** The newest signals of the account, with the newest first. At most 100 are kept. */
  readonly signals: readonly AccountSignal[];
}

/** The signals of a range of days. */
export interface Signals {
  /** The accounts, ordered by their newest signals: the account with the newest signal is first. At most 2,000 are kept. */
  readonly accounts: readonly Account[];
  /** The numbers of all signals. Not all of the signals are kept in memory. */
  readonly counts: Counts;
  /** The number of accounts that are not in `accounts`, because only 2,000 are kept. */
  readonly droppedAccounts: number;
}

/** How many signals of one account, and how many accounts, are kept in memory. The newest ones are kept. */
const limits = { ofAccount: 100, accounts: 2_000 } as const;

/** The number of signals that are read before the browser gets time to draw the page. */
const pause = 2_000;

/**
 * Reads streams of signals, one stream after the other.
 * @param streams In each stream the signals of an account follow each other, and the oldest comes first. An account may be in
 * several streams.
 * @param onProgress called with the number of signals that were read so far
 */
export async function readSignals(
  streams: readonly AsyncIterable<AccountSignal>[],
  onProgress: (count: number) => void,
): Promise<Signals> {
  const reader = new SignalReader();
  for (const stream of streams) {
    for await (const signal of stream) {
      reader.add(signal);
      if (reader.count % pause !== 0) continue;
      onProgress(reader.count);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  return reader.result();
}

class SignalReader {
  count = 0;
  private accounts: Account[] = [];
  private droppedAccounts = 0;
  private website: string | null = null;
  private open: AccountSignal[] = [];
  private openCounts = new Map<string, Map<string, number>>();
  /**
   * How the type of each kind was spelt when it was first seen: `New Hire` or `new_hire`. All signals of the kind are counted under
   * this spelling.
   */
  private readonly notations = new Map<string, string>();
  private readonly counts = new Map<string, Map<string, number>>();

  add(signal: AccountSignal): void {
    if (signal.website !== this.website) this.close();
    this.website = signal.website;
    this.count += 1;
    this.open.push(signal);
    // The signals of an account come with the oldest first. So the ones at the start of the list are the oldest, and these are
    // dropped.
    if (this.open.length > 2 * limits.ofAccount) this.open = this.open.slice(-limits.ofAccount);
    this.tally(signal);
  }

  result(): Signals {
    this.close();
    this.accounts = [...Map.groupBy(this.accounts, ({ website }) => website).values()].map(asOne);
    this.dropOldest();
    const { accounts, counts, droppedAccounts } = this;
    return { accounts, counts, droppedAccounts };
  }

  private close(): void {
    if (this.website !== null) {
      const signals = this.open.slice(-limits.ofAccount).reverse();
      this.accounts.push({ website: this.website, counts: this.openCounts, signals });
      addCounts(this.counts, this.openCounts);
    }
    this.open = [];
    this.openCounts = new Map();
    if (this.accounts.length > 2 * limits.accounts) this.dropOldest();
  }

  private dropOldest(): void {
    this.accounts.sort((one, other) => Number(lastOf(one) < lastOf(other)) - Number(lastOf(one) > lastOf(other)));
    this.droppedAccounts += this.accounts.splice(limits.accounts).length;
  }

  private tally(signal: AccountSignal): void {
    const written = typeOf(signal);
    const kind = kindOf(written);
    const type = this.notations.get(kind) ?? written;
    this.notations.set(kind, type);
    addCounts(this.openCounts, new Map([[type, new Map([[dateOf(signal), 1]])]]));
  }
}

/** Adds numbers of signals to a sum. */
function addCounts(sum: Map<string, Map<string, number>>, counts: Counts): void {
  for (const [type, days] of counts) {
    const sums = sum.get(type) ?? new Map<string, number>();
    sum.set(type, sums);
    for (const [day, number] of days) sums.set(day, (sums.get(day) ?? 0) + number);
  }
}

/** The numbers of the signals of some accounts together. */
export function countsOf(accounts: readonly Account[]): Counts {
  const sum = new Map<string, Map<string, number>>();
  for (const { counts } of accounts) addCounts(sum, counts);
  return sum;
}

/** The number of signals on all days, of all types or of one. */
export function total(counts: Counts, types: readonly string[] = [...counts.keys()]): number {
  return types.reduce((sum, type) => sum + [...(counts.get(type)?.values() ?? [])].reduce((a, b) => a + b, 0), 0);
}

/** Joins the parts of an account, which come from several streams, into one account. */
function asOne(parts: readonly Account[]): Account {
  const [first = { website: '', counts: new Map(), signals: [] }] = parts;
  if (parts.length === 1) return first;
  const signals = parts.flatMap((part) => part.signals).sort((one, other) => (dateOf(one) < dateOf(other) ? 1 : -1));
  return { website: first.website, counts: countsOf(parts), signals: signals.slice(0, limits.ofAccount) };
}

function lastOf({ signals: [newest] }: Account): string {
  return newest === undefined ? '' : dateOf(newest);
}

/** The day of a signal as `YYYY-MM-DD`; empty if it has no date. */
function dateOf({ date }: AccountSignal): string {
  return date?.slice(0, 10) ?? '';
}

export function typeOf({ signal_type: type }: SignalRecord): string {
  return type ?? 'Without type';
}

/**
 * The name of a type of signal or of a source: `trcontact_website_visitor` → `Contact website visitor`. All spellings of a type have
 * the same name: `New Hire` and `new_hire` both give `New hire`.
 */
export function typeName(type: string): string {
  const known = typesByKind.get(kindOf(type))?.[0]?.toLowerCase();
  const words = (known ?? type).replaceAll('_', ' ').replace(/^trcontact/, 'contact');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
