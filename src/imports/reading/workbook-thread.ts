// The code of the thread that reads a workbook. A workbook that is made to take memory or time takes those of this thread, which has limits.
import { parentPort, workerData } from 'node:worker_threads';
import { Uint8ArrayReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { FileReader } from './file-reader.js';
import type { WorkbookAnswer, WorkbookCall, WorkbookFile } from './workbook-threads.js';
import { WorkbookRefused } from '../../table-reading/workbook-parts.js';
import type { SheetRow } from '../../table-reading/sheet-reader.js';
import { Workbook } from '../../table-reading/workbook-rows.js';

const port = parentPort;
if (port === null) throw new Error('This file runs as a thread');

/** The rows that are sent at once end at one of these numbers. */
const maxRows = 500;
const maxCells = 20_000;
const maxLength = 1_048_576;

const { path, bytes } = workerData as WorkbookFile;
const opening = Workbook.open(path === null ? new Uint8ArrayReader(bytes) : new FileReader(path));
let rows: AsyncIterator<SheetRow> | null = null;

async function nextRows(): Promise<SheetRow[]> {
  const batch: SheetRow[] = [];
  let [cells, length] = [0, 0];
  while (batch.length < maxRows && cells < maxCells && length < maxLength) {
    const next = await rows?.next();
    if (next === undefined || next.done === true) break;
    batch.push(next.value);
    cells += next.value.cells.length;
    for (const cell of next.value.cells) length += cell.length;
  }
  return batch;
}

async function answerTo(call: WorkbookCall): Promise<WorkbookAnswer> {
  const workbook = await opening;
  if (call === 'sheets') return { sheets: workbook.sheets.map(({ name, isHidden }) => ({ name, isHidden })) };
  if (call === 'rows') return { rows: await nextRows() };
  await rows?.return?.();
  rows = workbook.rows(call.sheet);
  return { rows: [] };
}

function failureOf(error: unknown): WorkbookAnswer {
  if (error instanceof WorkbookRefused) return { failure: error.message };
  const reason = error instanceof Error ? error.message : String(error);
  return { failure: `the workbook is damaged (${reason}); open it in a spreadsheet program and save it again` };
}

port.on('message', (call: WorkbookCall) => {
  void answerTo(call)
    .catch(failureOf)
    .then((answer) => port.postMessage(answer));
});
