import type { ImportTarget } from './bulk-import.js';
import type { RecordShape } from '../reading/column-mapping.js';
import { parseRecord } from '../reading/record-fields.js';

const single = { separator: null, members: new Set<string>() };
const shape: RecordShape = {
  kind: 'numbers',
  fields: new Map([
    ['n', single],
    ['note', single],
  ]),
  names: { subject: 'company', exact: new Map(), byMeaning: new Map() },
};

/** An import target for tests. Its records are numbers with optional notes, and it keeps the merged batches in memory. */
export function numbers(
  merge: (rows: readonly number[]) => void = () => undefined,
): ImportTarget<number> & { batches: number[][] } {
  const batches: number[][] = [];
  return {
    batches,
    shape,
    hosts: null,
    parse: (record, format) =>
      parseRecord(record, format, (fields) => {
        const number = typeof record.n === 'number' ? record.n : fields.fault('n', 'must be a number');
        fields.text('note');
        return number;
      }),
    merge: (rows) => {
      merge(rows);
      batches.push([...rows]);
      return Promise.resolve({ inserted: rows.length, updated: 0, contested: 0 });
    },
  };
}
