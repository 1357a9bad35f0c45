import { Injectable } from '@nestjs/common';
import type { Operator } from '../../operations/operation.js';
import { never } from '../../platform/async/with-timeout.js';
import { Database } from '../../platform/database/database.js';
import { ImportJournal } from '../import-journal.sql.js';
import { ImportSession } from '../merging/import-session.sql.js';
import { storedCounts } from '../merging/import-summary.js';
import type { ChangedKind } from '../history/history-tables.js';

/** Why records are removed: what the journal of imports shows of the removal. */
interface Removal {
  readonly kind: ChangedKind;
  readonly source: string;
  readonly operator: Operator | null;
  /** Ends the removal after the batch that is under way. */
  readonly signal?: AbortSignal | undefined;
}

/** The next records to remove: at most some thousand, with larger ids than the last one; none at the end. */
type NextIds = (session: ImportSession, after: string) => Promise<readonly string[]>;

/** Removes stored records as an entry of the journal of imports, so that `import undo` brings them back. */
@Injectable()
export class RecordRemovalService {
  constructor(
    private readonly database: Database,
    private readonly journal: ImportJournal,
  ) {}

  /** Each batch is removed in one transaction. @returns the entry of the journal, and how many records were removed */
  async remove(
    { kind, source, operator, signal = never }: Removal,
    next: NextIds,
  ): Promise<{ readonly import_id: number; readonly removed: number }> {
    const session = await ImportSession.open(this.database.sessions);
    try {
      const about = { kind: kind === 'company' ? 'companies' : 'persons', file: '-', tenant: null } as const;
      const entry = await this.journal.open({ ...about, source, operator, action: 'removal' });
      await session.holdEntry(entry.id);
      await session.record(entry.id);
      let removed = 0;
      const counts = () => storedCounts({ read: removed, updated: removed });
      try {
        for (let after = '0'; !signal.aborted;) {
          const ids = await session.transaction(async () => {
            const found = await next(session, after);
            await session.removeRecords(kind, found);
            return found;
          });
          if (ids.length === 0) break;
          removed += ids.length;
          after = ids.at(-1) ?? after;
        }
        await entry.end(signal.aborted ? 'interrupted' : 'complete', counts());
      } catch (error) {
        await entry.end('failed', counts()).catch(() => undefined);
        throw error;
      }
      return { import_id: entry.id, removed };
    } finally {
      await session.close();
    }
  }
}
