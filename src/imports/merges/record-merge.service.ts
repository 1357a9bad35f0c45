import { Inject, Injectable } from '@nestjs/common';
import { type PageWriter, pageWriter } from '../../matching/urls/profile-url.js';
import type { Operator } from '../../operations/operation.js';
import { type Config, configToken } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import type { ChangedKind } from '../history/history-tables.js';
import { ImportJournal } from '../import-journal.sql.js';
import { entryOfDryRun, ImportSession } from '../merging/import-session.sql.js';
import { storedCounts } from '../merging/import-summary.js';
import { joinCompanies } from './company-join.sql.js';
import { relatedRowsOf, type MergedField, type MovedCounts, sideBySide, valuesOf } from './merged-values.sql.js';
import { joinTwoPersons } from './person-keys.sql.js';
import { RecordNames } from './record-names.sql.js';

/** Two records, each as an operator names it; see {@link RecordNames.pair}. */
export interface MergedPair {
  readonly stays: string;
  readonly goes: string;
}

/** What a merge did, or what it would do. */
export interface RecordMerge {
  /** The entry in the journal of imports, by which the merge can be undone; null for a dry run. */
  readonly import_id: number | null;
  readonly dry_run: boolean;
  readonly values: readonly MergedField[];
  /** How many rows of other tables refer to the kept record from now on. */
  readonly moves: MovedCounts;
}

const kinds = { company: 'companies', person: 'persons' } as const;

/** Merges two stored companies, or two stored persons, into one. */
@Injectable()
export class RecordMergeService {
  private readonly writePage: PageWriter;

  constructor(
    private readonly database: Database,
    private readonly journal: ImportJournal,
    private readonly names: RecordNames,
    @Inject(configToken) config: Config,
  ) {
    this.writePage = pageWriter(config.networkHosts);
  }

  /**
   * Merges one record into another one, which is then found by the keys of both. All of it is one transaction.
   * @throws CommandError when one of them is not stored, or both are the same
   */
  async merge(kind: ChangedKind, pair: MergedPair, operator: Operator | null): Promise<RecordMerge> {
    await this.names.pair(kind, [pair.stays, pair.goes]);
    const about = { kind: kinds[kind], file: '-', source: 'merge', tenant: null, operator };
    const entry = await this.journal.open({ ...about, action: 'merge' });
    try {
      const merged = await this.inSession(kind, pair, 'one job', entry.id);
      await entry.end('complete', storedCounts({ read: 2, updated: 1, joined: 1 }));
      return { import_id: entry.id, dry_run: false, ...merged };
    } catch (error) {
      await entry.end('failed', null).catch(() => undefined);
      throw error;
    }
  }

  /** Says what a merge would do, and stores nothing. @throws CommandError as {@link merge} */
  async preview(kind: ChangedKind, pair: MergedPair): Promise<RecordMerge> {
    return { import_id: null, dry_run: true, ...(await this.inSession(kind, pair, 'dry run', entryOfDryRun)) };
  }

  private async inSession(
    kind: ChangedKind,
    pair: MergedPair,
    use: 'one job' | 'dry run',
    entry: number,
  ): Promise<Pick<RecordMerge, 'values' | 'moves'>> {
    const session = await ImportSession.open(this.database.sessions, use);
    try {
      await session.record(entry);
      return await session.transaction(async () => {
        // The records are looked up once more under the lock of imports, because another merge may have ended meanwhile.
        const [stays, goes] = await this.names.pair(kind, [pair.stays, pair.goes]);
        const before = [await valuesOf(session, kind, stays), await valuesOf(session, kind, goes)] as const;
        const moves = await relatedRowsOf(session, kind, goes);
        await (kind === 'company' ? joinCompanies(session, [stays, goes]) : joinTwoPersons(session, [stays, goes]));
        const after = await valuesOf(session, kind, stays);
        return { values: sideBySide(before[0] ?? {}, before[1] ?? {}, after ?? {}, this.writePage), moves };
      });
    } finally {
      await session.close();
    }
  }
}
