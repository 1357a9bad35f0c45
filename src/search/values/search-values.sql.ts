// SQL for the distinct values of the members by which records are searched.
import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Database } from '../../platform/database/database.js';
import { fold, wordsOf } from '../../queries/words.js';
import { headOf } from './search-objects.sql.js';
import { inSearchSession } from './search-session.sql.js';
import { titleKey, type ValueMember, valueMembers } from './value-members.js';

/** The number of values that are folded together. */
const perRound = 5_000;

/** A value on record, and how many records had it when they were last counted. */
export interface CountedValue {
  readonly value: string;
  readonly records: number;
}

@Injectable()
export class SearchValues {
  constructor(private readonly database: Database) {}

  /**
   * Computes the compared form of values that imports have added. Each search does this first, so that it finds everything that is stored.
   * @returns the number of values
   */
  async foldNew(): Promise<number> {
    let count = 0;
    for (;;) {
      const { rows } = await this.database.pool.query<[id: string, member: string, value: string]>({
        name: 'search-values-new',
        text: `select id, member, value from search_value where folded is null order by id limit ${perRound}`,
        rowMode: 'array',
      });
      count += rows.length;
      if (rows.length > 0)
        await this.database.pool.query({
          name: 'search-values-fold',
          text: `update search_value v set folded = n.folded from unnest($1::bigint[], $2::text[]) n(id, folded) where v.id = n.id`,
          values: [rows.map(([id]) => id), rows.map(([, member, value]) => comparedForm(member, value))],
        });
      if (rows.length < perRound) return count;
    }
  }

  /**
   * Finds how values of a definition are written on record.
   * @param wanted the members and their values
   * @returns the stored values by the key of the member and the folded value; a value that is not on record has no entry
   */
  async spellings(
    client: Pick<ClientBase, 'query'>,
    wanted: readonly { readonly key: string; readonly values: readonly string[] }[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const pairs = wanted.flatMap(({ key, values }) => values.map((value) => [key, fold(value)] as const));
    if (pairs.length === 0) return new Map();
    const { rows } = await client.query<[key: string, folded: string, values: string[]]>({
      text: `select v.member, v.folded, array_agg(distinct v.value) from unnest($1::text[], $2::text[]) w(member, folded)
               join search_value v on v.member = w.member and ${headOf('v.folded')} = ${headOf('w.folded')} and v.folded = w.folded
              group by 1, 2`,
      values: [pairs.map(([key]) => key), pairs.map(([, folded]) => folded)],
      rowMode: 'array',
    });
    return new Map(rows.map(([key, folded, values]) => [spellingKey(key, folded), values]));
  }

  /**
   * The values on record that equal one of the phrases, the most frequent first.
   * @param phrases folded texts
   * @returns the values by the name of the member; those of persons and of companies together
   */
  async amongPhrases(phrases: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const { rows } = await this.database.reads.query<[key: string, values: string[]]>({
      name: 'search-values-phrases',
      text: `select v.member, array_agg(v.value order by v.records desc, v.value) from search_value v
              where v.member = any($1::text[]) and ${headOf('v.folded')} = any($2::text[]) group by 1`,
      values: [valueMembers.filter(({ key }) => key !== titleKey).map(({ key }) => key), phrases],
      rowMode: 'array',
    });
    const values = new Map<string, string[]>();
    for (const [key, found] of rows) {
      const member = valueMembers.find((one) => one.key === key)?.member ?? '';
      values.set(member, [...(values.get(member) ?? []), ...found]);
    }
    return values;
  }

  /** The most frequent values of a member, the most frequent first. */
  async mostFrequent(keys: readonly string[], limit: number): Promise<ReadonlyMap<string, readonly CountedValue[]>> {
    const { rows } = await this.database.reads.query<[key: string, values: CountedValue[]]>({
      name: 'search-values-frequent',
      text: `select w.key, (
               select coalesce(json_agg(json_build_object('value', n.value, 'records', n.records) order by n.records desc, n.value), '[]')
                 from (select (array_agg(v.value order by v.records desc, v.value))[1] as value, sum(v.records) as records
                         from search_value v where v.member = w.key and v.records > 0 group by coalesce(v.folded, v.value)
                        order by 2 desc, 1 limit $2) n)
               from unnest($1::text[]) w(key)`,
      values: [keys, limit],
      rowMode: 'array',
    });
    return new Map(rows);
  }

  /** Whether the values are to be counted again: an import has ended or a person was erased since the last count, or it is a day old. */
  async areCountsOld(): Promise<boolean> {
    const { rows } = await this.database.pool.query<{ old: boolean }>(
      `select search_prepared_at < now() - interval '1 day'
              or exists (select from import where ended_at > search_prepared_at)
              or exists (select from suppression where created_at > search_prepared_at) as old
         from installation`,
    );
    return rows[0]?.old === true;
  }

  /**
   * Counts how many records have each value. Values that no record has are removed, and a value with several rows keeps one. An import
   * may be storing a record with a removed value at this moment. Such a value is missing until the next count, which follows the end of the
   * import.
   */
  async count(signal: AbortSignal): Promise<void> {
    await inSearchSession(this.database, signal, async (session) => {
      const { rows } = await session.query<{ at: Date }>('select now() as at');
      for (const member of valueMembers) await session.query(countOf(member));
      // Imports that end during the count are counted again.
      await session.query('update installation set search_prepared_at = $1 where search_prepared_at is not null', [
        rows[0]?.at,
      ]);
    });
  }
}

/** The form of a stored value that is compared: a folded text, or the words of a title, each between two spaces. */
function comparedForm(member: string, value: string): string {
  return member === titleKey ? phraseOf(value) : fold(value);
}

/** The words of a title or keyword, each between two spaces, so that a phrase is found as a part of the text. */
export function phraseOf(title: string): string {
  return ` ${wordsOf(title).join(' ')} `;
}

/** The key of {@link SearchValues.spellings} for a folded value. */
export function spellingKey(key: string, folded: string): string {
  return `${key} ${folded}`;
}

function countOf({ key, table, value, isList }: ValueMember): string {
  const counted = isList
    ? `select item as value, count(*) as records from ${table} r, unnest(${value}) item where item is not null group by 1`
    : `select ${value} as value, count(*) as records from ${table} r where ${value} is not null group by 1`;
  return `
    with counted as materialized (${counted}),
    kept as materialized (
      select distinct on (v.value) v.id, v.value, v.records from search_value v where v.member = '${key}'
       order by v.value, v.folded nulls last, v.id),
    added as (
      insert into search_value (member, value, records)
      select '${key}', c.value, c.records from counted c where not exists (select from kept k where k.value = c.value)),
    updated as (
      update search_value v set records = c.records from kept k join counted c on c.value = k.value
       where v.id = k.id and v.records <> c.records)
    delete from search_value v where v.member = '${key}'
       and not exists (select from kept k join counted c on c.value = k.value where k.id = v.id)`;
}
