import type { Operation, Operator, Task } from '../../operations/operation.js';
import type { ChangedKind } from '../history/history-tables.js';
import { type Distinction, DistinctionService, type DistinctPair } from './distinction.service.js';

/** Says that two records are not the same. The log has no key of a person, because that is personal data. */
export function distinguishRecords(
  kind: ChangedKind,
  pair: DistinctPair,
  operator: Operator,
): Task<DistinctionService, Distinction> {
  return {
    operation: operationOf(kind, pair, undefined),
    service: DistinctionService,
    run: (verdicts) => verdicts.add(kind, pair, operator),
  };
}

/** Takes back that two records are not the same. */
export function forgetDistinction(kind: ChangedKind, pair: DistinctPair): Task<DistinctionService, Distinction> {
  return {
    operation: operationOf(kind, pair, true),
    service: DistinctionService,
    run: (verdicts) => verdicts.forget(kind, pair),
  };
}

function operationOf(kind: ChangedKind, { one, other }: DistinctPair, forget: true | undefined): Operation {
  return kind === 'company'
    ? { kind: 'company distinct', details: { company: one, other, forget } }
    : { kind: 'person distinct', details: { forget } };
}
