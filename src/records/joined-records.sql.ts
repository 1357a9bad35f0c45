// SQL for reads of whole tables in steps of the key, and for the lock of imports.
import { Injectable } from '@nestjs/common';
import { isWebsiteOf } from '../matching/urls/website.js';
import type { StoredSources } from '../catalogue/field-groups.js';
import { Database } from '../platform/database/database.js';
import { inTransaction, unlimited } from '../platform/database/transaction.js';
import { isNoAddress, isNoPage, type JoinedKind, mostFormerNames, mostWebsites } from './joined-records.js';

/** A stored record that may hold values of several companies or persons. */
export interface JoinedRecord {
  readonly kind: JoinedKind;
  /** `company.id` or `person.id`. */
  readonly id: string;
  readonly name: string | null;
  /** The key that joined the records, or the number of names or websites. */
  readonly value: string;
  /** The names of the imports that last wrote the record. */
  readonly sources: readonly string[];
}

type KeyRow = readonly [id: string, name: string | null, value: string, sources: StoredSources | null];

/** The number of rows that one statement reads. */
const step = 20_000;

/** The tables with a key that may be none. The statements read the rows with a larger key than $1, in its order. */
const scans: readonly {
  readonly kind: JoinedKind;
  readonly sql: string;
  readonly isNone: (value: string, name: string | null) => boolean;
}[] = [
  {
    kind: 'company_page_is_none',
    sql: `select id, name, network_url, sources from company where network_url > $1 order by network_url limit ${step}`,
    isNone: isNoPage,
  },
  {
    kind: 'company_website_of_nobody',
    sql: `select c.id, c.name, d.domain, c.sources from company_domain d join company c on c.id = d.company_id
           where d.domain > $1 order by d.domain limit ${step}`,
    isNone: (host, name) => !isWebsiteOf(host, [name]),
  },
  {
    kind: 'person_page_is_none',
    sql: `select id, full_name, network_url, sources from person where network_url > $1 order by network_url limit ${step}`,
    isNone: isNoPage,
  },
  {
    kind: 'person_address_of_nobody',
    sql: `select p.id, p.full_name, e.address, p.sources
            from (select address, person_id from person_email where address > $1 order by address limit ${step}) e
            join person p on p.id = e.person_id order by e.address`,
    isNone: isNoAddress,
  },
];

/** The statements that find companies with too many values. */
const counts: readonly { readonly kind: JoinedKind; readonly sql: string }[] = [
  {
    kind: 'company_with_many_names',
    sql: `select c.id, c.name, n.count::text, c.sources
            from (select company_id, count(*) from company_former_name group by company_id
                  having count(*) > ${mostFormerNames}) n join company c on c.id = n.company_id order by n.count desc`,
  },
  {
    kind: 'company_with_many_websites',
    sql: `select c.id, c.name, n.count::text, c.sources
            from (select company_id, count(*) from company_domain group by company_id
                  having count(*) > ${mostWebsites}) n join company c on c.id = n.company_id order by n.count desc`,
  },
];

/** Finds and repairs stored records that were joined by keys which identify nobody. */
@Injectable()
export class JoinedRecordSql {
  constructor(private readonly database: Database) {}

  /** Reads all keys once, in steps, and yields the records whose key is none. */
  async *find(): AsyncGenerator<JoinedRecord> {
    for (const { kind, sql, isNone } of scans) {
      for (let after = ''; ;) {
        const rows = await this.rows(sql, [after]);
        for (const row of rows) if (isNone(row[2], row[1])) yield recordOf(kind, row);
        const last = rows.at(-1)?.[2];
        if (last === undefined || last === after) break;
        after = last;
      }
    }
    for (const { kind, sql } of counts) for (const row of await this.rows(sql, [])) yield recordOf(kind, row);
  }

  /**
   * Removes the pages and addresses of records that were found. The records stay, with all other values.
   * @returns the number of removed pages and addresses
   */
  async removeKeys(found: readonly JoinedRecord[]): Promise<{ pages: number; addresses: number }> {
    const valuesOf = (kind: JoinedKind): string[] =>
      found.filter((each) => each.kind === kind).map(({ value }) => value);
    return inTransaction(
      this.database.pool,
      async (client) => {
        const remove = async (sql: string, values: readonly string[]): Promise<number> =>
          (await client.query(sql, [values])).rowCount ?? 0;
        const ofCompanies = 'update company set network_url = null where network_url = any($1::text[])';
        const ofPersons = 'update person set network_url = null where network_url = any($1::text[])';
        const pages =
          (await remove(ofCompanies, valuesOf('company_page_is_none'))) +
          (await remove(ofPersons, valuesOf('person_page_is_none')));
        const ofAddresses = 'delete from person_email where address = any($1::text[])';
        return { pages, addresses: await remove(ofAddresses, valuesOf('person_address_of_nobody')) };
      },
      { lock: { name: 'import', mode: 'alone' }, local: unlimited },
    );
  }

  private async rows(text: string, values: readonly string[]): Promise<readonly KeyRow[]> {
    return (await this.database.pool.query<KeyRow & unknown[]>({ text, values: [...values], rowMode: 'array' })).rows;
  }
}

function recordOf(kind: JoinedKind, [id, name, value, sources]: KeyRow): JoinedRecord {
  return { kind, id, name, value, sources: sourceNames(sources) };
}

function sourceNames(sources: StoredSources | null): string[] {
  return [...new Set(Object.values(sources ?? {}).map(([name]) => name))];
}
