import { Injectable } from '@nestjs/common';
import { companyCatalogue } from '../../catalogue/company-catalogue.js';
import { personCatalogue } from '../../catalogue/person-catalogue.js';
import type { QueryField } from '../../generated/prisma/client.js';
import { CommandError } from '../../platform/errors/command-error.js';
import { TenantService } from '../tenants/tenant.service.js';
import { type CountOptions, QueryCountService } from './query-count.service.js';
import { readQueryDefinition } from '../../queries/query-definition.js';
import { isValidName, maxNameLength } from './field-name.js';
import { QueryFieldRepository, type QueryScope } from './query-field.repository.js';
import { QueryFieldSql } from './query-field.sql.js';

/**
 * The names of members that the options of a request add to the `data` of a result: `include_personas` adds `personas`.
 */
const optionNames = ['signals', 'personas', 'seniority', 'email', 'phone', 'company'];

/** The names that a query field cannot have, because each of them is already the name of another member of `data`. */
const catalogueNames: ReadonlySet<string> = new Set([
  ...companyCatalogue.keys(),
  ...personCatalogue.keys(),
  ...optionNames,
]);

const scopes: readonly QueryScope[] = ['company', 'person', 'both'];

/** A query field as an operator has described it, before validation. */
export interface QueryFieldDraft {
  readonly scope: string;
  readonly definition: unknown;
  /** Whether the option `include_metadata` adds the field to answers. */
  readonly metadata: boolean;
}

@Injectable()
export class QueryFieldService {
  constructor(
    private readonly fields: QueryFieldRepository,
    private readonly definitions: QueryFieldSql,
    private readonly tenants: TenantService,
    private readonly counts: QueryCountService,
  ) {}

  /**
   * Creates or replaces a tenant's field. A field of companies is counted before this returns, unless its counts are still valid.
   * @throws CommandError when the tenant does not exist, or the name, scope or definition is invalid
   */
  async set(tenantId: string, name: string, draft: QueryFieldDraft, options: CountOptions = {}): Promise<QueryField> {
    this.assertValidName(name);
    const scope = scopes.find((known) => known === draft.scope);
    if (scope === undefined) throw new CommandError(`The scope must be one of ${scopes.join(', ')}`);
    const definition = readQueryDefinition(draft.definition);
    await this.tenants.existing(tenantId);
    const field = await this.definitions.put({ tenantId, name, scope, definition, metadata: draft.metadata });
    if (scope === 'person' || field.countedAt !== null) return field;
    await this.counts.countField(field.id, options);
    return (await this.fields.byName(tenantId, name)) ?? field;
  }

  /**
   * Returns the query fields of a tenant.
   * @throws CommandError when the tenant does not exist.
   */
  async list(tenantId: string): Promise<QueryField[]> {
    await this.tenants.existing(tenantId);
    return this.fields.ofTenant(tenantId);
  }

  /**
   * Deletes a query field and returns it.
   * @throws CommandError when the tenant or the field does not exist.
   */
  async remove(tenantId: string, name: string): Promise<QueryField> {
    await this.tenants.existing(tenantId);
    const field = await this.fields.remove(tenantId, name);
    if (field === null)
      throw new CommandError(
        `Tenant "${tenantId}" has no query field ${JSON.stringify(name)}; list its query fields to see their names`,
      );
    return field;
  }

  private assertValidName(name: string): void {
    if (!isValidName(name)) {
      throw new CommandError(
        `A field's name must have 1 to ${maxNameLength} visible characters, without space before or after them`,
      );
    }
    if (catalogueNames.has(name)) {
      throw new CommandError(`"${name}" means something in every tenant's answers already; choose another name`);
    }
  }
}

/** A query field as commands and the API for operators show it. */
export function describeQueryField(field: QueryField) {
  return {
    tenant: field.tenantId,
    name: field.name,
    scope: field.scope,
    definition: field.definition,
    metadata: field.metadata,
    counted_at: field.countedAt,
    created_at: field.createdAt,
    updated_at: field.updatedAt,
  };
}
