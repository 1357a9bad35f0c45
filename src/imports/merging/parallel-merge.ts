import type { SourceRecord } from '../reading/text-lines.js';
import { BatchLocks, type RowKeys } from './batch-locks.js';
import type { BatchOutcome } from './batch-merge.js';

/** The keys of the rows of a batch, and the outcome of the records that could not be parsed into rows. */
export interface ParsedBatch {
  readonly keys: readonly RowKeys[];
  readonly outcome: BatchOutcome;
}

/** Parses and merges one batch at a time. */
export interface BatchWorker {
  /** Parses the records of the next batch. */
  parse(records: readonly SourceRecord[]): Promise<ParsedBatch>;
  /** Reads the keys of some rows of the batch again. @param rows their indexes */
  keysOf(rows: readonly number[]): Promise<readonly RowKeys[]>;
  /** Merges rows of the batch in their order. @param rows their indexes */
  merge(rows: readonly number[]): Promise<BatchOutcome>;
}

/** The rows of a batch that may be merged at once, and those that have to wait for all earlier batches. */
interface AdmittedRows {
  readonly free: readonly number[];
  readonly late: readonly number[];
}

/** The promises of a batch. The next batch is admitted after `admitted`, and its late rows are merged after `ended`. */
interface BatchProgress {
  readonly admitted: Promise<unknown>;
  /** Resolves when this batch and all earlier batches have ended; rejects when one of them has failed. */
  readonly ended: Promise<void>;
}

/**
 * Merges batches in several workers at the same time, with the result of merging them one after the other: rows that have a key in
 * common are never in two workers at once, and keep their order. {@link BatchLocks} decides which rows have to wait.
 */
export class ParallelMerge {
  private readonly locks = new BatchLocks();
  private readonly idle: BatchWorker[];
  private readonly underWay = new Set<Promise<void>>();
  private last: BatchProgress = { admitted: Promise.resolve(), ended: Promise.resolve() };
  private batches = 0;
  private failure: { readonly error: unknown } | null = null;

  /**
   * Makes a merge in which every worker is idle.
   * @param report called with the outcome of rows; the batches come in any order
   */
  constructor(
    workers: readonly BatchWorker[],
    private readonly report: (outcome: BatchOutcome) => Promise<void>,
  ) {
    this.idle = [...workers];
  }

  /** Begins a batch as soon as a worker is idle. @throws what an earlier batch has thrown */
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
    // The error is kept as `failure`.
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

  /** Waits for all batches that have begun. @throws what the first failed batch has thrown */
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
