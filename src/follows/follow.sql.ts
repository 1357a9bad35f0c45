// SQL for looking up, inserting and deleting many records at once, with arrays of keys.
import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';

export type FollowedKind = 'companies' | 'persons';

/**
 * The normalised identifiers in one line of a list. A line about a company has no e-mail addresses. A line about a person has no
 * network ids and no hosts.
 */
export interface ListedRecord {
  readonly networkIds: readonly string[];
  readonly networkUrls: readonly string[];
  readonly hosts: readonly string[];
  readonly addresses: readonly string[];
}

/** Whether a tenant follows all records that it receives by enrichments, and how many companies and persons it follows now. */
export interface FollowCounts {
  readonly all_enriched: boolean;
  readonly companies: number;
  readonly persons: number;
}

const tables = {
  companies: { table: 'company_follow', id: 'company_id' },
  persons: { table: 'person_follow', id: 'person_id' },
} as const;

/** Finds the company of each line: by its network id, else by its profile page, else by its website, else by a key from before a merge. */
const findCompanies = `
  select distinct on (place) place, id::text from (
    select k.place, 1 as rank, c.id from unnest($1::int[], $2::text[]) as k (place, key) join company c on c.network_id = k.key
    union all
    select k.place, 2, c.id from unnest($3::int[], $4::text[]) as k (place, key) join company c on c.network_url = k.key
    union all
    select k.place, 3, d.company_id from unnest($5::int[], $6::text[]) as k (place, key)
      join company_domain d on d.domain = k.key
    union all
    select k.place, 4, f.company_id from unnest($1::int[], $2::text[]) as k (place, key)
      join company_former_key f on f.kind = 'network_id' and f.key = k.key
    union all
    select k.place, 5, f.company_id from unnest($3::int[], $4::text[]) as k (place, key)
      join company_former_key f on f.kind = 'network_url' and f.key = k.key
  ) found order by place, rank, id`;

/** Finds the persons of each line: the one with the profile page, else the one with the page as a former key, else all with one of the addresses. */
const findPersons = `
  select place, id::text from (
    select place, id, min(rank) over (partition by place) = rank as is_best from (
      select k.place, 1 as rank, p.id from unnest($1::int[], $2::text[]) as k (place, key)
        join person p on p.network_url = k.key
      union
      select k.place, 2, f.person_id from unnest($1::int[], $2::text[]) as k (place, key)
        join person_former_key f on f.kind = 'network_url' and f.key = k.key
      union
      select k.place, 3, e.person_id from unnest($3::int[], $4::text[]) as k (place, key)
        join person_email e on e.address = k.key
    ) found
  ) ranked where is_best`;

@Injectable()
export class FollowSql {
  constructor(private readonly database: Database) {}

  /**
   * Finds the stored records that the lines of a list name.
   * @returns for each line the ids of the records that it names; an empty list if none is stored
   */
  async find(kind: FollowedKind, records: readonly ListedRecord[]): Promise<string[][]> {
    const keys = (of: (record: ListedRecord) => readonly string[]): unknown[] => {
      const pairs = records.flatMap((record, place) => of(record).map((key) => [place, key] as const));
      return [pairs.map(([place]) => place), pairs.map(([, key]) => key)];
    };
    const values =
      kind === 'companies'
        ? [
            ...keys(({ networkIds }) => networkIds),
            ...keys(({ networkUrls }) => networkUrls),
            ...keys(({ hosts }) => hosts),
          ]
        : [...keys(({ networkUrls }) => networkUrls), ...keys(({ addresses }) => addresses)];
    const { rows } = await this.database.pool.query<{ place: number; id: string }>(
      kind === 'companies' ? findCompanies : findPersons,
      values,
    );
    const found = records.map((): string[] => []);
    for (const { place, id } of rows) found[place]?.push(id);
    return found;
  }

  /** Makes a tenant follow records. @returns the ids of the records that it did not follow before */
  async add(kind: FollowedKind, tenantId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { table, id } = tables[kind];
    const { rows } = await this.database.pool.query<{ id: string; is_new: boolean }>(
      `with before as materialized (select ${id} from ${table} where tenant_id = $1 and ${id} = any($2::bigint[]))
       insert into ${table} (${id}, tenant_id)
       select r.id, $1 from ${kind === 'companies' ? 'company' : 'person'} r where r.id = any($2::bigint[]) order by r.id
       on conflict (${id}, tenant_id) do update set by_enrichment = false where ${table}.by_enrichment
       returning ${id}::text as id, ${id} not in (select ${id} from before) as is_new`,
      [tenantId, ids],
    );
    return new Set(rows.flatMap((row) => (row.is_new ? row.id : [])));
  }

  /** Makes a tenant no longer follow records. @returns the ids of those records that the tenant followed until now */
  async remove(kind: FollowedKind, tenantId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { table, id } = tables[kind];
    const { rows } = await this.database.pool.query<{ id: string }>(
      `delete from ${table} where tenant_id = $1 and ${id} = any($2::bigint[]) returning ${id}::text as id`,
      [tenantId, ids],
    );
    return new Set(rows.map((row) => row.id));
  }

  /**
   * Makes a tenant follow the persons whose data it has received according to the table `disclosure`.
   * @returns the number of those whom it did not follow before
   */
  async addDisclosed(tenantId: string): Promise<number> {
    const { rowCount } = await this.database.pool.query(
      `insert into person_follow (person_id, tenant_id, by_enrichment)
       select distinct person_id, tenant_id, true from disclosure where tenant_id = $1 order by person_id
       on conflict do nothing`,
      [tenantId],
    );
    return rowCount ?? 0;
  }

  /** Makes a tenant no longer follow the records that it follows only because of an enrichment. @returns how many these were */
  async removeEnriched(tenantId: string): Promise<Omit<FollowCounts, 'all_enriched'>> {
    const [companies, persons] = await Promise.all(
      (['companies', 'persons'] as const).map(async (kind) => {
        const { table } = tables[kind];
        const sql = `delete from ${table} where tenant_id = $1 and by_enrichment`;
        return (await this.database.pool.query(sql, [tenantId])).rowCount ?? 0;
      }),
    );
    return { companies: companies ?? 0, persons: persons ?? 0 };
  }

  async counts(tenantId: string): Promise<FollowCounts> {
    const { rows } = await this.database.pool.query<FollowCounts>(
      `select follows_enriched as all_enriched,
              (select count(*) from company_follow where tenant_id = t.id)::int as companies,
              (select count(*) from person_follow where tenant_id = t.id)::int as persons
         from tenant t where id = $1`,
      [tenantId],
    );
    return rows[0] ?? { all_enriched: false, companies: 0, persons: 0 };
  }
}
