// SQL for one statement that inserts many rows, except those of persons who were erased.
import { Inject, Injectable } from '@nestjs/common';
import { maxKept, type Notes, WriteBehind } from '../platform/async/write-behind.js';
import { configToken, type Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';

/**
 * Stores which tenant received data of which person on which day, with `DISCLOSURES=on`. There is one row for each tenant,
 * person and day, however many requests the tenant has sent.
 */
@Injectable()
export class DisclosureLog extends WriteBehind {
  /** The persons who are already stored for the current day, by day and tenant, so that they are not stored again. */
  private written = new Map<string, Set<string>>();
  private writtenCount = 0;

  constructor(
    private readonly database: Database,
    @Inject(configToken) private readonly config: Pick<Config, 'disclosures'>,
  ) {
    super('disclosures');
  }

  get isOn(): boolean {
    return this.config.disclosures === 'on';
  }

  /** Notes that a tenant received data of persons. @param personIds values of `person.id` */
  note(tenantId: string, personIds: Iterable<string>): void {
    if (this.isOn) this.add(`${new Date().toISOString().slice(0, 10)} ${tenantId}`, personIds);
  }

  protected override isWritten(key: string, id: string): boolean {
    return this.written.get(key)?.has(id) === true;
  }

  protected override async write(notes: Notes): Promise<void> {
    const rows = [...notes].flatMap(([key, persons]) => [...persons].map((id) => [...key.split(' '), id] as const));
    await this.database.pool.query(
      `insert into disclosure (person_id, tenant_id, day)
       select p.id, t.id, u.day from unnest($1::bigint[], $2::text[], $3::date[]) as u(person_id, tenant_id, day)
         join person p on p.id = u.person_id join tenant t on t.id = u.tenant_id
        order by p.id, t.id, u.day
       on conflict do nothing`,
      [rows.map(([, , id]) => id), rows.map(([, tenant]) => tenant), rows.map(([day]) => day)],
    );
    this.remember(notes);
  }

  /**
   * Remembers the persons whose disclosures were just stored, so that these are not stored again on the same day. When the day
   * has changed, or when too many persons are remembered, all earlier ones are forgotten first.
   */
  private remember(notes: Notes): void {
    const today = new Date().toISOString().slice(0, 10);
    const isOld = [...this.written.keys()].some((key) => !key.startsWith(today));
    if (isOld || this.writtenCount >= maxKept) {
      this.written = new Map();
      this.writtenCount = 0;
    }
    for (const [key, persons] of notes) {
      const known = this.written.get(key) ?? new Set();
      this.written.set(key, known);
      for (const id of persons) known.add(id);
      this.writtenCount += persons.size;
    }
  }
}
