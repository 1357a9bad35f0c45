import type { Operation, Operator, Task } from '../../operations/operation.js';
import type { ChangedKind } from '../history/history-tables.js';
import { type MergedPair, type RecordMerge, RecordMergeService } from './record-merge.service.js';

/** Merges one record into another one. The log has no key of a person, because that is personal data. */
export function mergeRecords(
  kind: ChangedKind,
  pair: MergedPair,
  operator: Operator | null,
): Task<RecordMergeService, RecordMerge> {
  const operation: Operation =
    kind === 'company'
      ? { kind: 'company merge', details: { company: pair.stays, other: pair.goes } }
      : { kind: 'person merge', details: {} };
  return { operation, service: RecordMergeService, run: (merges) => merges.merge(kind, pair, operator) };
}
