// SQL for the journal of imports, to which every import writes. Loading Prisma's client would slow down every import.
import { Injectable } from '@nestjs/common';
import type { Operator } from '../operations/operation.js';
import { Database } from '../platform/database/database.js';
import { CommandError } from '../platform/errors/command-error.js';
import { type JournalUndo, undosByEntry } from './undo/undone-entries.js';
import type { ImportKindName } from './import-kinds.js';
import type { ImportObserver } from './merging/import-events.js';
import { countsOf, type ImportCounts, storedCounts } from './merging/import-summary.js';

/** What made an entry of the journal: see the table `import`. */
type JournalAction = 'import' | 'undo' | 'merge' | 'removal';

/** What the journal says about an import when it begins. */
interface BegunImport {
  readonly action?: JournalAction;
  /** The entry that an undo takes back. */
  readonly undoes?: number;
  readonly kind: ImportKindName;
  readonly file: string;
  readonly source: string;
  readonly tenant: string | null;
  readonly operator: Operator | null;
}

/** An import in the list of imports. */
export interface PastImport extends ImportCounts {
  readonly import_id: number;
  readonly action: JournalAction;
  /** The entry that an undo takes back; null for all other entries. */
  readonly undoes: number | null;
  /** The undo that has taken this entry back; null if there is none, or if that undo was itself taken back. */
  readonly undone_by: number | null;
  readonly started_at: string;
  readonly kind: string;
  readonly file: string;
  readonly source: string;
  readonly tenant: string | null;
  /**
   * How the import ended. `not ended` means that it is running, or that its process was killed. The stored counts of such an import may
   * be some seconds old. `refused` means that it would have changed too many stored values; nothing of it is stored.
   */
  readonly outcome: 'complete' | 'interrupted' | 'failed' | 'refused' | 'not ended';
  readonly seconds: number | null;
  readonly system_user: string | null;
  readonly host: string | null;
}

/** An undo in the journal. */
export interface PastUndo extends JournalUndo {
  /** False for an undo that failed, was interrupted or has not ended. */
  readonly isComplete: boolean;
}

/** The minimum time between two updates of the stored counts, in milliseconds. */
const noteMs = 5_000;

/** The entry of a running import in the journal. */
interface JournalEntry {
  readonly id: number;
  /** Stores the counts that come with the progress of the import, at most every few seconds. */
  readonly observe: ImportObserver;
  end(outcome: Exclude<PastImport['outcome'], 'not ended'>, counts: ImportCounts | null): Promise<void>;
}

const insert = `
  insert into import (kind, file, source, tenant, account_name, host, action, undoes)
  values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`;

const columns = `
  id, action, undoes, started_at, ended_at, kind, file, source, tenant, outcome, counts, account_name as "system_user", host`;

interface Row extends Omit<PastImport, 'import_id' | 'undoes' | 'undone_by' | 'started_at' | 'outcome'> {
  readonly id: string;
  readonly undoes: string | null;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly outcome: PastImport['outcome'] | null;
  readonly counts: Partial<ImportCounts>;
}

/** The journal of imports: it has an entry for each import that was not a dry run, with its counts and its outcome. */
@Injectable()
export class ImportJournal {
  constructor(private readonly database: Database) {}

  async open({ kind, file, source, tenant, operator, action = 'import', undoes }: BegunImport): Promise<JournalEntry> {
    const { systemUser = null, host = null } = operator ?? {};
    const { pool } = this.database;
    const values = [kind, file, source, tenant, systemUser, host, action, undoes ?? null];
    const { rows } = await pool.query<{ id: string }>(insert, values);
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
    return this.entries('order by id desc limit $1', limit);
  }

  async find(id: number): Promise<PastImport | null> {
    return (await this.entries('where id = $1', id))[0] ?? null;
  }

  /** All undos, in the order of the journal. */
  async undos(): Promise<PastUndo[]> {
    const { rows } = await this.database.pool.query<PastUndo>(
      `select id::int, undoes::int, outcome is not distinct from 'complete' as "isComplete"
         from import where action = 'undo' order by import.id`,
    );
    return rows;
  }

  /** @throws CommandError when there is no such import */
  async entry(id: number): Promise<PastImport> {
    const entry = await this.find(id);
    if (entry === null) throw new CommandError(`There is no import ${id}; \`import list\` lists the imports`);
    return entry;
  }

  private async entries(which: string, value: number): Promise<PastImport[]> {
    const { pool } = this.database;
    const { rows } = await pool.query<Row>(`select ${columns} from import ${which}`, [value]);
    const undos = undosByEntry((await this.undos()).filter(({ isComplete }) => isComplete));
    return rows.map((row) => pastImport(row, undos));
  }
}

function pastImport(
  { id, undoes, started_at: startedAt, ended_at: endedAt, ...row }: Row,
  undos: ReadonlyMap<number, number>,
): PastImport {
  const { outcome, counts, system_user, host, action, ...known } = row;
  return {
    import_id: Number(id),
    action,
    undoes: undoes === null ? null : Number(undoes),
    undone_by: undos.get(Number(id)) ?? null,
    started_at: startedAt.toISOString(),
    ...known,
    outcome: outcome ?? 'not ended',
    seconds: endedAt === null ? null : (endedAt.getTime() - startedAt.getTime()) / 1_000,
    ...storedCounts(counts),
    system_user,
    host,
  };
}
