// SQL for one snapshot of all tables, and for COPY.
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { Database } from '../platform/database/database.js';
import { type AppliedMigration, tablesIn } from '../platform/database/schema-rebuild.js';
import { asStatements } from '../platform/database/session-settings.js';
import { withSession } from '../platform/database/sessions.js';
import { inTransaction, transactionOn } from '../platform/database/transaction.js';

/** A table without its rows. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The database as it was at one moment. It can be read as long as the work lasts for which it was taken. */
export class Snapshot {
  constructor(
    private readonly session: pg.Client,
    readonly takenAt: string,
    readonly databaseVersion: string,
    readonly migrations: readonly AppliedMigration[],
    readonly tables: readonly TableShape[],
  ) {}

  /** The rows of a table in the text form of COPY. If they are not read to the end, the session is lost. @returns the stream, and the number of rows once it has ended */
  rows({ name, columns }: TableShape): { readonly stream: Readable; readonly count: () => number } {
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const stream = this.session.query(copyTo(`copy ${pg.escapeIdentifier(name)} (${list}) to stdout`));
    // A stream that was closed before its end leaves rows on the connection, behind which no statement is answered, not even a rollback.
    stream.once('close', () => {
      if (!stream.readableEnded) void this.session.end();
    });
    return { stream, count: () => stream.rowCount };
  }

  /**
   * The last number of each sequence; null for one that has given out none. Sequences belong to no snapshot, so they are read after the
   * rows: then no number of a row is given out again.
   */
  async sequences(): Promise<Record<string, string | null>> {
    const { rows } = await this.session.query<{ name: string; last: string | null }>(
      `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`,
    );
    return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
  }
}

@Injectable()
export class BackupSql {
  constructor(private readonly database: Database) {}

  /** Does the work with a snapshot of the database. Requests and imports go on meanwhile, and migrations wait. */
  inSnapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const patient = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 };
    return withSession(this.database.sessions, { name: 'backup' }, (session) =>
      transactionOn(session, async () => work(await this.take(session)), { access: 'read only', local: patient }),
    );
  }

  private take(session: pg.Client): Promise<Snapshot> {
    // No migration can change a table between the snapshot and the lock of the table, because it would need this lock, too.
    const lock = { name: 'migration', mode: 'alone' } as const;
    return inTransaction(
      this.database.pool,
      async () => {
        await session.query('set transaction isolation level repeatable read');
        await session.query(asStatements);
        const tables = await shapesIn(session);
        const names = tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
        await session.query(`lock table ${names} in access share mode`);
        const { rows: migrations } = await session.query<AppliedMigration>(
          `select migration_name as name, checksum from _prisma_migrations
          where finished_at is not null and rolled_back_at is null and migration_name not like 'functions/%' order by 1`,
        );
        const { rows } = await session.query<{ at: Date; version: string }>(
          `select clock_timestamp() as at, current_setting('server_version') as version`,
        );
        return new Snapshot(session, rows[0]?.at.toISOString() ?? '', rows[0]?.version ?? '', migrations, tables);
      },
      { lock },
    );
  }
}

async function shapesIn(session: pg.Client): Promise<TableShape[]> {
  const { rows } = await session.query<TableShape>(
    `select attrelid::regclass::text as name, array_agg(attname::text order by attnum) as columns
       from pg_attribute
      where attrelid = any($1::text[]::regclass[]) and attnum > 0 and not attisdropped and attgenerated = ''
      group by attrelid order by 1`,
    [(await tablesIn(session)).map((name) => pg.escapeIdentifier(name))],
  );
  return rows;
}
