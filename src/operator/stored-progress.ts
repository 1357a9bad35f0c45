import type { Prisma } from '../generated/prisma/client.js';
import { countsOf, type ImportCounts, type ImportProgress } from '../imports/merging/import-summary.js';

/** The shortest time between two records of the progress of an import, in milliseconds. */
const noteMs = 1_000;

/** What is stored about how far an import is. */
export type SeenProgress = ImportCounts & Pick<ImportProgress, 'bytesRead' | 'totalBytes'>;

/** Stores the progress of an import in the database, at most once a second. A new state is stored only after the one before is stored. */
export class StoredProgress {
  /** Resolves when all states that were passed to `show` so far are stored. */
  settled: Promise<void> = Promise.resolve();
  private storedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly store: (seen: Prisma.InputJsonObject) => Promise<void>) {}

  show(seen: SeenProgress): void {
    if (performance.now() - this.storedAt < noteMs) return;
    this.storedAt = performance.now();
    const { bytesRead, totalBytes } = seen;
    // If the progress cannot be stored, the import goes on.
    const store = () => this.store({ ...countsOf(seen), bytesRead, totalBytes }).catch(() => undefined);
    this.settled = this.settled.then(store);
  }
}
