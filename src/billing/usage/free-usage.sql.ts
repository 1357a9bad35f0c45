// SQL for one statement that adds to many rows in one order.
import { Injectable, Logger, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { singleLine } from '../../platform/errors/command-error.js';
import type { IdentifierCounts } from '../credits/credit-amounts.js';
import type { RequestOrigin } from '../credits/ledger.sql.js';
import { dayAt } from './usage.reader.js';

type Sums = [requests: number, identifiers: number, matched: number];

/** How long requests wait to be written, from the first on. */
const defaultPauseMs = 3_000;

/**
 * Counts answered requests that have no ledger entries. They are summed in memory and written together, so that such a request writes
 * nothing. A killed process loses those of the last seconds.
 */
@Injectable()
export class FreeUsage implements OnApplicationShutdown {
  private readonly logger = new Logger(FreeUsage.name);
  /** By tenant, day, key and endpoint, as JSON. */
  private sums = new Map<string, Sums>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    @Optional() private readonly pauseMs = defaultPauseMs,
  ) {}

  /** A request was answered; those of operators, which have no key, are not counted. */
  note(origin: Omit<RequestOrigin, 'requestId'>, { count, matched }: IdentifierCounts): void {
    const { tenantId, keyId, endpoint } = origin;
    if (keyId === null || endpoint === null) return;
    this.add(JSON.stringify([tenantId, dayAt(Date.now()), keyId, endpoint]), [1, count, matched]);
    this.timer ??= setTimeout(() => void this.flush(), this.pauseMs).unref();
  }

  /** Writes the sums; those that cannot be written are kept for the next flush. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { sums } = this;
    if (sums.size === 0) return;
    this.sums = new Map();
    try {
      await this.write(sums);
    } catch (error) {
      this.logger.warn(`The usage of free requests will be written later: ${singleLine(error)}`);
      for (const [origin, kept] of sums) this.add(origin, kept);
    }
  }

  /** In the last hook, when the requests under way are answered. */
  async onApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  private add(origin: string, [requests, identifiers, matched]: Sums): void {
    const sums = this.sums.get(origin) ?? [0, 0, 0];
    this.sums.set(origin, [sums[0] + requests, sums[1] + identifiers, sums[2] + matched]);
  }

  /** Rows are locked in one order, because other processes add to the same rows. A deleted tenant has none. */
  private async write(sums: ReadonlyMap<string, Sums>): Promise<void> {
    const rows = [...sums].map(([origin, values]) => [...(JSON.parse(origin) as string[]), ...values]);
    await this.database.pool.query(
      `insert into free_usage (tenant_id, day, key_id, endpoint, requests, identifiers, matched)
       select u.* from unnest($1::text[], $2::date[], $3::text[], $4::text[], $5::int8[], $6::int8[], $7::int8[])
                       as u(tenant_id, day, key_id, endpoint, requests, identifiers, matched)
         join tenant t on t.id = u.tenant_id
        order by u.tenant_id, u.day, u.key_id, u.endpoint
       on conflict (tenant_id, day, key_id, endpoint) do update
          set requests = free_usage.requests + excluded.requests,
              identifiers = free_usage.identifiers + excluded.identifiers,
              matched = free_usage.matched + excluded.matched`,
      Array.from({ length: 7 }, (_, column) => rows.map((row) => row[column])),
    );
  }
}
