import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../../platform/database/database.js';
import type { QueryDefinition } from '../../queries/query-definition.js';
import { compileStoredQuery, type StoredQuery } from '../../queries/query-evaluator.js';
import { isValidName } from './field-name.js';

/** The numbers of matching employees, by field and company. */
export interface QueryCounts {
  /** The count of a field for a company; null if the tenant has no such field of companies, or the field is not counted yet. */
  of(name: string, companyId: string): number | null;
  /** Whether the tenant has a query field with this name for companies. */
  has(name: string): boolean;
}

interface FieldSummary {
  readonly name: string;
  readonly scope: 'company' | 'person' | 'both';
  /** Whether the option `include_metadata` adds the field to answers. */
  readonly metadata: boolean;
  /** Whether the matching employees of all companies have been counted. Until then, the value of the field is null for every company. */
  readonly isCounted: boolean;
}

const matchesNone: StoredQuery = { definition: {}, matches: () => false, needs: new Set() };

/** The maximum size of the cache of compiled queries: the number of characters of all their definitions. */
const maxCachedCharacters = 10_000_000;

/** Reads a tenant's query fields for requests. They are not cached, so that changes apply at once. */
@Injectable()
export class QueryFieldReader {
  private readonly logger = new Logger(QueryFieldReader.name);
  /** Compiled queries by tenant and text of their definition. A changed definition has another text, so no entry becomes invalid. */
  private readonly queries = new LRUCache<string, StoredQuery>({
    maxSize: maxCachedCharacters,
    sizeCalculation: (_, key) => key.length,
  });

  constructor(private readonly database: Database) {}

  /** The tenant's fields, in the order of their creation. */
  async ofTenant(tenantId: string): Promise<FieldSummary[]> {
    const { rows } = await this.database.reads.query<FieldSummary>({
      name: 'query-fields-of-tenant',
      text: `select name, scope, metadata, counted_at is not null and scope <> 'person' as "isCounted"
               from query_field where tenant_id = $1 order by id`,
      values: [tenantId],
    });
    return rows;
  }

  /** The tenant's fields with their definitions. A field whose definition this version cannot read is left out. */
  async definitionsOf(
    tenantId: string,
  ): Promise<readonly (FieldSummary & { readonly id: number; readonly definition: QueryDefinition })[]> {
    const { rows } = await this.database.reads.query<FieldSummary & { id: number; text: string }>({
      name: 'query-fields-with-definitions',
      text: `select id, name, scope, metadata, counted_at is not null and scope <> 'person' as "isCounted", definition::text as text
               from query_field where tenant_id = $1 order by id`,
      values: [tenantId],
    });
    return rows.flatMap(({ text, ...field }) => {
      const definition = this.compiled(tenantId, text)?.definition;
      return definition === undefined ? [] : [{ ...field, definition }];
    });
  }

  /** The names of the fields that `include_metadata` adds, in the order of their creation. */
  async metadataNames(tenantId: string, scope: 'company' | 'person'): Promise<string[]> {
    const { rows } = await this.database.reads.query<[string]>({
      name: 'query-field-metadata',
      text: `select name from query_field
              where tenant_id = $1 and metadata and scope in ($2::query_scope, 'both') order by id`,
      values: [tenantId, scope],
      rowMode: 'array',
    });
    return rows.map(([name]) => name);
  }

  /** The names of the tenant's company fields, in the order of their creation. */
  async companyFieldNames(tenantId: string): Promise<string[]> {
    const { rows } = await this.database.reads.query<[string]>({
      name: 'query-field-company-names',
      text: `select name from query_field where tenant_id = $1 and scope in ('company', 'both') order by id`,
      values: [tenantId],
      rowMode: 'array',
    });
    return rows.map(([name]) => name);
  }

  /** The counts for a request, with one statement for all fields and companies. */
  async counts(tenantId: string, names: readonly string[], companyIds: readonly string[]): Promise<QueryCounts> {
    const validNames = names.filter(isValidName);
    if (validNames.length === 0) return { of: () => null, has: () => false };
    const { rows } = await this.database.reads.query<[string, boolean, Readonly<Record<string, number>> | null]>({
      name: 'query-field-counts',
      // The index orders counts by company, so the counts of a company for all fields are found by one index scan.
      text: `with field as materialized (
               select id, name, counted_at is not null as is_counted from query_field
                where tenant_id = $1 and name = any($2::text[]) and scope in ('company', 'both'))
             select name, is_counted, counts from field left join (
               select query_field_id, json_object_agg(company_id, employees) as counts from query_count
                where company_id = any($3::bigint[]) and query_field_id = any(array(select id from field))
                group by query_field_id) as counted on query_field_id = id`,
      values: [tenantId, validNames, companyIds],
      rowMode: 'array',
    });
    const configured = new Set(rows.map(([name]) => name));
    const counted = new Map(rows.flatMap(([name, isCounted, counts]) => (isCounted ? [[name, counts ?? {}]] : [])));
    return {
      of: (name, companyId) => {
        const counts = counted.get(name);
        return counts === undefined ? null : (counts[companyId] ?? 0);
      },
      has: (name) => configured.has(name),
    };
  }

  /** The queries of the tenant's person fields that have these names. A name without a person field has no entry. */
  async personQueries(tenantId: string, names: readonly string[]): Promise<ReadonlyMap<string, StoredQuery>> {
    const validNames = names.filter(isValidName);
    if (validNames.length === 0) return new Map();
    const { rows } = await this.database.reads.query<[string, string]>({
      name: 'query-field-definitions',
      text: `select name, definition::text from query_field
              where tenant_id = $1 and name = any($2::text[]) and scope in ('person', 'both')`,
      values: [tenantId, validNames],
      rowMode: 'array',
    });
    return new Map(
      rows.map(([name, definition]) => {
        const query = this.compiled(tenantId, definition);
        if (query === null)
          this.logger.warn(
            `The definition of query field "${name}" of tenant ${tenantId} cannot be read; store it again with query set`,
          );
        return [name, query ?? matchesNone];
      }),
    );
  }

  private compiled(tenantId: string, definition: string): StoredQuery | null {
    const key = `${tenantId} ${definition}`;
    const known = this.queries.get(key);
    if (known !== undefined) return known;
    const query = compileStoredQuery(definition, { tenantId });
    if (query !== null) this.queries.set(key, query);
    return query;
  }
}
