// SQL for finding records by the keys that operators name, with the keys from before merges.
import { Injectable } from '@nestjs/common';
import type { CompanyKey, PersonKey } from '../../matching/record-identifier.js';
import { Database } from '../../platform/database/database.js';
import type { ChangedKind } from '../history/history-tables.js';

const byCompanyKey = `
  select coalesce((select company_id from company_domain where $1 = 'domain' and domain = $2),
                  (select id from company where $1 = 'network_url' and network_url = $2),
                  (select id from company where $1 = 'network_id' and network_id = $2),
                  (select company_id from company_former_key where kind = $1 and key = $2)) as id`;

const byPersonKey = `
  select id from person where $1 = 'network_url' and network_url = $2
  union
  select person_id from person_email where $1 = 'address' and address = $2
  union
  select person_id from person_former_key
   where kind = $1 and key = $2 and not exists (select from person where $1 = 'network_url' and network_url = $2)
   order by id`;

/** Finds the records that operators name. */
@Injectable()
export class RecordNames {
  constructor(private readonly database: Database) {}

  /** The `company.id` of the company with the first of the keys that is stored; empty if none is. */
  async companies(keys: readonly CompanyKey[]): Promise<string[]> {
    for (const { kind, value } of keys) {
      const ids = await this.ids(byCompanyKey, [kind, value]);
      if (ids.length > 0) return ids;
    }
    return [];
  }

  /** The `person.id` of each person with the key. */
  persons({ kind, value }: PersonKey): Promise<string[]> {
    return this.ids(byPersonKey, [kind, value]);
  }

  byId(kind: ChangedKind, id: string): Promise<string[]> {
    return this.ids(`select id from ${kind} where id = $1`, [id]);
  }

  private async ids(text: string, values: readonly string[]): Promise<string[]> {
    const { rows } = await this.database.pool.query<{ id: string | null }>(text, [...values]);
    return rows.flatMap(({ id }) => id ?? []);
  }
}
