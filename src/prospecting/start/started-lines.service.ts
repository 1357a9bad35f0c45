import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { EnqueuedRunRepository, type KeyedRun } from './enqueued-run.repository.js';
import { keyPrefix, lineKey, type ListLine, roundOf } from './run-list.js';

/** The runs that have already been started for the lines of a list. */
export interface StartedLines {
  /**
   * The newest round of the list: 0 if the list was never started, and 1 after the first start. Each start with `--again` begins a
   * new round.
   */
  readonly round: number;
  /** The runs of the newest round, by the number of their line. */
  readonly runs: ReadonlyMap<number, KeyedRun>;
}

/** Finds the runs that were started for the lines of a list. It recognises them by the idempotency keys of the lines. */
@Injectable()
export class StartedLinesService {
  constructor(private readonly enqueued: EnqueuedRunRepository) {}

  /**
   * Finds the runs that were started for these lines.
   * @param path the path of the list. For standard input and pipes no earlier runs can be found.
   */
  async of(tenantId: string, path: string, lines: readonly ListLine[]): Promise<StartedLines> {
    const prefix = keyPrefix(path);
    if (prefix === null) return { round: 0, runs: new Map() };
    const found = await this.enqueued.startedUnder(tenantId, prefix);
    const round = found.reduce((newest, { key }) => Math.max(newest, roundOf(prefix, key)), 0);
    const earlier = round > 1 ? null : await earlierPrefix(path);
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
 * The beginning of the idempotency keys of a list that was started by an older version of this service. That version chose a UUID
 * for the list and wrote it into the first line of the file `<list>.progress`, as `{"batch":"<uuid>"…`. Its keys were `<uuid>
 * <number of the line> <hash of the line>`.
 * @returns null when there is no such file
 */
async function earlierPrefix(path: string): Promise<string | null> {
  const content = await readFile(`${path}.progress`, 'utf8').catch(() => '');
  const [, batch] = /^\{"batch":"([\da-f-]{36})"/.exec(content) ?? [];
  return batch === undefined ? null : `${batch} `;
}
