import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { StatementNames } from '../../platform/database/statements.js';
import type { FactNeed, StoredFacts } from '../../queries/query-evaluator.js';
import { factColumns, factsOf, type FactRow } from './fact-columns.sql.js';

/** Reads the data of persons that queries compare. */
@Injectable()
export class FactReader {
  private readonly names = new StatementNames('person-facts');

  constructor(private readonly database: Database) {}

  /**
   * Reads the facts of persons for the queries of a tenant, with one statement.
   * @param ids values of `person.id`
   * @returns the facts by id; an id without a stored person has no entry
   */
  async ofPersons(
    ids: readonly string[],
    needs: ReadonlySet<FactNeed>,
    tenantId: string,
  ): Promise<ReadonlyMap<string, StoredFacts>> {
    if (ids.length === 0) return new Map();
    const text = `select p.id, ${factColumns(needs, '$2')} from unnest($1::bigint[]) as key join person p on p.id = key`;
    const readsSignals = needs.has('signals') || needs.has('companySignals');
    const { rows } = await this.database.readsOf(tenantId, ids.length).query<[string, ...FactRow]>({
      ...this.names.prepare(text),
      values: readsSignals ? [ids, tenantId] : [ids],
      rowMode: 'array',
    });
    return new Map(rows.map(([id, ...facts]) => [id, factsOf(facts)]));
  }
}
