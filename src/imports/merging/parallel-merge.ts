import type { SourceRecord } from '../reading/ndjson-records.js';
import { BatchLocks, type RowKeys } from './batch-locks.js';
import type { BatchOutcome } from './batch-merge.js';

/** A parsed batch: the keys of each of its rows, and the outcome of the records that were rejected. */
export interface ParsedBatch {
  readonly keys: readonly RowKeys[];
  readonly outcome: BatchOutcome;
}

/** A worker that has one batch at a time: it parses its records, and then merges its rows. */
export interface BatchWorker {
  /** Parses the records of the next batch. */
  parse(records: readonly SourceRecord[]): Promise<ParsedBatch>;
  /** Reads the keys of some rows of the batch again. @param rows the indexes of these rows in the batch */
  keysOf(rows: readonly number[]): Promise<readonly RowKeys[]>;
  /** Merges some rows of the batch in their order. @param rows the indexes of these rows in the batch */
  merge(rows: readonly number[]): Promise<BatchOutcome>;
}

/** The indexes of the rows of a batch that may be merged at once, and of those that have to wait for all earlier batches. */
interface AdmittedRows {
  readonly free: readonly number[];
  readonly late: readonly number[];
}

/**
 * The progress of the batch that began last, for which the next batch has to wait. Only after `admitted` has resolved are the keys of the
 * next batch compared with those of the batches under way. Only after `ended` has resolved are the late rows of the next batch merged.
 */
interface BatchProgress {
  readonly admitted: Promise<unknown>;
  /** Resolves when this batch and all earlier batches have ended; rejects when one of them has failed. */
  readonly ended: Promise<void>;
}

/**
 * Merges batches in several workers at the same time. The result is the same as if they were merged one after the other, because rows
 * that have a key in common keep their order and are never merged at the same time. {@link BatchLocks} decides which rows have to wait.
 */
export class ParallelMerge {
  private readonly locks = new BatchLocks();
  private readonly idle: BatchWorker[];
  private readonly underWay = new Set<Promise<void>>();
  private last: BatchProgress = { admitted: Promise.resolve(), ended: Promise.resolve() };
  private batches = 0;
  private failure: { readonly error: unknown } | null = null;

  /**
   * Creates the merge. All its workers are idle at first.
   * @param report called with the outcome of some rows whenever they have been merged; this is not always in the order of the batches
   */
  constructor(
    workers: readonly BatchWorker[],
    private readonly report: (outcome: BatchOutcome) => Promise<void>,
  ) {
    this.idle = [...workers];
  }

  /** Waits until a worker is idle, and lets it begin a batch. @throws the error of an earlier batch */
  async begin(records: readonly SourceRecord[]): Promise<void> {
    while (this.idle.length === 0) await Promise.race(this.underWay);
    if (this.failure !== null) throw this.failure.error;
    const worker = this.idle.pop();
    if (worker === undefined) return this.begin(records);
    const batch = this.batches;
    this.batches += 1;
    this.locks.begin(batch);
    const admitted = this.admit(batch, worker.parse(records), this.last.admitted);
    const merged = this.merge(batch, worker, admitted, this.last.ended);
    const ended = Promise.all([merged, this.last.ended]).then(() => undefined);
    // `failure` keeps the error, so that it can be ignored here.
    ended.catch(() => undefined);
    this.last = { admitted, ended };
    const settled: Promise<void> = merged
      .catch((error: unknown) => void (this.failure ??= { error }))
      .finally(() => {
        this.underWay.delete(settled);
        this.idle.push(worker);
      });
    this.underWay.add(settled);
  }

  /** Waits until all batches that have begun have ended. @throws the error of the batch that failed first */
  async end(): Promise<void> {
    await Promise.all(this.underWay);
    if (this.failure !== null) throw this.failure.error;
  }

  private async admit(
    batch: number,
    parsing: Promise<ParsedBatch>,
    earlierAdmitted: Promise<unknown>,
  ): Promise<AdmittedRows> {
    const [{ keys, outcome }] = await Promise.all([parsing, earlierAdmitted]);
    const late = this.locks.admit(batch, keys);
    await this.report(outcome);
    const rows = [...keys.keys()];
    return { free: rows.filter((row) => !late.has(row)), late: [...late] };
  }

  private async merge(
    batch: number,
    worker: BatchWorker,
    admitted: Promise<AdmittedRows>,
    earlierEnded: Promise<void>,
  ): Promise<void> {
    const { free, late } = await admitted;
    await this.report(await worker.merge(free));
    if (late.length > 0) {
      await earlierEnded;
      this.locks.hold(batch, await worker.keysOf(late));
      await this.report(await worker.merge(late));
    }
    this.locks.end(batch);
  }
}
