/** The records as NDJSON: each line is one record as JSON. */
export function ndjson(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
