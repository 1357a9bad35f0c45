import { serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { ImportKindName, ImportSettings } from './import-kinds.js';
import type { RowKeys } from './merging/batch-locks.js';
import type { BatchOutcome, ParseSettings } from './merging/batch-merge.js';
import type { BatchWorker, ParsedBatch } from './merging/parallel-merge.js';
import type { SourceRecord } from './reading/ndjson-records.js';

/** The settings of a thread. They have only values that Node can copy from one thread to another. */
export interface ThreadTask {
  readonly kind: ImportKindName;
  readonly url: string;
  /** The secret of the suppression list. */
  readonly secret: Uint8Array;
  readonly settings: Omit<ImportSettings, 'suppression'>;
  readonly parsing: ParseSettings;
  /** The entry of the journal of imports that gets the history. */
  readonly entry: number | null;
}

export type ThreadCall =
  | { readonly name: 'parse'; readonly argument: readonly SourceRecord[] }
  | { readonly name: 'keysOf' | 'merge'; readonly argument: readonly number[] }
  | { readonly name: 'close'; readonly argument: null };

export type ThreadAnswer = { readonly result: unknown } | { readonly error: string };

const file = new URL('./import-thread.js', import.meta.url);

/** Threads that parse and merge batches. */
export class ImportThreads {
  private constructor(private readonly threads: readonly ImportThread[]) {}

  /**
   * Starts the threads.
   * @param beforeMerge a function that is called before each merge; it throws if no further batch may be merged
   */
  static async start(task: ThreadTask, count: number, beforeMerge: () => void): Promise<ImportThreads> {
    const threads = Array.from({ length: count }, () => new ImportThread(task, beforeMerge));
    const opened = new ImportThreads(threads);
    try {
      await Promise.all(threads.map((thread) => thread.opened));
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  get workers(): readonly BatchWorker[] {
    return this.threads;
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }
}

/** A thread as the main thread uses it: it gets calls as messages, and answers one call after the other. */
class ImportThread implements BatchWorker {
  readonly opened: Promise<unknown>;
  private readonly thread: Worker;
  private pending: { resolve(result: unknown): void; reject(error: unknown): void } | null = null;
  private failure: Error | null = null;

  constructor(
    task: ThreadTask,
    private readonly beforeMerge: () => void,
  ) {
    this.thread = new Worker(file, { workerData: task });
    this.thread.on('message', (answer: ThreadAnswer) => this.settle(answer));
    this.thread.on('error', (error) => this.fail(error));
    this.thread.on('exit', () => this.fail(new Error('a thread of the import has ended')));
    this.opened = this.answer();
  }

  async parse(records: readonly SourceRecord[]): Promise<ParsedBatch> {
    try {
      return await this.parseCopied(records);
    } catch (error) {
      // Node throws a RangeError if it cannot copy a record to a thread, because the record is nested thousands of levels deep.
      if (!(error instanceof RangeError)) throw error;
    }
    const tooDeep = new Set(records.filter((record) => !isCopyable(record)));
    const parsed = await this.parseCopied(records.filter((record) => !tooDeep.has(record)));
    for (const { line, record } of tooDeep) {
      parsed.outcome.rejected.push({
        line,
        reason: 'the record is nested too deeply for an import with several jobs',
        record,
      });
    }
    return parsed;
  }

  async keysOf(rows: readonly number[]): Promise<readonly RowKeys[]> {
    return (await this.call({ name: 'keysOf', argument: rows })) as readonly RowKeys[];
  }

  async merge(rows: readonly number[]): Promise<BatchOutcome> {
    this.beforeMerge();
    return (await this.call({ name: 'merge', argument: rows })) as BatchOutcome;
  }

  /** Closes the thread's database session, and ends the thread. */
  async close(): Promise<void> {
    await this.call({ name: 'close', argument: null }).catch(() => undefined);
    await this.thread.terminate();
  }

  private async parseCopied(records: readonly SourceRecord[]): Promise<ParsedBatch> {
    return (await this.call({ name: 'parse', argument: records })) as ParsedBatch;
  }

  private async call(call: ThreadCall): Promise<unknown> {
    if (this.failure !== null) throw this.failure;
    this.thread.postMessage(call);
    return this.answer();
  }

  private async answer(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.pending = { resolve, reject };
    });
  }

  private settle(answer: ThreadAnswer): void {
    const { pending } = this;
    this.pending = null;
    if ('error' in answer) pending?.reject(new Error(answer.error));
    else pending?.resolve(answer.result);
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.pending?.reject(error);
    this.pending = null;
  }
}

function isCopyable(record: SourceRecord): boolean {
  try {
    serialize(record);
    return true;
  } catch {
    return false;
  }
}
