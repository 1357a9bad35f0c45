// SQL for a row that is inserted only if both records still exist, and for many pairs at once.
import { Injectable } from '@nestjs/common';
import type { Operator } from '../../operations/operation.js';
import { Database } from '../../platform/database/database.js';
import type { ChangedKind } from '../history/history-tables.js';

/** The ids of two records, the smaller one first. */
export type IdPair = readonly [one: string, other: string];

/** Both records are locked, so that none of them is deleted between the check and the insertion. */
const insertPair = (kind: ChangedKind): string => `
  with stored as (select id from ${kind} where id in ($1, $2) order by id for key share)
  insert into ${kind}_distinction (one_id, other_id, account_name, host)
  select $1, $2, $3, $4 where (select count(*) from stored) = 2
  on conflict do nothing`;

const deletePair = (kind: ChangedKind): string => `delete from ${kind}_distinction where one_id = $1 and other_id = $2`;

const findPairs = (kind: ChangedKind): string => `
  select d.one_id::text, d.other_id::text
    from unnest($1::bigint[], $2::bigint[]) as p(one_id, other_id) join ${kind}_distinction d using (one_id, other_id)`;

/** Stores which pairs of records are not the same, as operators have said. */
@Injectable()
export class DistinctionsSql {
  private count = 0;

  constructor(private readonly database: Database) {}

  /** How often this process has changed what is stored. */
  get changes(): number {
    return this.count;
  }

  /** @returns whether the pair was added; false if it was stored already, or one of the records was deleted meanwhile */
  async add(kind: ChangedKind, [one, other]: IdPair, { systemUser, host }: Operator): Promise<boolean> {
    const { rowCount } = await this.database.pool.query(insertPair(kind), [one, other, systemUser, host]);
    this.count += 1;
    return rowCount === 1;
  }

  /** @returns whether the pair was stored */
  async remove(kind: ChangedKind, [one, other]: IdPair): Promise<boolean> {
    const { rowCount } = await this.database.pool.query(deletePair(kind), [one, other]);
    this.count += 1;
    return rowCount === 1;
  }

  /** Leaves out the pairs that are not the same. */
  async possible(kind: ChangedKind, pairs: readonly IdPair[]): Promise<readonly IdPair[]> {
    const { rows } = await this.database.pool.query<[string, string]>({
      text: findPairs(kind),
      values: [pairs.map(([one]) => one), pairs.map(([, other]) => other)],
      rowMode: 'array',
    });
    if (rows.length === 0) return pairs;
    const distinct = new Set(rows.map((pair) => pair.join(' ')));
    return pairs.filter((pair) => !distinct.has(pair.join(' ')));
  }
}
