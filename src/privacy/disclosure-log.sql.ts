// SQL for one statement that inserts many rows, and leaves out those whose person was erased.
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { configToken, type Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { singleLine } from '../platform/errors/command-error.js';

/** In milliseconds: how long disclosures are kept in memory before they are written. The time runs from the first one. */
const pauseMs = 3_000;
/** From this number of disclosures on, they are written at once. */
const maxPending = 20_000;
/** The maximum number of disclosures in memory while the database is away. Later ones are dropped, with a warning. */
const maxKept = 200_000;

/**
 * Stores which tenant received data of which person on which day, with `DISCLOSURES=on`. There is one row for a tenant, a person and a
 * day, however many requests there were. The rows are collected in memory and written together every few seconds. If the process is
 * killed, those of the last seconds are lost.
 */
@Injectable()
export class DisclosureLog implements OnApplicationShutdown {
  private readonly logger = new Logger(DisclosureLog.name);
  /** The persons who were disclosed, by the text of day and tenant. */
  private pending = new Map<string, Set<string>>();
  /** Those of the current day that are written, so that they are not written again. */
  private written = new Map<string, Set<string>>();
  private count = 0;
  private writtenCount = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    @Inject(configToken) private readonly config: Pick<Config, 'disclosures'>,
  ) {}

  get isOn(): boolean {
    return this.config.disclosures === 'on';
  }

  /** Notes that a tenant received data of persons. @param personIds values of `person.id` */
  note(tenantId: string, personIds: Iterable<string>): void {
    if (!this.isOn) return;
    const key = `${new Date().toISOString().slice(0, 10)} ${tenantId}`;
    const known = this.written.get(key);
    const persons = this.pending.get(key) ?? new Set();
    this.pending.set(key, persons);
    for (const id of personIds) {
      if (known?.has(id) === true || persons.has(id) || this.count >= maxKept) continue;
      persons.add(id);
      this.count += 1;
    }
    if (this.count >= maxPending) void this.flush();
    else if (this.count > 0) this.timer ??= setTimeout(() => void this.flush(), pauseMs).unref();
  }

  /** Writes what was noted. If that fails, it is kept for the next time. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { pending } = this;
    const rows = [...pending].flatMap(([key, persons]) => [...persons].map((id) => [...key.split(' '), id] as const));
    if (rows.length === 0) return;
    this.pending = new Map();
    this.count = 0;
    try {
      await this.database.pool.query(
        `insert into disclosure (person_id, tenant_id, day)
         select p.id, t.id, u.day from unnest($1::bigint[], $2::text[], $3::date[]) as u(person_id, tenant_id, day)
           join person p on p.id = u.person_id join tenant t on t.id = u.tenant_id
          order by p.id, t.id, u.day
         on conflict do nothing`,
        [rows.map(([, , id]) => id), rows.map(([, tenant]) => tenant), rows.map(([day]) => day)],
      );
      this.remember(pending);
    } catch (error) {
      this.logger.warn(`The disclosures of the last seconds will be written later: ${singleLine(error)}`);
      for (const [key, persons] of pending) {
        const kept = this.pending.get(key) ?? new Set();
        for (const id of persons) kept.add(id);
        this.pending.set(key, kept);
      }
      this.count = [...this.pending.values()].reduce((sum, persons) => sum + persons.size, 0);
      this.timer ??= setTimeout(() => void this.flush(), pauseMs).unref();
    }
  }

  /** Writes the last disclosures in the last hook of a shutdown, when all requests are answered. */
  async onApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** Remembers what was written on the current day, up to a number of persons. */
  private remember(pending: ReadonlyMap<string, ReadonlySet<string>>): void {
    const today = new Date().toISOString().slice(0, 10);
    const isOld = [...this.written.keys()].some((key) => !key.startsWith(today));
    if (isOld || this.writtenCount >= maxKept) {
      this.written = new Map();
      this.writtenCount = 0;
    }
    for (const [key, persons] of pending) {
      const known = this.written.get(key) ?? new Set();
      this.written.set(key, known);
      for (const id of persons) known.add(id);
      this.writtenCount += persons.size;
    }
  }
}
