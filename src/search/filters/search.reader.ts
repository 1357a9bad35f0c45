import type { RecordList } from '../../enrichment/answer-size.js';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { CompanyDefinition, QueryDefinition } from '../../queries/query-definition.js';
import { Database } from '../../platform/database/database.js';
import { maxSharedKeys, queryCanceled, sqlStateOf } from '../../platform/database/statements.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import { exactUpTo } from '../search-limits.js';
import { SearchValues } from '../values/search-values.sql.js';
import type { ValueMember } from '../values/value-members.js';
import { type ConditionContext, ConditionWriter, wantedValues } from './search-conditions.sql.js';

/** The number of records from which facets of a larger number are estimated. */
const sampled = 2_000;
const valuesPerFacet = 25;
/** PostgreSQL cancels a statement of a search after this time, in milliseconds. */
const limitMs = 2_000;

const tables = { persons: 'person p', companies: 'company c' } as const;
const ids = { persons: 'p.id', companies: 'c.id' } as const;

export interface SearchQuestion {
  readonly of: RecordList;
  readonly where: QueryDefinition | CompanyDefinition;
  /** The id after which the records begin; null for the first page. Records are in the order of their ids. */
  readonly after: string | null;
  readonly size: number;
  readonly total: 'exact' | 'estimate' | 'none';
  readonly facets: readonly FacetMember[];
  readonly context: Omit<ConditionContext, 'spellings'>;
}

/** A member whose values are counted in the records that match. */
export interface FacetMember {
  /** The name in the answer, such as `countries` or `company.industries`. */
  readonly name: string;
  readonly member: ValueMember;
}

interface FacetValue {
  readonly value: string;
  readonly records: number;
}

export interface FoundRecords {
  /** The ids of the records of the page. */
  readonly ids: readonly string[];
  readonly hasMore: boolean;
  /** The number of all records that match; null if it was not asked for. */
  readonly total: { readonly count: number; readonly kind: 'exact' | 'estimate' } | null;
  /** The most frequent values of each member, by the name of the facet. */
  readonly facets: Readonly<Record<string, readonly FacetValue[]>>;
}

/** Finds the records that match a definition. */
@Injectable()
export class SearchReader {
  constructor(
    private readonly database: Database,
    private readonly values: SearchValues,
  ) {}

  /**
   * Finds a page of records, their total and their facets. All statements run in the tenant's share of the connections.
   * @throws DomainError SEARCH_TOO_COSTLY if a statement takes too long; SERVICE_BUSY if the tenant has used its share
   */
  async find(question: SearchQuestion): Promise<FoundRecords> {
    await this.values.foldNew();
    const share = this.database.readsOf(question.context.tenantId, maxSharedKeys + 1);
    try {
      return await inTransaction(share, (client) => this.findOn(client, question), {
        access: 'read only',
        local: { statement_timeout: limitMs, jit: 'off', max_parallel_workers_per_gather: 0 },
      });
    } catch (error) {
      throw sqlStateOf(error) === queryCanceled ? new DomainError('SEARCH_TOO_COSTLY') : error;
    }
  }

  private async findOn(client: PoolClient, question: SearchQuestion): Promise<FoundRecords> {
    const { of, where, total, facets, after, size } = question;
    const wanted = [...new Set([where, ...question.context.personFields.values()])].flatMap((definition) =>
      wantedValues(of, definition),
    );
    const context = { ...question.context, spellings: await this.values.spellings(client, wanted) };
    const statement = new Statement(client, of, where, context);
    // Up to a bound all matches are read. Then the page, the total and the facets are exact, whatever the planner expects of the filter.
    const all = await statement.ids(null, exactUpTo + 1);
    if (all.length <= exactUpTo) {
      const sorted = all.map(BigInt).sort((left, right) => (left < right ? -1 : 1));
      const rest = after === null ? sorted : sorted.filter((id) => id > BigInt(after));
      return {
        ids: rest.slice(0, size).map(String),
        hasMore: rest.length > size,
        total: total === 'none' ? null : { count: all.length, kind: 'exact' },
        facets: await statement.facets(facets, all, 1),
      };
    }
    const page = size === 0 ? [] : await statement.ids(after, size + 1);
    const needsCount = total !== 'none' || facets.length > 0;
    const count = needsCount ? Math.max(exactUpTo + 1, await statement.estimate()) : 0;
    return {
      ids: page.slice(0, size),
      hasMore: page.length > size,
      total: total === 'none' ? null : { count, kind: 'estimate' },
      facets: facets.length === 0 ? {} : await this.estimatedFacets(statement, facets, count),
    };
  }

  private async estimatedFacets(statement: Statement, facets: readonly FacetMember[], count: number) {
    const some = await statement.sample(Math.min(100, (100 * sampled) / count));
    return statement.facets(facets, some, count / Math.max(1, some.length));
  }
}

/** The statements about the records that match one definition. */
class Statement {
  constructor(
    private readonly client: PoolClient,
    private readonly of: RecordList,
    private readonly where: QueryDefinition | CompanyDefinition,
    private readonly context: ConditionContext,
  ) {}

  /**
   * The ids of matching records.
   * @param after the id after which they begin, in their order; with null they come in any order
   */
  async ids(after: string | null, limit: number): Promise<string[]> {
    const writer = new ConditionWriter(this.context);
    const condition = writer.write(this.of, this.where);
    const id = ids[this.of];
    const page =
      after === null && limit > exactUpTo ? '' : `and ${id} > ${writer.parameter(after ?? '0')}::bigint order by ${id}`;
    const text = `select ${id} from ${tables[this.of]} where ${condition} ${page} limit ${writer.parameter(limit)}::int`;
    return this.column(text, writer.values);
  }

  /** The ids of matching records on randomly chosen pages of the table. @param percent the share of the pages */
  async sample(percent: number): Promise<string[]> {
    const writer = new ConditionWriter(this.context);
    const condition = writer.write(this.of, this.where);
    const table = `${tables[this.of]} tablesample system (${percent.toFixed(4)}) repeatable (1)`;
    return this.column(`select ${ids[this.of]} from ${table} where ${condition} limit ${exactUpTo}`, writer.values);
  }

  /** The planner's estimate of the number of matching records. */
  async estimate(): Promise<number> {
    const writer = new ConditionWriter(this.context);
    const condition = writer.write(this.of, this.where);
    const { rows } = await this.client.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>({
      text: `explain (format json) select from ${tables[this.of]} where ${condition}`,
      values: writer.values,
    });
    return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  }

  /**
   * Counts the values of members in records.
   * @param factor what each counted record stands for
   */
  async facets(facets: readonly FacetMember[], recordIds: readonly string[], factor: number) {
    const counted: Record<string, readonly FacetValue[]> = {};
    for (const { name, member } of facets) {
      const { rows } = await this.client.query<[value: string, records: string]>({
        text: facetText(this.of, member),
        values: [recordIds, member.key],
        rowMode: 'array',
      });
      counted[name] = rows.map(([value, records]) => ({ value, records: Math.round(Number(records) * factor) }));
    }
    return counted;
  }

  private async column(text: string, values: unknown[]): Promise<string[]> {
    const { rows } = await this.client.query<[string]>({ text, values, rowMode: 'array' });
    return rows.map(([id]) => id);
  }
}

/** SQL for the most frequent values of a member in the records with the ids in `$1`. Spellings that compare equal count as one value. */
function facetText(of: RecordList, { of: owned, table, owner, value, isList }: ValueMember): string {
  const isEmployer = of === 'persons' && owned === 'companies';
  const records = isEmployer
    ? `(select p.id, p.company_id as key from person p where p.id = any($1::bigint[]))`
    : `(select id, id as key from unnest($1::bigint[]) id)`;
  const item = isList ? `unnest(${value})` : value;
  return `
    with counted as (
      select value, count(distinct id) as records from (
        select f.id, ${item} as value from ${records} f join ${table} r on r.${owner} = f.key) found
       where value is not null group by 1),
    named as (
      select c.*, coalesce((select v.folded from search_value v
                             where v.member = $2 and left(v.value, 500) = left(c.value, 500) and v.value = c.value and v.folded is not null limit 1),
                           c.value) as folded from counted c)
    select (array_agg(value order by records desc, value))[1], sum(records) from named
     group by folded order by 2 desc, 1 limit ${valuesPerFacet}`;
}
