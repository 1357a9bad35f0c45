// This file uses SQL because one statement inserts or increments many rows, and locks them in a fixed order.
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { singleLine } from '../../platform/errors/command-error.js';
import type { IdentifierCounts } from '../credits/credit-amounts.js';
import type { RequestOrigin } from '../credits/ledger.sql.js';
import { dayAt } from './usage-period.js';

type Sums = [requests: number, identifiers: number, matched: number, errors: number];

/** How long counts are kept in memory before they are written, in milliseconds. The time begins with the first count. */
const pauseMs = 3_000;

/**
 * Counts the requests that have no ledger entries: free requests and failed ones. The counts are added up in memory for each day,
 * key and endpoint, and are written together every few seconds. So even a flood of such requests causes few writes and takes little
 * memory. If the process is killed, the counts of the last seconds are lost.
 */
@Injectable()
export class FreeUsage implements OnApplicationShutdown {
  private readonly logger = new Logger(FreeUsage.name);
  /** The counts. The key of the map is the JSON text of tenant, day, API key and endpoint. */
  private sums = new Map<string, Sums>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: Database) {}

  /** Counts a free request that was answered. A request of an operator has no API key and is not counted. */
  note(origin: Omit<RequestOrigin, 'requestId'>, { count, matched }: IdentifierCounts): void {
    this.sum(origin, [1, count, matched, 0]);
  }

  /**
   * Counts a request that was answered with a status of 400 or above.
   * @param origin its endpoint must be a route of the service. If paths that a client invents were counted, they would fill the
   *   memory.
   */
  noteError(origin: Omit<RequestOrigin, 'requestId'>): void {
    this.sum(origin, [0, 0, 0, 1]);
  }

  /** Writes the counts to the database. If that fails, the counts are kept and written later. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { sums } = this;
    if (sums.size === 0) return;
    this.sums = new Map();
    try {
      await this.write(sums);
    } catch (error) {
      this.logger.warn(
        `The counts of free and failed requests could not be written; they will be written later: ${singleLine(error)}`,
      );
      for (const [origin, kept] of sums) this.add(origin, kept);
    }
  }

  /** Writes the last counts. Nest calls this last during a shutdown, when all requests have been answered. */
  async onApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  private sum({ tenantId, keyId, endpoint }: Omit<RequestOrigin, 'requestId'>, counts: Sums): void {
    if (keyId === null || endpoint === null) return;
    this.add(JSON.stringify([tenantId, dayAt(Date.now()), keyId, endpoint]), counts);
    this.timer ??= setTimeout(() => void this.flush(), pauseMs).unref();
  }

  private add(origin: string, [requests, identifiers, matched, errors]: Sums): void {
    const sums = this.sums.get(origin) ?? [0, 0, 0, 0];
    this.sums.set(origin, [sums[0] + requests, sums[1] + identifiers, sums[2] + matched, sums[3] + errors]);
  }

  /**
   * Adds the counts to the table. The rows are locked in a fixed order, so that several processes cannot cause a deadlock. The
   * counts of a tenant that has been deleted are dropped.
   */
  private async write(sums: ReadonlyMap<string, Sums>): Promise<void> {
    const rows = [...sums].map(([origin, values]) => [...(JSON.parse(origin) as string[]), ...values]);
    await this.database.pool.query(
      `insert into free_usage (tenant_id, day, key_id, endpoint, requests, identifiers, matched, errors)
       select u.* from unnest($1::text[], $2::date[], $3::text[], $4::text[], $5::int8[], $6::int8[], $7::int8[],
                              $8::int8[]) as u(tenant_id, day, key_id, endpoint, requests, identifiers, matched, errors)
         join tenant t on t.id = u.tenant_id
        order by u.tenant_id, u.day, u.key_id, u.endpoint
       on conflict (tenant_id, day, key_id, endpoint) do update
          set requests = free_usage.requests + excluded.requests,
              identifiers = free_usage.identifiers + excluded.identifiers,
              matched = free_usage.matched + excluded.matched,
              errors = free_usage.errors + excluded.errors`,
      Array.from({ length: 8 }, (_, column) => rows.map((row) => row[column])),
    );
  }
}
