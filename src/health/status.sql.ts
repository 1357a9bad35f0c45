// SQL for counts without a statement timeout, and for reading system tables.
import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Database } from '../platform/database/database.js';
import { inTransaction, unlimited } from '../platform/database/transaction.js';

/** What the database contains, and how many processes serve from it. */
export interface DatabaseStatus {
  readonly database_version: string;
  readonly database_size_bytes: number;
  readonly migrations: number;
  readonly newest_migration: string;
  /** The number of processes that serve HTTP. Each has one session that listens for changed keys; these sessions are counted. */
  readonly serving_processes: number;
  readonly tenants: number;
  readonly suspended_tenants: number;
  readonly companies: number;
  readonly persons: number;
  readonly signals: number;
  readonly prospecting_running: number;
  readonly prospecting_success: number;
  readonly prospecting_failed: number;
}

const runs = (status: string): string => `(select count(*) from prospecting_job where status = '${status}')::float8`;

@Injectable()
export class StatusSql {
  constructor(private readonly database: Database) {}

  /** Counts all records exactly. In a large database that takes seconds, so there is no statement timeout. */
  async read(): Promise<DatabaseStatus> {
    const count = async (client: ClientBase): Promise<DatabaseStatus> => {
      const { rows } = await client.query<DatabaseStatus>(
        `select current_setting('server_version') as database_version,
                pg_database_size(current_database())::float8 as database_size_bytes,
                (select count(*) from _prisma_migrations where migration_name not like 'functions/%')::float8 as migrations,
                (select max(migration_name) from _prisma_migrations where migration_name not like 'functions/%') as newest_migration,
                (select count(*) from pg_stat_activity where datname = current_database()
                    and application_name = 'data-access-service keys')::float8 as serving_processes,
                (select count(*) from tenant)::float8 as tenants,
                (select count(*) from tenant where suspended_at is not null)::float8 as suspended_tenants,
                (select count(*) from company)::float8 as companies,
                (select count(*) from person)::float8 as persons,
                (select count(*) from signal)::float8 as signals,
                ${runs('running')} as prospecting_running, ${runs('success')} as prospecting_success,
                ${runs('failed')} as prospecting_failed`,
      );
      const [status] = rows;
      if (status === undefined) throw new Error('The count returned no row');
      return status;
    };
    return inTransaction(this.database.pool, count, { access: 'read only', local: unlimited });
  }
}
