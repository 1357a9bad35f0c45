import { ValidationException } from './validation/validation-exception.js';

/** The lists that enrichments answer result by result. */
export type RecordList = 'companies' | 'persons';

/** What decides how large the answer of an enrichment gets, before anything is looked up. */
export interface AnswerShape {
  readonly list: RecordList;
  /** How many records are listed. */
  readonly records: number;
  /** What every result names: fields, members that options add, fields of the employer. Each once. */
  readonly names: readonly string[];
}

/** The bounds are for this many records, or for `MAX_BATCH` if that is more; fewer records may have more fields. */
const leastBatch = 1_000;
/** Most values for each record of a full batch: the whole catalogue of persons and companies needs 70. */
const valuesPerRecord = 250;
/** Most bytes of names for each record of a full batch. */
const nameBytesPerRecord = 16_000;
/** Most bytes of the whole answer for each record of a full batch. */
const bytesPerRecord = 32_000;

/** How long values of the catalogues are on the average, and the rest of a result. */
const usualValueBytes = 40;
const usualIdentifierBytes = 160;

/** Of an escape in JSON: `\u0000`. */
const mostBytesOfCharacter = 6;

/** For the OpenAPI document. */
export function describeAnswerBounds(list: RecordList, maxBatch: number): string {
  const { values, nameBytes, bytes } = boundsFor(maxBatch);
  return (
    `The number of ${list}, times the fields of each, is at most ${values}; times the bytes of their names, at most ` +
    `${nameBytes}. The whole answer has at most ${bytes} bytes`
  );
}

/**
 * Bounds the work of a request: each result repeats all names, also where nothing is known.
 * @throws ValidationException
 */
export function assertAnswerBounded({ list, records, names }: AnswerShape, maxBatch: number): void {
  const most = boundsFor(maxBatch);
  const values = records * names.length;
  const nameBytes = records * bytesOf(names, most.nameBytes / records);
  if (values > most.values) {
    throw tooLargeAnswer(list, `${records} ${list} of ${names.length} fields, more than ${most.values} values`);
  }
  if (nameBytes > most.nameBytes) {
    throw tooLargeAnswer(list, `${nameBytes} bytes of names for ${records} ${list}, more than ${most.nameBytes}`);
  }
}

/** What an answer will come to, in bytes: values of ordinary length, and identifiers. */
export function estimatedBytes({ records, names }: Pick<AnswerShape, 'records' | 'names'>): number {
  return records * (lengthOf(names) + names.length * usualValueBytes + usualIdentifierBytes);
}

/**
 * Bounds an answer once it is known what it consists of, before it is charged.
 * @throws ValidationException
 */
export function assertAnswerSendable(list: RecordList, bytes: number, maxBatch: number): void {
  const { bytes: most } = boundsFor(maxBatch);
  if (bytes > most) throw tooLargeAnswer(list, `${bytes} bytes, more than ${most}`);
}

/** The failure of a request whose answer has more than an answer may have. @param what it would have */
export function tooLargeAnswer(list: RecordList, what: string): ValidationException {
  const msg = `Value error, the answer would have ${what}: list fewer ${list}, or ask for less of each`;
  return new ValidationException([{ type: 'value_error', loc: ['body', list], msg, input: null, ctx: { error: {} } }]);
}

function boundsFor(maxBatch: number): Readonly<Record<'values' | 'nameBytes' | 'bytes', number>> {
  const batch = Math.max(maxBatch, leastBatch);
  return { values: batch * valuesPerRecord, nameBytes: batch * nameBytesPerRecord, bytes: batch * bytesPerRecord };
}

/** As they stand in an answer, with quotes and escapes; no more than `bound` where they cannot come to that. */
function bytesOf(names: readonly string[], bound: number): number {
  const most = lengthOf(names) * mostBytesOfCharacter;
  return most <= bound ? most : Buffer.byteLength(JSON.stringify(names));
}

/** With quotes and commas, in characters. */
function lengthOf(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + name.length + 3, 2);
}
