// SQL for a sample of pages of a table, and for aggregates of JSON values.
import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { companyCatalogue } from '../catalogue/company-catalogue.js';
import { companyGroupOf, personGroupOf } from '../catalogue/field-groups.js';
import { personCatalogue } from '../catalogue/person-catalogue.js';
import { Database } from '../platform/database/database.js';
import { inTransaction } from '../platform/database/transaction.js';

/** How many of the counted records have a value of a field. */
interface FieldCoverage {
  readonly field: string;
  readonly group: string;
  readonly records: number;
  /** The part of the counted records that has a value, from 0 to 1. */
  readonly share: number;
}

/**
 * How old the values of a source are. Each group of fields of each counted record counts once, at the last day on which an import of the
 * source had values of it.
 */
interface SourceAge {
  readonly source: string;
  readonly groups: number;
  readonly within_30_days: number;
  readonly within_90_days: number;
  readonly within_365_days: number;
  readonly older: number;
  /** The first and the last of those days, as `YYYY-MM-DD`. */
  readonly oldest: string;
  readonly newest: string;
}

export interface RecordCoverage {
  /** The number of stored records: exact if all were counted, and otherwise an estimate from the sample. */
  readonly records: number;
  /** The number of records that were read. */
  readonly counted: number;
  readonly method: 'all records' | 'sample';
  readonly fields: readonly FieldCoverage[];
  readonly sources: readonly SourceAge[];
  /** The number of counted records whose sources are not known. */
  readonly without_source: number;
}

type CountedField = Pick<FieldCoverage, 'field' | 'group'> & {
  /** A condition of SQL that a record has a value. */
  readonly has: string;
};

/** A kind of records, as the statements read it. In their conditions `p` is a person and `c` a company. */
interface Counted {
  readonly table: 'company' | 'person';
  readonly alias: 'c' | 'p';
  readonly joined: string;
  readonly fields: readonly CountedField[];
}

const rowIn = (table: string, of: 'c' | 'p'): string =>
  `exists (select from ${table} where ${table}.${of === 'c' ? 'company_id' : 'person_id'} = ${of}.id)`;

const companies: Counted = {
  table: 'company',
  alias: 'c',
  joined: '',
  fields: [
    ...[...companyCatalogue.values()]
      // Fields that are made from another field, such as a hash, would count it twice.
      .filter(({ name, column }) => name === column)
      .map(({ name, type, column }) => ({
        field: name,
        group: companyGroupOf(name),
        has: type === 'string[]' ? `cardinality(c.${column}) > 0` : `c.${column} is not null`,
      })),
    { field: 'technologies', group: 'technologies', has: rowIn('company_technology', 'c') },
    { field: 'headcount', group: 'headcount', has: rowIn('company_headcount', 'c') },
  ],
};

const persons: Counted = {
  table: 'person',
  alias: 'p',
  joined: 'left join company c on c.id = p.company_id',
  fields: [
    ...[...personCatalogue.values()].map(({ name, expression }) => ({
      field: name,
      group: personGroupOf(name),
      has: `(${expression}) is not null`,
    })),
    { field: 'experience', group: 'employment', has: rowIn('person_experience', 'p') },
    { field: 'emails', group: 'contact', has: rowIn('person_email', 'p') },
    { field: 'phones', group: 'contact', has: rowIn('person_phone', 'p') },
    { field: 'skills', group: 'skills', has: rowIn('person_skill', 'p') },
    { field: 'education', group: 'education', has: rowIn('person_education', 'p') },
  ],
};

/** The number of pages of a table, of 8 kB each, that are read at most. They have about 40,000 records. */
const maxPages = 4_000;
/** The same pages are read by all statements of a count. */
const seed = 1;
const limitMs = 20_000;

@Injectable()
export class CoverageSql {
  constructor(private readonly database: Database) {}

  /**
   * Counts all records of a small table, and otherwise a sample of its pages, so that the cost does not grow with the table.
   * @param pages how many pages of each table are read at most
   */
  async count(pages = maxPages): Promise<{ readonly companies: RecordCoverage; readonly persons: RecordCoverage }> {
    const local = { statement_timeout: limitMs };
    return inTransaction(
      this.database.pool,
      async (client) => ({
        companies: await countRecords(client, companies, pages),
        persons: await countRecords(client, persons, pages),
      }),
      { access: 'read only', local },
    );
  }
}

async function countRecords(client: ClientBase, counted: Counted, maximum: number): Promise<RecordCoverage> {
  const { table, alias, joined, fields } = counted;
  const { rows: sizes } = await client.query<{ pages: number }>(
    `select (pg_relation_size('${table}') / current_setting('block_size')::int)::float8 as pages`,
  );
  const percent = Math.min(100, (100 * maximum) / Math.max(1, sizes[0]?.pages ?? 1));
  const sample = percent === 100 ? '' : `tablesample system (${percent}) repeatable (${seed})`;
  const from = `${table} ${alias} ${sample}`;
  const counts = [
    'count(*)',
    `count(*) filter (where coalesce(${alias}.sources, '{}') = '{}')`,
    ...fields.map(({ has }) => `count(*) filter (where ${has})`),
  ];
  const { rows } = await client.query<{ counts: number[] }>(
    `select array[${counts.join(', ')}]::float8[] as counts from ${from} ${joined}`,
  );
  const [total = 0, withoutSource = 0, ...values] = rows[0]?.counts.map(Number) ?? [];
  const { rows: sources } = await client.query<SourceAge>(
    `with entry as (
       select value ->> 0 as source, (value ->> 1)::date as day, current_date - (value ->> 1)::date as age
         from ${from}, jsonb_each(${alias}.sources))
     select source, count(*)::float8 as groups,
            count(*) filter (where age <= 30)::float8 as within_30_days,
            count(*) filter (where age > 30 and age <= 90)::float8 as within_90_days,
            count(*) filter (where age > 90 and age <= 365)::float8 as within_365_days,
            count(*) filter (where age > 365)::float8 as older,
            min(day)::text as oldest, max(day)::text as newest
       from entry group by source order by groups desc, source limit 100`,
  );
  return {
    records: Math.round((total * 100) / percent),
    counted: total,
    method: percent === 100 ? 'all records' : 'sample',
    fields: fields.map(({ field, group }, index) => ({
      field,
      group,
      records: values[index] ?? 0,
      share: total === 0 ? 0 : Math.round(((values[index] ?? 0) / total) * 10_000) / 10_000,
    })),
    sources,
    without_source: withoutSource,
  };
}
