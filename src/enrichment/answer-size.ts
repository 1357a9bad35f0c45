import { invalidValue, type ValidationException } from '../platform/http/validation/validation-exception.js';

/** The lists of enrichment requests. */
export type RecordList = 'companies' | 'persons';

/** What is known of an answer before any look-up, and decides how large it is going to be. */
export interface AnswerContent {
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

/** The size of the answer of one enrichment: how large it may be, how large it is estimated, and how large it is. */
export class AnswerSize {
  /** The expected size in bytes: values of average length, and identifiers. */
  readonly estimate: number;
  private readonly list: RecordList;
  private readonly maximum: number;

  /**
   * Bounds the work of a request before any look-up: each result repeats all names, also without a record.
   * @throws ValidationException when there would be too many values, or too many bytes of names
   */
  constructor({ list, records, names }: AnswerContent, maxBatch: number) {
    const maximum = maximaFor(maxBatch);
    const values = records * names.length;
    const length = lengthOf(names);
    const nameBytes = records * bytesOf(names, length, maximum.nameBytes / records);
    if (values > maximum.values) {
      throw tooLarge(list, `${records} ${list} of ${names.length} fields, more than ${maximum.values} values`);
    }
    if (nameBytes > maximum.nameBytes) {
      throw tooLarge(list, `${nameBytes} bytes of names for ${records} ${list}, more than ${maximum.nameBytes}`);
    }
    this.estimate = records * (length + names.length * usualValueBytes + usualIdentifierBytes);
    this.list = list;
    this.maximum = maximum.bytes;
  }

  /**
   * The size of the answer once it is made, in bytes.
   * @throws ValidationException when it is larger than an answer may be
   */
  of({ size }: { readonly size: number }): number {
    if (size > this.maximum) throw tooLarge(this.list, `${size} bytes, more than ${this.maximum}`);
    return size;
  }
}

/** For the OpenAPI document. */
export function describeAnswerBounds(list: RecordList, maxBatch: number): string {
  const { values, nameBytes, bytes } = maximaFor(maxBatch);
  return (
    `The number of ${list}, times the fields of each, is at most ${values}; times the bytes of their names, at most ` +
    `${nameBytes}. The whole answer has at most ${bytes} bytes`
  );
}

/** @param what the answer would have */
function tooLarge(list: RecordList, what: string): ValidationException {
  const text = `the answer would have ${what}: list fewer ${list}, or ask for less of each`;
  return invalidValue(['body', list], text, null);
}

function maximaFor(maxBatch: number): Readonly<Record<'values' | 'nameBytes' | 'bytes', number>> {
  const batch = Math.max(maxBatch, minBatch);
  return { values: batch * valuesPerRecord, nameBytes: batch * nameBytesPerRecord, bytes: batch * bytesPerRecord };
}

/**
 * The bytes of the names in an answer, with quotes and escapes; an upper bound where even that is within `bound`.
 * @param length see {@link lengthOf}
 */
function bytesOf(names: readonly string[], length: number, bound: number): number {
  const max = length * maxBytesOfCharacter;
  return max <= bound ? max : Buffer.byteLength(JSON.stringify(names));
}

/** With quotes and commas, in characters. */
function lengthOf(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + name.length + 3, 2);
}
