// SQL for one statement that locks many keys in one order.
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Log } from '../log/log.js';
import { singleLine } from '../errors/command-error.js';

const minuteMs = 60_000;

/**
 * When keys were last used, to the minute. Uses are collected here and written together, so a request writes nothing; a
 * killed process loses those of the last minute.
 */
@Injectable()
export class KeyUses implements BeforeApplicationShutdown {
  /** By key, the start of the minute in milliseconds since the epoch. */
  private uses = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;

  /** @param pauseMs how long uses wait to be written, from the first on */
  constructor(
    private readonly pool: Pick<Pool, 'query'>,
    private readonly log: Log,
    private readonly pauseMs: number = minuteMs,
  ) {}

  /** A request was let through with the key. */
  note(keyId: string): void {
    this.uses.set(keyId, Math.floor(Date.now() / minuteMs) * minuteMs);
    if (this.timer !== null) return;
    this.timer = setTimeout(() => void this.flush(), this.pauseMs);
    this.timer.unref();
  }

  /** The minute of a use that is not yet written; null without one. */
  pendingUse(keyId: string): Date | null {
    const at = this.uses.get(keyId);
    return at === undefined ? null : new Date(at);
  }

  /** Writes the collected uses; those that cannot be written are kept for the next flush. */
  async flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const { uses } = this;
    if (uses.size === 0) return;
    this.uses = new Map();
    try {
      await this.write(uses);
    } catch (error) {
      this.log.warn(`The last uses of keys will be written later: ${singleLine(error)}`);
      for (const [keyId, at] of uses) if (!this.uses.has(keyId)) this.uses.set(keyId, at);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** Rows are locked in one order, because other processes update the same keys. */
  private async write(uses: ReadonlyMap<string, number>): Promise<void> {
    await this.pool.query(
      `with used as (
         select k.id, u.used_at from unnest($1::text[], $2::float8[]) as given(id, used_ms)
          cross join lateral (select to_timestamp(given.used_ms / 1000) as used_at) u
           join api_key k on k.id = given.id
          where k.last_used_at is null or k.last_used_at < u.used_at
          order by k.id for update of k
       )
       update api_key k set last_used_at = greatest(k.last_used_at, used.used_at) from used where k.id = used.id`,
      [[...uses.keys()], [...uses.values()]],
    );
  }
}
