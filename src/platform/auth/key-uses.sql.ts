// SQL for an update of many keys in one statement, which must lock the keys in a fixed order.
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Log } from '../log/log.js';
import { singleLine } from '../errors/command-error.js';

const minuteMs = 60_000;

/**
 * Records in which minute each key was last used. The uses are collected in memory and written together about once a minute, so
 * that a request itself writes nothing. If the process is killed, the uses of the last minute are lost.
 */
@Injectable()
export class KeyUses implements BeforeApplicationShutdown {
  /** For each key id, the start of the minute in which the key was last used, in milliseconds since the epoch. */
  private uses = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;

  /**
   * Makes a collection without uses.
   * @param pauseMs the time in milliseconds from the first unwritten use until all uses are written
   */
  constructor(
    private readonly pool: Pick<Pool, 'query'>,
    private readonly log: Log,
    private readonly pauseMs: number = minuteMs,
  ) {}

  /** Notes that the guard has let a request with this key through. */
  note(keyId: string): void {
    this.uses.set(keyId, Math.floor(Date.now() / minuteMs) * minuteMs);
    if (this.timer !== null) return;
    this.timer = setTimeout(() => void this.flush(), this.pauseMs);
    this.timer.unref();
  }

  /** The minute of the last use of this key, if that use is not yet written to the database; otherwise null. */
  pendingUse(keyId: string): Date | null {
    const at = this.uses.get(keyId);
    return at === undefined ? null : new Date(at);
  }

  /** Writes the collected uses now. If that fails, they are kept, and written again the next time. */
  async flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const { uses } = this;
    if (uses.size === 0) return;
    this.uses = new Map();
    try {
      await this.write(uses);
    } catch (error) {
      this.log.warn(
        `The times at which keys were last used could not be written, and will be written later: ${singleLine(error)}`,
      );
      for (const [keyId, at] of uses) if (!this.uses.has(keyId)) this.uses.set(keyId, at);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /**
   * Locks the keys in the order of their ids. Other processes update the same keys, and two processes that lock them in different
   * orders could cause a deadlock.
   */
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
