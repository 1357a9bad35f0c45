import { Injectable } from '@nestjs/common';
import { ImportJournal } from '../imports/import-journal.sql.js';
import { CoverageSql, type RecordCoverage } from './coverage.sql.js';

type PastImport = Awaited<ReturnType<ImportJournal['newest']>>[number];

/** What the records have, how old it is, and what the last imports changed. */
export interface Coverage {
  /** When the records were counted, as ISO 8601. */
  readonly counted_at: string;
  readonly companies: RecordCoverage;
  readonly persons: RecordCoverage;
  /** The newest imports, the newest first. They are read anew for each answer. */
  readonly imports: readonly PastImport[];
}

type Count = Pick<Coverage, 'counted_at' | 'companies' | 'persons'>;

/** For how long a process answers with the same count, in milliseconds. */
const keptMs = 10 * 60_000;
const lastImports = 10;

@Injectable()
export class CoverageService {
  private kept: { readonly until: number; readonly count: Promise<Count> } | null = null;

  constructor(
    private readonly records: CoverageSql,
    private readonly journal: ImportJournal,
  ) {}

  async report(): Promise<Coverage> {
    const [count, imports] = await Promise.all([this.recentCount(), this.journal.newest(lastImports)]);
    return { ...count, imports };
  }

  /** Requests that come together share one count. A count that fails is not kept. */
  private recentCount(): Promise<Count> {
    if (this.kept !== null && this.kept.until > performance.now()) return this.kept.count;
    const count = this.count();
    this.kept = { until: performance.now() + keptMs, count };
    count.catch(() => (this.kept = null));
    return count;
  }

  private async count(): Promise<Count> {
    const countedAt = new Date().toISOString();
    return { counted_at: countedAt, ...(await this.records.count()) };
  }
}
