import { Worker } from 'node:worker_threads';
import type { SheetRow } from '../../table-reading/sheet-reader.js';
import type { Sheet } from '../../table-reading/sheet-table.js';
import type { SheetName } from '../../table-reading/workbook-rows.js';

/** Where the thread finds the workbook: in a file, or in the bytes if it came as a stream or compressed with gzip. */
export type WorkbookFile =
  | { readonly path: string; readonly bytes: null }
  | { readonly path: null; readonly bytes: Uint8Array<ArrayBuffer> };

export type WorkbookCall = 'sheets' | 'rows' | { readonly sheet: number };

export type WorkbookAnswer =
  | { readonly sheets: readonly SheetName[] }
  | { readonly rows: readonly SheetRow[] }
  | { readonly failure: string };

/** The memory of the thread. The texts that the cells of a workbook share are held in it. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
const file = new URL('./workbook-thread.js', import.meta.url);

/**
 * A thread that reads a workbook. It is asked for some rows at a time, so that it reads only as fast as they are used. It answers one call
 * after the other.
 */
export class WorkbookThread {
  private readonly thread: Worker;
  private pending: { resolve(answer: WorkbookAnswer): void; reject(error: Error): void } | null = null;
  private failure: Error | null = null;

  private constructor(workbook: WorkbookFile) {
    const transferList = workbook.bytes === null ? [] : [workbook.bytes.buffer];
    this.thread = new Worker(file, { workerData: workbook, transferList, resourceLimits });
    this.thread.on('message', (answer: WorkbookAnswer) => {
      const { pending } = this;
      this.pending = null;
      pending?.resolve(answer);
    });
    this.thread.on('error', (error) => this.fail(withoutMemory(error) ? tooLarge : error));
    this.thread.on('exit', () => this.end());
  }

  /** @throws Error when the workbook cannot be read; its message is for the operator */
  static async open(workbook: WorkbookFile): Promise<{ sheets: readonly Sheet[]; close(): void }> {
    const thread = new WorkbookThread(workbook);
    const close = (): void => thread.end();
    try {
      const answer = await thread.call('sheets');
      const names = 'sheets' in answer ? answer.sheets : [];
      return { sheets: names.map((name, index) => ({ ...name, rows: () => thread.rows(index) })), close };
    } catch (error) {
      close();
      throw error;
    }
  }

  private async *rows(index: number): AsyncGenerator<SheetRow> {
    await this.call({ sheet: index });
    let coming = this.inAdvance();
    try {
      for (;;) {
        const { rows, failure } = await coming;
        if (failure !== null) throw failure;
        if (rows.length === 0) return;
        coming = this.inAdvance();
        yield* rows;
      }
    } finally {
      // The rows that were asked for in advance have to arrive before the next call.
      await coming;
    }
  }

  /** Asks for further rows, which the thread reads while those before are used. Only their use throws a failure. */
  private async inAdvance(): Promise<{ rows: readonly SheetRow[]; failure: Error | null }> {
    try {
      const answer = await this.call('rows');
      return { rows: 'rows' in answer ? answer.rows : [], failure: null };
    } catch (error) {
      return { rows: [], failure: error instanceof Error ? error : new Error(String(error)) };
    }
  }

  private async call(call: WorkbookCall): Promise<WorkbookAnswer> {
    if (this.failure !== null) throw this.failure;
    this.thread.postMessage(call);
    const answer = await new Promise<WorkbookAnswer>((resolve, reject) => {
      this.pending = { resolve, reject };
    });
    if ('failure' in answer) throw new Error(answer.failure);
    return answer;
  }

  private end(): void {
    this.fail(new Error('the reading of the workbook was ended'));
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.pending?.reject(this.failure);
    this.pending = null;
    void this.thread.terminate();
  }
}

const tooLarge = new Error('the workbook takes too much memory; save the sheet as CSV, or divide it');

function withoutMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
