// SQL for a partial index: the client casts the enum in its condition, which the planner cannot match.
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/observability/metrics.js';

/** The gauge `credit_holds_pending`. */
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
