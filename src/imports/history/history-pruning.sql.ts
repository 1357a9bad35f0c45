// SQL for deleting many rows in bounded statements.
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** The number of rows that one statement deletes. */
const step = 5_000;

@Injectable()
export class HistoryPruningSql {
  constructor(private readonly database: Database) {}

  /** Deletes what imports have changed that began more than some days ago. Their entries in the journal stay. */
  async deleteOlderThan(days: number, signal: AbortSignal): Promise<void> {
    const old = `
      select id from import
       where started_at < now() - $1::int * interval '1 day'
         and (exists (select from import_change where import_id = import.id) or exists (select from import_insertion where import_id = import.id)
              or exists (select from import_confirmation where import_id = import.id))`;
    const { rows } = await this.database.pool.query<{ id: string }>(old, [days]);
    for (const { id } of rows) {
      for (const table of ['import_change', 'import_insertion', 'import_confirmation'])
        await this.deleteOf(table, id, signal);
    }
  }

  private async deleteOf(table: string, entry: string, signal: AbortSignal): Promise<void> {
    for (let deleted = step; deleted === step && !signal.aborted;) {
      const { rowCount } = await this.database.pool.query(
        `delete from ${table} where id in (select id from ${table} where import_id = $1 limit ${step})`,
        [entry],
      );
      deleted = rowCount ?? 0;
    }
  }
}
