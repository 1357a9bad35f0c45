// SQL for the journal of imports, to which every import writes. Loading Prisma's client would slow down every import.
import { Injectable } from '@nestjs/common';
import type { Operator } from '../operations/operation.js';
import { Database } from '../platform/database/database.js';
import type { ImportKindName } from './import-kinds.js';
import type { ImportObserver } from './merging/import-events.js';
import { countsOf, type ImportCounts, storedCounts } from './merging/import-summary.js';

/** What the journal says about an import when it begins. */
interface BegunImport {
  readonly kind: ImportKindName;
  readonly file: string;
  readonly source: string;
  readonly tenant: string | null;
  readonly operator: Operator | null;
}

/** An import in the list of imports. */
interface PastImport extends ImportCounts {
  readonly import_id: number;
  readonly started_at: string;
  readonly kind: string;
  readonly file: string;
  readonly source: string;
  readonly tenant: string | null;
  /**
   * How the import ended. `not ended` means that it is running, or that its process was killed. The stored counts of such an import may
   * be some seconds old.
   */
  readonly outcome: 'complete' | 'interrupted' | 'failed' | 'not ended';
  readonly seconds: number | null;
  readonly system_user: string | null;
  readonly host: string | null;
}

/** The minimum time between two updates of the stored counts, in milliseconds. */
const noteMs = 5_000;

/** The entry of a running import in the journal. */
interface JournalEntry {
  readonly id: number;
  /** Stores the counts that come with the progress of the import, at most every few seconds. */
  readonly observe: ImportObserver;
  end(outcome: 'complete' | 'interrupted' | 'failed', counts: ImportCounts | null): Promise<void>;
}

const insert = `
  insert into import (kind, file, source, tenant, account_name, host) values ($1, $2, $3, $4, $5, $6) returning id`;

const newest = `
  select id, started_at, ended_at, kind, file, source, tenant, outcome, counts, account_name as "system_user", host
    from import order by id desc limit $1`;

interface Row extends Omit<PastImport, 'import_id' | 'started_at' | 'outcome'> {
  readonly id: string;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly outcome: PastImport['outcome'] | null;
  readonly counts: Partial<ImportCounts>;
}

/** The journal of imports: it has an entry for each import that was not a dry run, with its counts and its outcome. */
@Injectable()
export class ImportJournal {
  constructor(private readonly database: Database) {}

  async open({ kind, file, source, tenant, operator }: BegunImport): Promise<JournalEntry> {
    const { systemUser = null, host = null } = operator ?? {};
    const { pool } = this.database;
    const { rows } = await pool.query<{ id: string }>(insert, [kind, file, source, tenant, systemUser, host]);
    const id = Number(rows[0]?.id);
    let [notedAt, noting] = [performance.now(), Promise.resolve()];
    return {
      id,
      observe: (event) => {
        if (event.kind !== 'progress' || performance.now() - notedAt < noteMs) return;
        notedAt = performance.now();
        const update = async (): Promise<void> => {
          await pool.query('update import set counts = $2 where id = $1', [id, countsOf(event)]);
        };
        // If the counts cannot be stored here, the import goes on, because the journal is not needed for it.
        noting = noting.then(update).catch(() => undefined);
      },
      end: async (outcome, counts) => {
        await noting;
        await pool.query(
          'update import set ended_at = now(), outcome = $2, counts = coalesce($3, counts) where id = $1',
          [id, outcome, counts],
        );
      },
    };
  }

  /** The newest imports, the newest first. */
  async newest(limit: number): Promise<PastImport[]> {
    const { rows } = await this.database.pool.query<Row>(newest, [limit]);
    return rows.map(
      ({ id, started_at: startedAt, ended_at: endedAt, outcome, counts, system_user, host, ...known }) => ({
        import_id: Number(id),
        started_at: startedAt.toISOString(),
        ...known,
        outcome: outcome ?? 'not ended',
        seconds: endedAt === null ? null : (endedAt.getTime() - startedAt.getTime()) / 1_000,
        ...storedCounts(counts),
        system_user,
        host,
      }),
    );
  }
}
