import { Injectable } from '@nestjs/common';
import { companyCatalogue } from '../../catalogue/company-catalogue.js';
import { personCatalogue } from '../../catalogue/person-catalogue.js';
import type { Caller } from '../../platform/auth/caller.js';
import type { FieldsResponse } from './field.dto.js';
import { QueryFieldReader } from './query-field.reader.js';

const company = [...companyCatalogue.values()].map(({ name, type, description }) => ({ name, type, description }));
const person = [...personCatalogue.values()].map(({ name, description }) => ({
  ...{ name, type: 'string' as const, description },
}));

/** Lists the names that a tenant may use in the member `fields` of its requests. */
@Injectable()
export class FieldService {
  constructor(private readonly queryFields: QueryFieldReader) {}

  async list({ tenantId }: Pick<Caller, 'tenantId'>): Promise<FieldsResponse> {
    const stored = await this.queryFields.ofTenant(tenantId);
    const queryFields = stored.map(({ name, scope, metadata, isCounted }) => ({
      ...{ name, scope, type: 'integer' as const, metadata, counted: isCounted },
    }));
    return { company, person, query_fields: queryFields };
  }
}
