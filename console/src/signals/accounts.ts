import type { AccountSignal } from 'data-access-client';

/** Signals of one account. */
export interface Account {
  readonly website: string;
  /** All of them, also those that are not kept. */
  readonly count: number;
  /** The newest, the newest first. */
  readonly signals: readonly AccountSignal[];
}

/** Signals of a range of days, grouped as they come. */
export interface Signals {
  /** The account with the newest signal first. */
  readonly accounts: readonly Account[];
  readonly count: number;
  readonly byType: ReadonlyMap<string, number>;
  /** From type to day to number. */
  readonly byDay: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Accounts beyond the limit: counted, but not kept. */
  readonly droppedAccounts: number;
}

/** What is kept in memory: the newest signals of each account, and the accounts with the newest signals. */
const limits = { ofAccount: 100, accounts: 2_000 } as const;

/** Signals between two pauses, in which the browser draws. */
const pause = 2_000;

/**
 * Reads a stream of signals, in which those of an account are together.
 * @param onProgress called with the number of signals that were read
 */
export async function readSignals(
  stream: AsyncIterable<AccountSignal>,
  onProgress: (count: number) => void,
): Promise<Signals> {
  const reader = new SignalReader();
  for await (const signal of stream) {
    reader.add(signal);
    if (reader.count % pause !== 0) continue;
    onProgress(reader.count);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return reader.result();
}

class SignalReader {
  count = 0;
  private accounts: Account[] = [];
  private droppedAccounts = 0;
  private website: string | null = null;
  private open: AccountSignal[] = [];
  private openCount = 0;
  private readonly byType = new Map<string, number>();
  private readonly byDay = new Map<string, Map<string, number>>();

  add(signal: AccountSignal): void {
    if (signal.website !== this.website) this.close();
    this.website = signal.website;
    this.count += 1;
    this.openCount += 1;
    this.open.push(signal);
    // They come by date, so that the first ones are the oldest.
    if (this.open.length > 2 * limits.ofAccount) this.open = this.open.slice(-limits.ofAccount);
    this.tally(signal);
  }

  result(): Signals {
    this.close();
    this.dropOldest();
    const { accounts, count, byType, byDay, droppedAccounts } = this;
    return { accounts, count, byType, byDay, droppedAccounts };
  }

  private close(): void {
    if (this.website !== null) {
      const signals = this.open.slice(-limits.ofAccount).reverse();
      this.accounts.push({ website: this.website, count: this.openCount, signals });
    }
    this.open = [];
    this.openCount = 0;
    if (this.accounts.length > 2 * limits.accounts) this.dropOldest();
  }

  private dropOldest(): void {
    this.accounts.sort((one, other) => Number(lastOf(one) < lastOf(other)) - Number(lastOf(one) > lastOf(other)));
    this.droppedAccounts += this.accounts.splice(limits.accounts).length;
  }

  private tally(signal: AccountSignal): void {
    const type = typeOf(signal);
    const date = dateOf(signal);
    this.byType.set(type, (this.byType.get(type) ?? 0) + 1);
    const days = this.byDay.get(type) ?? new Map<string, number>();
    this.byDay.set(type, days.set(date, (days.get(date) ?? 0) + 1));
  }
}

function lastOf({ signals: [newest] }: Account): string {
  return newest === undefined ? '' : dateOf(newest);
}

/** As `YYYY-MM-DD`; empty if it is unknown. */
function dateOf({ date }: AccountSignal): string {
  return date?.slice(0, 10) ?? '';
}

export function typeOf({ signal_type: type }: AccountSignal): string {
  return type ?? 'Without type';
}

/** As in `Account website visitor` for `account_website_visitor`. */
export function typeName(type: string): string {
  const words = type.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
