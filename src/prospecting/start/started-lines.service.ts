import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { EnqueuedRunRepository, type KeyedRun } from './enqueued-run.repository.js';
import { keyPrefix, lineKey, type ListLine, roundOf } from './run-list.js';

/** What was started of a list. */
export interface StartedLines {
  /** How often the list was started anew on purpose, and once more for the first time; 0 for a new list. */
  readonly round: number;
  /** The runs of that round, by the number of the line. */
  readonly runs: ReadonlyMap<number, KeyedRun>;
}

/** Finds the runs of lists by the idempotency keys of their lines. */
@Injectable()
export class StartedLinesService {
  constructor(private readonly enqueued: EnqueuedRunRepository) {}

  /** @param path of the list; one that is read once, such as standard input, has no runs from before */
  async of(tenantId: string, path: string, lines: readonly ListLine[]): Promise<StartedLines> {
    const prefix = keyPrefix(path);
    if (prefix === null) return { round: 0, runs: new Map() };
    const found = await this.enqueued.startedUnder(tenantId, prefix);
    const round = found.reduce((newest, { key }) => Math.max(newest, roundOf(prefix, key)), 0);
    const earlier = round > 1 ? null : await batchBeside(path);
    if (earlier !== null) found.push(...(await this.enqueued.startedUnder(tenantId, earlier)));
    const byKey = new Map(found.map((run) => [run.key, run]));
    const runs = new Map<number, KeyedRun>();
    for (const line of lines) {
      const run =
        byKey.get(lineKey(prefix, Math.max(1, round), line)) ??
        byKey.get(`${earlier ?? ''}${line.number} ${line.hash}`);
      if (run !== undefined) runs.set(line.number, run);
    }
    return { round: found.length === 0 ? 0 : Math.max(1, round), runs };
  }
}

/**
 * What the keys of a list begin with that an earlier version has started. That version kept it in the first line of a file beside
 * the list, and the rest of a key was the number of the line and its hash. Null without such a file.
 */
async function batchBeside(path: string): Promise<string | null> {
  const content = await readFile(`${path}.progress`, 'utf8').catch(() => '');
  const [, batch] = /^\{"batch":"([\da-f-]{36})"/.exec(content) ?? [];
  return batch === undefined ? null : `${batch} `;
}
