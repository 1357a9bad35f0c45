// The code of one thread of an import in several threads (`--jobs`). It parses and merges batches, and has a database session of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseServers } from '../platform/database/database-servers.js';
import { SuppressionReader } from '../privacy/suppression.reader.js';
import { type ImportKind, importKinds, type ImportSettings } from './import-kinds.js';
import type { ThreadAnswer, ThreadCall, ThreadTask } from './import-threads.js';
import { type BatchedRow, emptyOutcome, mergeBatch, parsedRow } from './merging/batch-merge.js';
import { ReplacedRecords } from './merging/change-guard.sql.js';
import { ImportSession } from './merging/import-session.sql.js';
import type { BatchWorker } from './merging/parallel-merge.js';

const port = parentPort;
if (port === null) throw new Error('This file runs as a thread');

async function openWorker(task: ThreadTask): Promise<BatchWorker & { close(): Promise<void> }> {
  const kind: ImportKind<unknown> = importKinds[task.kind];
  const session = await ImportSession.open(DatabaseServers.of(task.url, 'read-write').settings, 'several jobs');
  const suppression = new SuppressionReader(session, { secret: Buffer.from(task.secret) });
  const settings: ImportSettings = { ...task.settings, suppression };
  const writer = await kind.writer(session, settings);
  await session.record(task.entry);
  const replaced = new ReplacedRecords(session);
  session.observer = replaced;
  const target = {
    parse: (record: Parameters<typeof kind.parse>[0]) => kind.parse(record, task.parsing.format, settings),
    merge: (rows: readonly unknown[]) => writer.merge(rows),
  };
  let batch: readonly BatchedRow<unknown>[] = [];
  const rowsAt = (indexes: readonly number[]): BatchedRow<unknown>[] => indexes.flatMap((index) => batch[index] ?? []);
  return {
    parse: async (records) => {
      const outcome = emptyOutcome();
      batch = records.flatMap((record) => {
        const parsed = parsedRow(record, target, task.parsing);
        if ('row' in parsed) return [parsed];
        outcome.rejected.push(parsed);
        return [];
      });
      const rows = batch.map(({ row }) => row);
      await writer.compare?.(rows);
      return { keys: await writer.keysOf(rows), outcome };
    },
    keysOf: async (indexes) => writer.keysOf(rowsAt(indexes).map(({ row }) => row)),
    merge: async (indexes) => {
      const outcome = emptyOutcome();
      const rows = rowsAt(indexes);
      const before = replaced.total;
      if (rows.length > 0) await mergeBatch(rows, target, outcome);
      outcome.replaced = replaced.total - before;
      return outcome;
    },
    close: () => session.close(),
  };
}

async function answerOf(work: Promise<unknown>): Promise<ThreadAnswer> {
  try {
    return { result: await work };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

const opening = openWorker(workerData as ThreadTask);
port.on('message', ({ name, argument }: ThreadCall) => {
  const work = opening.then(async (worker) => {
    if (name === 'parse') return worker.parse(argument);
    if (name === 'close') return worker.close();
    return worker[name](argument);
  });
  void answerOf(work).then((answer) => port.postMessage(answer));
});
port.postMessage(await answerOf(opening.then(() => null)));
