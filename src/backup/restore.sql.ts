// SQL that replaces all tables, which Prisma's client cannot do, and COPY.
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { awaitLock } from '../platform/database/advisory-locks.js';
import { divideMigrations, type MigrationParts, rebuildSchema, tablesIn } from '../platform/database/schema-rebuild.js';
import { asStatements } from '../platform/database/session-settings.js';
import { transactionOn } from '../platform/database/transaction.js';
import { CommandError, singleLine } from '../platform/errors/command-error.js';
import type { BackupFile, SavedTable } from './backup-file.js';
import { type OnTable, told } from './row-progress.js';

export interface RestoreOptions {
  /** What is done with a database that has records or tenants: it is refused, or replaced. */
  readonly existing: 'refused' | 'replaced';
  /** Checks the pepper of the restored rows. @throws Error when it is not that of this installation */
  readonly checkPepper: (session: pg.ClientBase) => Promise<unknown>;
  readonly onTable: OnTable;
  readonly stopping: AbortSignal;
}

/** What was restored. */
export interface RestoreSummary {
  readonly taken_at: string;
  /** The version of the service that wrote the backup. */
  readonly version: string;
  readonly tables: number;
  readonly rows: number;
  /** Tables that are in the backup, and that the service does not have: a program or a person has added them to the database. */
  readonly left_out: readonly string[];
}

/** The tables by which the pepper is checked. They are loaded first, so that a wrong pepper is noticed early. */
const hashed: ReadonlySet<string> = new Set(['installation', 'api_key', 'suppression']);
/** The tables of which a row makes a database one that is in use. */
const used = ['tenant', 'company', 'person', 'suppression'] as const;
/** How long a statement waits for another session that uses a table, in milliseconds. */
const lockMs = 10_000;

/**
 * Replaces the whole content of the database by that of a backup, in one transaction: until it ends, and if it fails, the database is as it
 * was before.
 * @throws CommandError when a process of the service uses the database, when it is in use and must not be replaced, or when the backup is
 *   of a newer version, is damaged, or was made with another pepper
 */
export async function restoreBackup(
  session: pg.Client,
  backup: BackupFile,
  options: RestoreOptions,
): Promise<RestoreSummary> {
  const { contents } = backup;
  const parts = await divideMigrations(contents.migrations);
  if (typeof parts === 'string')
    throw new CommandError(
      `The backup is of a newer version of the service (${contents.version}, with the migration ${parts}); restore it with that version`,
    );
  const local = { statement_timeout: 0, idle_in_transaction_session_timeout: 0, lock_timeout: lockMs };
  const summary = await transactionOn(session, () => new Restoration(session, backup, options).run(parts), { local });
  await session.query('set statement_timeout = 0; analyze');
  return summary;
}

class Restoration {
  constructor(
    private readonly session: pg.Client,
    private readonly backup: BackupFile,
    private readonly options: RestoreOptions,
  ) {}

  async run(parts: MigrationParts): Promise<RestoreSummary> {
    const { session, options } = this;
    const { taken_at, version, tables: saved, sequences } = this.backup.contents;
    await session.query(asStatements);
    // A process that starts now waits for this lock. Its other sessions begin after that.
    await awaitLock(session, 'migration', { signal: options.stopping, limitMs: lockMs, onWait: () => undefined });
    await this.expectUnused();
    const before = await this.expectReplaceable();
    let known: ReadonlySet<string> = new Set();
    await rebuildSchema(session, parts, async () => {
      known = new Set(await tablesIn(session));
      const tables = saved.filter(({ name }) => known.has(name));
      for (const table of tables.filter(({ name }) => hashed.has(name))) await this.load(table);
      await options.checkPepper(session).catch((error: unknown) => {
        throw new CommandError(`Nothing was restored. ${singleLine(error)}`, { cause: error });
      });
      for (const table of tables.filter(({ name }) => !hashed.has(name))) await this.load(table);
      for (const [name, last] of Object.entries(sequences))
        if (last !== null) await session.query('select setval(to_regclass($1), $2)', [pg.escapeIdentifier(name), last]);
    });
    const after = new Set([...known, ...(await tablesIn(session))]);
    const foreign = before.filter((name) => !after.has(name));
    if (foreign.length > 0)
      throw new CommandError(
        `The database has tables that this version of the service does not have (${foreign.join(', ')}), and they would be lost. ` +
          'Run admin migrate if they are of an earlier version; otherwise move them to another database or schema',
      );
    const restored = saved.filter(({ name }) => known.has(name));
    return {
      taken_at,
      version,
      tables: restored.length,
      rows: restored.reduce((sum, { rows }) => sum + rows, 0),
      left_out: saved.filter(({ name }) => !known.has(name)).map(({ name }) => name),
    };
  }

  private async load({ name, columns, rows }: SavedTable): Promise<void> {
    const { onTable, stopping } = this.options;
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const target = copyFrom(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`);
    const chunks = told(this.backup.rows(name), (bytes) => onTable(name, bytes));
    await pipeline(chunks, this.session.query(target), { signal: stopping }).catch((error: unknown) => {
      stopping.throwIfAborted();
      if (error instanceof CommandError) throw error;
      throw new CommandError(`The rows of the table ${name} cannot be restored: ${singleLine(error)}`, {
        cause: error,
      });
    });
    if (target.rowCount !== rows)
      throw new CommandError(
        `The backup has ${target.rowCount} rows of the table ${name} instead of ${rows}; use another copy`,
      );
  }

  /** The role of this session does not see the names of sessions of other roles, so each of these counts as one of the service. */
  private async expectUnused(): Promise<void> {
    const { rows } = await this.session.query<{ session: string }>(
      `select format('%s (PostgreSQL session %s)', coalesce(application_name, 'a session of the role ' || usename), pid) as session
         from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null
          and coalesce(application_name, 'data-access-service') like 'data-access-service%'
        order by backend_start`,
    );
    if (rows.length === 0) return;
    const [first] = rows;
    throw new CommandError(
      `The database is in use by ${rows.length} sessions of the service, such as ${first?.session ?? ''}; ` +
        'stop all processes of the service, and then restore',
    );
  }

  /** @returns the tables of the database */
  private async expectReplaceable(): Promise<string[]> {
    const { session, options } = this;
    const tables = await tablesIn(session);
    const { rows } = await session.query<{ is_ours: boolean }>(
      `select to_regclass('_prisma_migrations') is not null as is_ours`,
    );
    if (tables.length > 0 && rows[0]?.is_ours !== true)
      throw new CommandError(
        `The database has tables of another program, such as ${tables[0] ?? ''}; give the service a database of its own`,
      );
    if (options.existing === 'replaced') return tables;
    for (const name of used.filter((each) => tables.includes(each))) {
      const { rowCount } = await session.query(`select from ${name} limit 1`);
      if (rowCount !== 0)
        throw new CommandError(
          `The database is not empty: it has rows in the table ${name}. With --replace the command deletes all that it has`,
        );
    }
    return tables;
  }
}
