import { ValidationException } from './validation/validation-exception.js';

/** The lists of enrichment requests. */
export type RecordList = 'companies' | 'persons';

/** The measures that bound the answer of an enrichment before any look-up. */
interface AnswerShape {
  readonly list: RecordList;
  /** How many records are listed. */
  readonly records: number;
  /** The names in every result, each once: fields, members that options add, fields of the employer. */
  readonly names: readonly string[];
}

/** The bounds are for this many records, or for `MAX_BATCH` if that is more; fewer records may have more fields. */
const minBatch = 1_000;
/** Maximum of values for each record of a full batch: the whole catalogue of persons and companies needs 70. */
const valuesPerRecord = 250;
/** Maximum of bytes of names for each record of a full batch. */
const nameBytesPerRecord = 16_000;
/** Maximum of bytes of the whole answer for each record of a full batch. */
const bytesPerRecord = 32_000;

/** Average bytes of a value of the catalogues, and of the rest of a result. */
const usualValueBytes = 40;
const usualIdentifierBytes = 160;

/** The length of an escape in JSON: `\u0000`. */
const maxBytesOfCharacter = 6;

/** For the OpenAPI document. */
export function describeAnswerBounds(list: RecordList, maxBatch: number): string {
  const { values, nameBytes, bytes } = boundsFor(maxBatch);
  return (
    `The number of ${list}, times the fields of each, is at most ${values}; times the bytes of their names, at most ` +
    `${nameBytes}. The whole answer has at most ${bytes} bytes`
  );
}

/**
 * Bounds the work of a request: each result repeats all names, also without a record.
 * @throws ValidationException
 */
export function assertAnswerBounded({ list, records, names }: AnswerShape, maxBatch: number): void {
  const max = boundsFor(maxBatch);
  const values = records * names.length;
  const nameBytes = records * bytesOf(names, max.nameBytes / records);
  if (values > max.values) {
    throw tooLargeAnswer(list, `${records} ${list} of ${names.length} fields, more than ${max.values} values`);
  }
  if (nameBytes > max.nameBytes) {
    throw tooLargeAnswer(list, `${nameBytes} bytes of names for ${records} ${list}, more than ${max.nameBytes}`);
  }
}

/** The expected size of an answer in bytes: values of average length, and identifiers. */
export function estimatedBytes({ records, names }: Pick<AnswerShape, 'records' | 'names'>): number {
  return records * (lengthOf(names) + names.length * usualValueBytes + usualIdentifierBytes);
}

/**
 * Bounds an answer once its size is known, before it is charged.
 * @throws ValidationException
 */
export function assertAnswerSendable(list: RecordList, bytes: number, maxBatch: number): void {
  const { bytes: max } = boundsFor(maxBatch);
  if (bytes > max) throw tooLargeAnswer(list, `${bytes} bytes, more than ${max}`);
}

/** The failure of a request whose answer exceeds a bound. @param what it would have */
function tooLargeAnswer(list: RecordList, what: string): ValidationException {
  return tooLarge({ member: list, input: null }, `${what}: list fewer ${list}, or ask for less of each`);
}

/**
 * The failure of a request whose records have too many signals.
 * @param found how many records were found: of a single one, only a shorter range of days has fewer signals
 * @param allowed the option of the request that asks for signals
 */
export function tooManySignals(
  list: RecordList,
  found: number,
  allowed: object,
  maxSignals: number,
): ValidationException {
  const range = 'ask for a shorter range of days with `start_time` and `end_time`';
  const advice = found === 1 ? range : `list fewer ${list}, or ${range}`;
  const what = `more than ${maxSignals} signals, or too long ones: ${advice}`;
  return tooLarge({ member: 'allow_signals', input: allowed }, what);
}

function tooLarge({ member, input }: { member: string; input: unknown }, text: string): ValidationException {
  const msg = `Value error, the answer would have ${text}`;
  return new ValidationException([{ type: 'value_error', loc: ['body', member], msg, input, ctx: { error: {} } }]);
}

function boundsFor(maxBatch: number): Readonly<Record<'values' | 'nameBytes' | 'bytes', number>> {
  const batch = Math.max(maxBatch, minBatch);
  return { values: batch * valuesPerRecord, nameBytes: batch * nameBytesPerRecord, bytes: batch * bytesPerRecord };
}

/** In an answer, with quotes and escapes; an upper bound where even that is within `bound`. */
function bytesOf(names: readonly string[], bound: number): number {
  const max = lengthOf(names) * maxBytesOfCharacter;
  return max <= bound ? max : Buffer.byteLength(JSON.stringify(names));
}

/** With quotes and commas, in characters. */
function lengthOf(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + name.length + 3, 2);
}
