// This file uses SQL so that PostgreSQL uses a partial index. Prisma casts the enum in the condition, and with the cast the planner
// does not use the index.
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Metrics, type GaugeValue } from '../../platform/observability/metrics.js';

/** Counts the runs that have not ended and the callbacks that are due. The counts are read each time the metrics are requested. */
@Injectable()
export class RunCountSql {
  constructor(
    private readonly database: Database,
    metrics: Metrics,
  ) {
    const ofAll = 'of all tenants and processes';
    metrics.gauge(
      { name: 'prospecting_runs', help: `Prospecting runs that have not ended, ${ofAll}`, labelNames: ['status'] },
      () => this.runs(),
    );
    metrics.gauge({ name: 'callbacks_due', help: `Callbacks whose next attempt is due, ${ofAll}` }, () =>
      this.callbacksDue(),
    );
  }

  private async runs(): Promise<readonly GaugeValue<'status'>[]> {
    const { rows } = await this.database.pool.query<{ all: number; running: number }>({
      name: 'run-counts',
      text: `select count(*)::float8 as all, (count(*) filter (where lease_until > clock_timestamp()))::float8 as running
               from prospecting_job where status = 'running'`,
    });
    const { all, running } = rows[0] ?? { all: 0, running: 0 };
    return [
      { labels: { status: 'waiting' }, value: all - running },
      { labels: { status: 'running' }, value: running },
    ];
  }

  private async callbacksDue(): Promise<readonly GaugeValue[]> {
    const { rows } = await this.database.pool.query<{ value: number }>({
      name: 'callbacks-due',
      text: `select count(*)::float8 as value from callback_delivery d
               left join prospecting_job j on j.id = d.job_id join tenant t on t.id = coalesce(d.tenant_id, j.tenant_id)
              where d.delivered_at is null and d.given_up_at is null and d.next_at <= clock_timestamp()
                and t.suspended_at is null`,
    });
    return rows;
  }
}
