import type { Task } from '../../operations/operation.js';
import type { CountOptions } from './query-count.service.js';
import { describeQueryField, type QueryFieldDraft, QueryFieldService } from './query-field.service.js';

type ShownField = ReturnType<typeof describeQueryField>;

/** The field is counted before the answer comes. @param options how its count reports its progress */
export function setQueryField(
  tenant: string,
  field: string,
  draft: QueryFieldDraft,
  options: CountOptions = {},
): Task<QueryFieldService, ShownField> {
  const { scope, metadata } = draft;
  return {
    operation: { kind: 'query set', details: { tenant, field, scope, metadata: metadata ? true : undefined } },
    service: QueryFieldService,
    run: async (fields) => describeQueryField(await fields.set(tenant, field, draft, options)),
  };
}

export function deleteQueryField(tenant: string, field: string): Task<QueryFieldService, ShownField> {
  return {
    operation: { kind: 'query delete', details: { tenant, field } },
    service: QueryFieldService,
    run: async (fields) => describeQueryField(await fields.remove(tenant, field)),
  };
}
