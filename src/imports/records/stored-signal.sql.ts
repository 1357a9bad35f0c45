// SQL for deletions of bounded size, the oldest first.
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** Few enough for a statement to be short, whatever the tenant has. */
const deletedAtOnce = 10_000;

@Injectable()
export class StoredSignalSql {
  constructor(private readonly database: Database) {}

  /**
   * Deletes a tenant's signals from before a day, the oldest first and some thousand at a time.
   * @param date `YYYY-MM-DD`
   * @param signal aborted, nothing more is deleted
   * @returns how many were deleted
   */
  async deleteBefore(tenantId: string, date: string, signal: AbortSignal): Promise<number> {
    let deleted = 0;
    for (;;) {
      const { rowCount } = await this.database.pool.query(
        `delete from signal where id in (
           select id from signal where tenant_id = $1 and date < $2::date order by date limit ${deletedAtOnce})`,
        [tenantId, date],
      );
      deleted += rowCount ?? 0;
      if (signal.aborted || (rowCount ?? 0) < deletedAtOnce) return deleted;
    }
  }
}
