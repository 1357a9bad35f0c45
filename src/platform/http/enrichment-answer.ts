import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { countsOf, type Find, type MissReason } from './unmatched-reasons.js';
import { ValidationException } from './validation/validation-exception.js';

/** One result of an enrichment. */
interface EnrichmentResult {
  readonly identifier: object;
  readonly data: object;
  readonly matched: boolean;
  readonly unmatched_reason?: MissReason | undefined;
}

/** Up to this many values the results are laid out once and kept. */
const maxValuesKept = 20_000;
/** Shorter lists are measured each time, which costs less than a cache of their sizes. */
const longList = 32;
/** An answer of more characters is written in pieces. */
const maxInOnePiece = 128 * 1024;
const pieceLength = 64 * 1024;

/**
 * The answer `{"results":[…]}` of an enrichment. Results are laid out as they are needed, one at a time, so that a large
 * answer is never held whole: neither as objects nor as text.
 */
export class EnrichmentAnswer<Result extends EnrichmentResult> {
  readonly count: number;
  /** Number of results with a record. */
  readonly matched: number;
  /** The value of the header `X-Unmatched-Reasons`; null without one. */
  readonly unmatchedReasons: string | null;
  /** Characters of the text, roughly. */
  readonly size: number;

  private constructor(
    found: readonly Find[],
    /** The results in order; it can be called repeatedly. */
    readonly results: () => Iterable<Result>,
    /** Requested names that are no fields. */
    readonly unknownFields: readonly string[],
  ) {
    let [size, matched] = [0, 0];
    const sizes = new Map<object, number>();
    for (const result of results()) {
      size += sizeOfMembers(result.identifier, sizes) + sizeOfMembers(result.data, sizes);
      if (result.matched) matched += 1;
    }
    this.size = size;
    this.matched = matched;
    this.count = found.length;
    this.unmatchedReasons = matched === found.length ? null : countsOf(found);
  }

  /**
   * @param found the find for each identifier, or its lack
   * @param values of each result
   * @param layOut makes its result; results without a record should share one `data`
   * @param unknownFields requested names that are no fields
   */
  static of<Found extends Find, Result extends EnrichmentResult>(
    found: readonly Found[],
    values: number,
    layOut: (found: Found) => Result,
    unknownFields: readonly string[] = [],
  ): EnrichmentAnswer<Result> {
    const kept = found.length * values > maxValuesKept ? null : found.map(layOut);
    return new EnrichmentAnswer(found, () => kept ?? laidOut(found, layOut), unknownFields);
  }

  get isLarge(): boolean {
    return this.size > maxInOnePiece;
  }

  /** For answers that are not large. */
  toJSON(): { readonly results: readonly Result[] } {
    return { results: [...this.results()] };
  }

  /** The text of the answer in pieces; it can be called repeatedly. */
  *pieces(): Generator<string, void> {
    let piece = '{"results":[';
    let separator = '';
    const shared = new SharedText();
    for (const { identifier, data, matched, unmatched_reason: reason } of this.results()) {
      const text = matched ? JSON.stringify(data) : shared.of(data);
      const end = reason === undefined ? '}' : `,"unmatched_reason":"${reason}"}`;
      piece += `${separator}{"identifier":${JSON.stringify(identifier)},"data":${text},"matched":${matched}${end}`;
      separator = ',';
      if (piece.length < pieceLength) continue;
      yield piece;
      piece = '';
    }
    yield `${piece}]}`;
  }

  /** The text of the answer. Other requests run between its pieces. */
  async text(): Promise<string> {
    if (!this.isLarge) return JSON.stringify(this);
    const pieces: string[] = [];
    for await (const piece of inTurns(this.pieces())) pieces.push(piece);
    return pieces.join('');
  }

  /** The same as a stream, written as fast as it is read. */
  stream(): Readable {
    return Readable.from(inTurns(this.pieces()), { objectMode: false });
  }
}

/** Keeps the text of the last object: all results without a record have the same. */
class SharedText {
  private last: { readonly data: object; readonly text: string } | null = null;

  of(data: object): string {
    if (this.last?.data !== data) this.last = { data, text: JSON.stringify(data) };
    return this.last.text;
  }
}

function* laidOut<Found, Result>(found: readonly Found[], layOut: (found: Found) => Result): Generator<Result, void> {
  for (const each of found) yield layOut(each);
}

async function* inTurns(pieces: Iterable<string>): AsyncGenerator<string, void> {
  for (const piece of pieces) {
    yield piece;
    await nextTurn();
  }
}

/** Characters that a value takes as JSON, roughly. @param sizes of lists and objects that several results may share */
function sizeOf(value: unknown, sizes: Map<object, number>): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 4;
  if (Array.isArray(value) && value.length < longList) return sizeOfMembers(value, sizes);
  const size = sizes.get(value) ?? sizeOfMembers(value, sizes);
  sizes.set(value, size);
  return size;
}

/** Of an object of one result, whose size must not be kept. */
function sizeOfMembers(value: object, sizes: Map<object, number>): number {
  let size = 2;
  if (Array.isArray(value)) for (const item of value) size += sizeOf(item, sizes) + 1;
  else for (const name in value) size += name.length + 4 + sizeOf((value as Record<string, unknown>)[name], sizes);
  return size;
}

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
export function tooLargeAnswer(list: RecordList, what: string): ValidationException {
  const msg = `Value error, the answer would have ${what}: list fewer ${list}, or ask for less of each`;
  return new ValidationException([{ type: 'value_error', loc: ['body', list], msg, input: null, ctx: { error: {} } }]);
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

/** Instances inherit nothing from `Object`. */
class OpenRecord {
  [name: string]: unknown;
}
Object.setPrototypeOf(OpenRecord.prototype, null);

/**
 * A record whose members clients name, so `__proto__` must be an ordinary name. `Object.create(null)` would do,
 * but V8 keeps what it returns as a hash table: filling and serialising a hundred of those takes half as long again.
 */
export function openRecord(): Record<string, unknown> {
  return new OpenRecord();
}
