import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SourceRecord } from '../reading/ndjson-records.js';
import type { RowKeys } from './batch-locks.js';
import { type BatchOutcome, emptyOutcome } from './batch-merge.js';
import { type BatchWorker, ParallelMerge } from './parallel-merge.js';

/** A row for {@link ModelStore}: a record of a company with these identifiers. */
interface ModelRow {
  readonly line: number;
  readonly identifiers: readonly string[];
  /** Whether the merge removes from the company all identifiers that the row does not have. */
  readonly isWhole: boolean;
}

/**
 * A model of the stored companies. A row is merged into the company that owns the first of its identifiers with an owner. Identifiers that
 * other companies own stay with these.
 */
class ModelStore {
  readonly owners = new Map<string, number>();
  /** The lines of the rows that were merged into each company, in their order. */
  readonly companies: number[][] = [];

  keysOf({ identifiers }: ModelRow): RowKeys {
    const owners = identifiers.flatMap((identifier) => this.owners.get(identifier) ?? []);
    return { own: [...identifiers, ...owners.map((owner) => `company ${owner}`)] };
  }

  merge({ line, identifiers, isWhole }: ModelRow): void {
    const [owner = this.companies.length] = identifiers.flatMap((identifier) => this.owners.get(identifier) ?? []);
    (this.companies[owner] ??= []).push(line);
    if (isWhole) for (const [identifier, other] of this.owners) if (other === owner) this.owners.delete(identifier);
    for (const identifier of identifiers) if (!this.owners.has(identifier)) this.owners.set(identifier, owner);
  }

  /** The companies with their rows and identifiers, in an order that does not depend on their numbers. */
  content(): string[] {
    const identifiersOf = (company: number): string[] =>
      [...this.owners].flatMap(([identifier, owner]) => (owner === company ? [identifier] : [])).sort();
    return this.companies.map((lines, company) => JSON.stringify([lines, identifiersOf(company)])).sort();
  }
}

/**
 * A worker that merges into the model. Before each step it waits for as many turns of the event loop as `turns` says, so that the steps of
 * several workers alternate in any order.
 */
class ModelWorker implements BatchWorker {
  private rows: ModelRow[] = [];

  constructor(
    private readonly store: ModelStore,
    private readonly touching: Map<string, ModelWorker>,
    private readonly turns: () => number,
  ) {}

  async parse(records: readonly SourceRecord[]): Promise<{ keys: RowKeys[]; outcome: BatchOutcome }> {
    await this.pause();
    this.rows = records.map(({ line, record }) => ({ line, ...(record as Omit<ModelRow, 'line'> & typeof record) }));
    const keys = this.rows.map((row) => this.store.keysOf(row));
    await this.pause();
    return { keys, outcome: emptyOutcome() };
  }

  keysOf(rows: readonly number[]): Promise<RowKeys[]> {
    return Promise.resolve(this.rowsAt(rows).map((row) => this.store.keysOf(row)));
  }

  async merge(rows: readonly number[]): Promise<BatchOutcome> {
    const batch = this.rowsAt(rows);
    const touched = batch.flatMap((row) => this.store.keysOf(row).own);
    for (const key of touched) {
      if ((this.touching.get(key) ?? this) !== this) throw new Error(`two workers merge ${key} at once`);
      this.touching.set(key, this);
    }
    await this.pause();
    for (const row of batch) this.store.merge(row);
    for (const key of touched) this.touching.delete(key);
    return { ...emptyOutcome(), merged: batch.length };
  }

  private rowsAt(indexes: readonly number[]): ModelRow[] {
    return indexes.flatMap((index) => this.rows[index] ?? []);
  }

  private async pause(): Promise<void> {
    for (let turn = this.turns(); turn > 0; turn -= 1) await nextTurn();
  }
}

const row = fc.record({
  identifiers: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { minLength: 1, maxLength: 3 }),
  isWhole: fc.boolean(),
});

function recordsOf(rows: readonly object[]): SourceRecord[] {
  return rows.map((record, index) => ({ line: index + 1, bytes: 1, record: { ...record } }));
}

describe('A merge in several workers', () => {
  it('has the same result as a merge in one worker, for random conflicts, sizes of batches and timings of the workers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 4, maxLength: 30 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 2, max: 5 }),
        fc.infiniteStream(fc.nat(6)),
        async (rows, batchSize, workers, pauses) => {
          const records = recordsOf(rows);
          const expected = new ModelStore();
          for (const { line, record } of records) {
            expected.merge({ line, ...(record as Omit<ModelRow, 'line'> & typeof record) });
          }
          const store = new ModelStore();
          const touching = new Map<string, ModelWorker>();
          const turns = (): number => Number(pauses.next().value ?? 0);
          let merged = 0;
          const merge = new ParallelMerge(
            Array.from({ length: workers }, () => new ModelWorker(store, touching, turns)),
            (outcome) => Promise.resolve(void (merged += outcome.merged)),
          );
          for (let start = 0; start < records.length; start += batchSize) {
            await merge.begin(records.slice(start, start + batchSize));
          }
          await merge.end();
          expect(store.content()).toEqual(expected.content());
          expect(merged).toBe(records.length);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('works on several batches at the same time', async () => {
    let most = 0;
    let now = 0;
    const worker = (): BatchWorker => ({
      parse: () => Promise.resolve({ keys: [{ own: [] }], outcome: emptyOutcome() }),
      keysOf: () => Promise.resolve([]),
      merge: async () => {
        now += 1;
        most = Math.max(most, now);
        await nextTurn();
        now -= 1;
        return emptyOutcome();
      },
    });
    const merge = new ParallelMerge([worker(), worker(), worker()], () => Promise.resolve());
    for (let batch = 0; batch < 9; batch += 1) await merge.begin([]);
    await merge.end();
    expect([most, now]).toEqual([3, 0]);
  });

  it('begins no batch after a failure, and merges no row that waits for the failed batch', async () => {
    const merged: string[] = [];
    const worker = (): BatchWorker => {
      let name = '';
      return {
        parse: ([record]) => {
          name = String(record?.record.name);
          return Promise.resolve({ keys: [{ own: ['the same company'] }], outcome: emptyOutcome() });
        },
        keysOf: () => Promise.resolve([{ own: ['the same company'] }]),
        merge: async (rows) => {
          await nextTurn();
          if (rows.length > 0 && name === 'first') throw new Error('the connection was lost');
          if (rows.length > 0) merged.push(name);
          return emptyOutcome();
        },
      };
    };
    const merge = new ParallelMerge([worker(), worker()], () => Promise.resolve());
    const record = (name: string): SourceRecord => ({ line: 1, bytes: 1, record: { name } });
    await merge.begin([record('first')]);
    await merge.begin([record('second')]);
    await expect(merge.begin([record('third')])).rejects.toThrow('the connection was lost');
    await expect(merge.end()).rejects.toThrow('the connection was lost');
    expect(merged).toEqual([]);
  });
});
