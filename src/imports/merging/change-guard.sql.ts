// SQL for counting the changes of one transaction, which only its own session sees.
import { CodedCommandError } from '../../platform/errors/command-error.js';
import type { BatchGuard } from '../merging/bulk-import.js';
import type { ImportSession, TransactionObserver } from '../merging/import-session.sql.js';
import { HistoryReading } from '../history/import-history.sql.js';

/** The share of the records of a file in which an import may replace stored values, unless the operator says otherwise. */
export const usualShare = 0.3;
/** An import that replaces values in fewer records is never refused: the share of so few says nothing. */
export const fewestReplaced = 5;

/** @param share the allowed share of the records, from 0 to 1 */
function isTooMuch(replaced: number, records: number, share: number): boolean {
  return replaced >= fewestReplaced && replaced > share * records;
}

const percentOf = (share: number): number => Math.round(share * 1_000) / 10;

/** The warning of a dry run whose import is going to be refused; empty if it is not. @param share null if any share is allowed */
export function refusalAhead(replaced: number, records: number, share: number | null): string[] {
  if (share === null || !isTooMuch(replaced, records, share)) return [];
  return [
    `The import will be refused, because it would replace stored values in ${replaced} of ${records} records, and at most ` +
      `${percentOf(share)}% are allowed`,
  ];
}

/** The refusal of an import that would replace too many stored values. */
export class TooManyChanges extends CodedCommandError {}

/** Counts, in each transaction of a session, the records in which a stored value is replaced or removed. */
export class ReplacedRecords implements TransactionObserver {
  /** The number of these records in all transactions so far. A batch with an invalid value is merged in several transactions. */
  total = 0;
  private since = '0';
  private readonly history: HistoryReading;

  constructor(
    private readonly session: ImportSession,
    /** Called with the number before the commit. An error that it throws rolls the transaction back. */
    private readonly onCounted: (replaced: number, history: HistoryReading) => Promise<void> = () => Promise.resolve(),
  ) {
    this.history = readingOf(session);
  }

  async begin(): Promise<void> {
    const [last] = await this.session.column('select coalesce(max(id), 0) from import_change');
    this.since = last ?? '0';
  }

  async beforeCommit(): Promise<void> {
    const { entry } = this.session;
    const replaced = entry === null ? 0 : await this.history.replacedNow(entry, this.since);
    this.total += replaced;
    await this.onCounted(replaced, this.history);
  }
}

/** Reads the history in the session of an import, with what its transaction has changed so far. */
export function readingOf(session: Pick<ImportSession, 'pool'>): HistoryReading {
  return new HistoryReading(
    async <Row extends object>(text: string, values: readonly unknown[]) =>
      (await session.pool.query<Row>(text, [...values])).rows,
  );
}

/** Refuses an import as soon as it is certain that it replaces stored values in too large a share of its records. */
export class ChangeGuard implements BatchGuard {
  private named = 0;
  private replaced = 0;
  private isLast = false;
  private refusal: TooManyChanges | null = null;

  /**
   * @param share the allowed share of the records, from 0 to 1
   * @param entry the entry of the import in the journal
   * @param history reads what is committed of the import
   */
  constructor(
    private readonly share: number,
    private readonly entry: number,
    private readonly history: HistoryReading,
  ) {}

  /** Notes that a batch of records is merged next. @param isLast whether the file has no other records */
  expect(records: number, isLast: boolean): void {
    this.named += records;
    this.isLast = isLast;
  }

  /**
   * Counts the records of a transaction in which a stored value was replaced. If the file has no other records, it is decided before the
   * commit, so that nothing of a file with one batch is stored.
   * @param history reads what the transaction has changed, too
   * @throws TooManyChanges
   */
  async note(replaced: number, history: HistoryReading): Promise<void> {
    this.replaced += replaced;
    if (this.isLast) await this.decide(this.named, history);
  }

  /**
   * Decides whether the whole file is going to replace too many values. Without an estimate of its records, only the end of the file decides.
   * @throws TooManyChanges
   */
  async merged(replaced: number, estimated: number | null): Promise<void> {
    this.replaced += replaced;
    if (estimated !== null) await this.decide(estimated, this.history);
  }

  /** @throws TooManyChanges */
  async decideAtEnd(): Promise<void> {
    await this.decide(this.named, this.history);
  }

  private async decide(records: number, history: HistoryReading): Promise<void> {
    // The end of a batch is told after its refusal, too. Then there is nothing any more of which a summary could be made.
    if (this.refusal !== null) throw this.refusal;
    if (!isTooMuch(this.replaced, records, this.share)) return;
    const { fields, warnings } = await history.summary(this.entry);
    this.refusal = new TooManyChanges({
      code: 'TOO_MANY_CHANGES',
      values: {
        replaced: this.replaced,
        records: this.named,
        most_percent: percentOf(this.share),
        fields: fields.slice(0, 5).map(({ field, changed }) => ({ field, changed })),
        warnings,
      },
    });
    throw this.refusal;
  }
}

/**
 * Reads the share that an operator allows.
 * @param text `20%`, or a number from 0 to 1
 * @returns null if the text is neither
 */
export function readShare(text: string): number | null {
  const [, digits, percent] = /^(\d{1,3}(?:\.\d+)?)(%?)$/.exec(text.trim()) ?? [];
  const share = Number(digits) / (percent === '%' ? 100 : 1);
  return digits !== undefined && share <= 1 ? share : null;
}
