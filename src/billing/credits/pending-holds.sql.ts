// This file uses SQL so that PostgreSQL uses a partial index. Prisma casts the enum in the condition, and with the cast the planner
// does not use the index.
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/observability/metrics.js';

/** Measures the gauge `credit_holds_pending`: the number of pending holds in the database. */
@Injectable()
export class PendingHoldSql {
  constructor(
    private readonly database: Database,
    metrics: Metrics,
  ) {
    const help = 'Reservations of credits that are neither settled nor expired, of all processes';
    metrics.gauge({ name: 'credit_holds_pending', help }, async () => [{ value: await this.count() }]);
  }

  private async count(): Promise<number> {
    const { rows } = await this.database.pool.query<{ holds: number }>({
      name: 'pending-holds',
      text: `select count(*)::float8 as holds from credit_hold where state = 'pending'`,
    });
    return rows[0]?.holds ?? 0;
  }
}
