import { invalidValue, type ValidationException } from '../platform/http/validation/validation-exception.js';

/** The member of a request that lists the records to enrich. */
export type RecordList = 'companies' | 'persons';

/** The name of one record of a list. */
export const recordKind = { companies: 'company', persons: 'person' } as const satisfies Record<RecordList, string>;

/** What is known about an answer before any record is looked up. It decides how large the answer can become. */
export interface AnswerContent {
  readonly list: RecordList;
  /** The number of records that the request lists. */
  readonly records: number;
  /** The names that every result has, each once: requested fields, members that options add, and fields of the employer. */
  readonly names: readonly string[];
}

/**
 * The limits below are for one record. For a whole answer they are multiplied by `MAX_BATCH`, or by this number if it is greater,
 * and not by the number of records in the request. So a request with fewer records may name more fields.
 */
const minBatch = 1_000;
/** The maximum number of values for each record of a full batch. All fields of persons and companies together are 70. */
const valuesPerRecord = 250;
/** The maximum number of bytes of names for each record of a full batch. */
const nameBytesPerRecord = 16_000;
/** The maximum number of bytes of the answer for each record of a full batch. */
const bytesPerRecord = 32_000;

const usualValueBytes = 40;
/** The average number of bytes of a result without its data. */
const usualIdentifierBytes = 160;

/** The number of bytes of the longest escape sequence in JSON, such as `\u0000`. */
const maxBytesOfCharacter = 6;

/**
 * The size of the answer to one enrichment. The constructor estimates the size, and refuses a request whose answer would be too
 * large. When the answer has been made, {@link AnswerSize.of} checks its actual size.
 */
export class AnswerSize {
  /** The expected size of the answer in bytes, if its values have the average length. */
  readonly estimate: number;
  private readonly list: RecordList;
  private readonly maximum: number;

  /**
   * Checks before any lookup that the answer would not be too large. Each result repeats all names, also if no record is found.
   * @throws ValidationException if the answer would have too many values, or too many bytes of names
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
   * Checks the size of the answer that was made.
   * @returns the size in bytes
   * @throws ValidationException if it is larger than an answer may be
   */
  of({ size }: { readonly size: number }): number {
    if (size > this.maximum) throw tooLarge(this.list, `${size} bytes, more than ${this.maximum}`);
    return size;
  }
}

/** The sentences of the OpenAPI document about the size of an answer. */
export function describeAnswerBounds(list: RecordList, maxBatch: number): string {
  const { values, nameBytes, bytes } = maximaFor(maxBatch);
  return (
    `The number of ${list}, multiplied by the number of fields, is at most ${values}. Multiplied by the bytes of all field ` +
    `names, it is at most ${nameBytes}. The whole answer has at most ${bytes} bytes`
  );
}

/**
 * The error for an answer that would be too large.
 * @param what how much the answer would have, and what the limit is: `900000 bytes, more than 500000`
 */
function tooLarge(list: RecordList, what: string): ValidationException {
  const text = `the answer would have ${what}: list fewer ${list}, or request less data for each`;
  return invalidValue(['body', list], text, null);
}

function maximaFor(maxBatch: number): Readonly<Record<'values' | 'nameBytes' | 'bytes', number>> {
  const batch = Math.max(maxBatch, minBatch);
  return { values: batch * valuesPerRecord, nameBytes: batch * nameBytesPerRecord, bytes: batch * bytesPerRecord };
}

/**
 * The number of bytes that the names take in a result, with quotes and escape sequences. First an upper limit is computed, which is
 * quick. If even this limit is not above `bound`, the names are certainly short enough, and the upper limit is returned.
 * @param length the number of characters, as {@link lengthOf} returns it
 */
function bytesOf(names: readonly string[], length: number, bound: number): number {
  const max = length * maxBytesOfCharacter;
  return max <= bound ? max : Buffer.byteLength(JSON.stringify(names));
}

/** The number of characters that the names take in a result, with quotes and commas. */
function lengthOf(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + name.length + 3, 2);
}
