// SQL for the triggers and indexes of search. They exist only where SEARCH is on, so they are no part of the migrations.
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { inTransaction, unlimited } from '../../platform/database/transaction.js';
import { inSearchSession } from './search-session.sql.js';
import { titleKey, type ValueMember, valueMembers } from './value-members.js';

/**
 * The number of characters of a text that its index has. PostgreSQL refuses longer entries, and an import must not fail because of an
 * index.
 */
const indexedLength = 500;

/** SQL for the indexed beginning of a text. */
export function headOf(text: string): string {
  return `left(${text}, ${indexedLength})`;
}

/** SQL for the indexed beginnings of the texts of a list. */
export function headsOf(list: string): string {
  return `search_heads(${list})`;
}

const functions = `
  create or replace function search_heads(list text[]) returns text[] immutable parallel safe language sql as
    $$ select array(select left(item, ${indexedLength}) from unnest(list) item) $$;
  create or replace function search_keywords(keywords text[], specialities text[], category text) returns text[]
    immutable parallel safe language sql as $$ select keywords || specialities || array_remove(array[category], null) $$;`;

/** SQL that selects the member and each value of the rows \`r\`. */
function selectValues({ key, value, isList }: ValueMember, rows: string): string {
  return isList
    ? `select '${key}', item from ${rows} r, unnest(${value}) item where item is not null`
    : `select '${key}', ${value} from ${rows} r where ${value} is not null`;
}

function insertValues(members: readonly ValueMember[], rowsOf: (member: ValueMember) => string): string {
  return `
    insert into search_value (member, value)
    select distinct n.member, n.value from (${members.map((member) => selectValues(member, rowsOf(member))).join(' union all ')}) n(member, value)
     where not exists (select from search_value v where v.member = n.member and ${headOf('v.value')} = ${headOf('n.value')} and v.value = n.value)`;
}

const tables = [...new Set(valueMembers.map(({ table }) => table))];

/** The triggers that note new values. Two imports may note the same value at the same time; then it has two rows. */
const triggers = tables
  .map((table) => {
    const members = valueMembers.filter((member) => member.table === table);
    const body = insertValues(members, () => 'new_rows');
    const creations = ['insert', 'update'].map(
      (event) => `
        create or replace trigger ${table}_search_of_${event} after ${event} on ${table} referencing new table as new_rows
          for each statement execute function search_values_of_${table}();`,
    );
    return `
      create or replace function search_values_of_${table}() returns trigger language plpgsql as $$
      begin
        ${body};
        return null;
      end
      $$;
      ${creations.join('')}`;
  })
  .join('');

/** The indexes, by their names. */
const indexes: Readonly<Record<string, string>> = {
  search_value_value: `search_value (member, (${headOf('value')}))`,
  search_value_folded: `search_value (member, (${headOf('folded')}))`,
  search_value_new: 'search_value (id) where folded is null',
  search_value_words: `search_value using gin (string_to_array(folded, ' ')) where member = '${titleKey}'`,
  ...Object.fromEntries(
    valueMembers
      .filter(({ table }) => table === 'person' || table === 'company')
      .map(({ key, table, value, isList }) => {
        const column = value.replaceAll('r.', '');
        const entry = isList ? `using gin ((${headsOf(column)}))` : `((${headOf(column)}))`;
        return [`search_${key.replace('.', '_')}`, `${table} ${entry}`];
      }),
  ),
  search_person_skill: 'person_skill (name, person_id)',
  search_company_technology: 'company_technology (name, company_id)',
  search_role_start: 'person_experience (start_date, person_id) where end_date is null',
  search_employee_count: 'company (employee_count)',
  search_founded_year: 'company (founded_year)',
  search_funding: 'company (funding_last_date)',
};

/** How a caller can be told about the steps of a preparation, which can take minutes. */
export type OnStep = (step: string) => void;

@Injectable()
export class SearchObjects {
  constructor(private readonly database: Database) {}

  /**
   * Whether search is prepared, so that requests can be answered. A restored backup says so, but has no triggers. A migration that changes
   * what is prepared must set `search_prepared_at` to null.
   */
  async isPrepared(): Promise<boolean> {
    const { rows } = await this.database.reads.query<{ prepared: boolean }>({
      name: 'search-prepared',
      text: `select search_prepared_at is not null and exists (
               select from pg_trigger where tgrelid = 'person'::regclass and tgname = 'person_search_of_insert') as prepared
               from installation`,
    });
    return rows[0]?.prepared === true;
  }

  /**
   * Creates what is missing: the triggers, the values of all records and the indexes. Imports run on meanwhile. If several processes call
   * this, one of them does it and the others wait.
   */
  async prepare(onStep: OnStep, signal: AbortSignal): Promise<void> {
    await inSearchSession(this.database, signal, async (session) => {
      onStep('values');
      // When the triggers exist, all rows of earlier transactions are visible, and later ones are noted by the triggers.
      await session.query(`begin; ${functions} ${triggers} commit`);
      await session.query(`create index if not exists search_value_value on ${indexes.search_value_value}`);
      for (const member of valueMembers) await session.query(insertValues([member], ({ table }) => table));
      for (const [name, on] of Object.entries(indexes)) {
        onStep(`index ${name}`);
        // An index that was interrupted stays behind and is invalid.
        const { rowCount } = await session.query(
          'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
          [name],
        );
        if (rowCount !== 0) await session.query(`drop index concurrently ${name}`);
        await session.query(`create index concurrently if not exists ${name} on ${on}`);
      }
      onStep('statistics');
      await session.query(`analyze search_value, person_experience, ${tables.join(', ')}`);
    });
  }

  /** Marks search as prepared. */
  async finish(): Promise<void> {
    await this.database.pool.query('update installation set search_prepared_at = now()');
  }

  /** Removes the triggers, the indexes and the values. Imports then cost nothing for search. */
  async drop(): Promise<void> {
    await inTransaction(
      this.database.pool,
      async (client) => {
        await client.query('update installation set search_prepared_at = null');
        for (const table of tables) await client.query(`drop function if exists search_values_of_${table}() cascade`);
        for (const name of Object.keys(indexes)) await client.query(`drop index if exists ${name}`);
        await client.query('truncate search_value');
      },
      { local: unlimited },
    );
  }
}
