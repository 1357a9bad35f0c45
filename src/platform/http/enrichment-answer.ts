import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ValidationException } from './validation/validation-exception.js';

/** One result of an enrichment. */
interface EnrichmentResult {
  readonly identifier: object;
  readonly data: object;
  readonly matched: boolean;
}

/** Up to so many values the results are laid out once and kept. */
const mostValuesKept = 20_000;

/** Lists that are shorter are measured anew each time, which costs less than to remember them. */
const longList = 32;

/** An answer of more characters is written piece by piece. */
const mostInOnePiece = 128 * 1024;
const pieceLength = 64 * 1024;

/**
 * The answer `{"results":[…]}` of an enrichment. Results are laid out as they are needed, one at a time, so that a large
 * answer is never held whole: neither as objects nor as text.
 */
export class EnrichmentAnswer<Result extends EnrichmentResult> {
  /** How many results tell of a record. */
  readonly matched: number;
  /** Characters of the text, roughly. */
  readonly size: number;

  private constructor(
    readonly count: number,
    /** The results in order, as often as they are asked for. */
    readonly results: () => Iterable<Result>,
    /** Names that were asked for and that there are no fields of. */
    readonly unknownFields: readonly string[],
  ) {
    let size = 0;
    let matched = 0;
    const sizes = new Map<object, number>();
    for (const result of results()) {
      size += sizeOfMembers(result.identifier, sizes) + sizeOfMembers(result.data, sizes);
      if (result.matched) matched += 1;
    }
    this.size = size;
    this.matched = matched;
  }

  /**
   * @param found what was found for each identifier
   * @param values how many each result has
   * @param layOut makes the result of it; for those that nothing was found for, `data` should be one object
   * @param unknownFields names that were asked for and that there are no fields of
   */
  static of<Found, Result extends EnrichmentResult>(
    found: readonly Found[],
    values: number,
    layOut: (found: Found) => Result,
    unknownFields: readonly string[] = [],
  ): EnrichmentAnswer<Result> {
    if (found.length * values > mostValuesKept) {
      return new EnrichmentAnswer(found.length, () => laidOut(found, layOut), unknownFields);
    }
    const results = found.map(layOut);
    return new EnrichmentAnswer(found.length, () => results, unknownFields);
  }

  get isLarge(): boolean {
    return this.size > mostInOnePiece;
  }

  /** For answers that are not large. */
  toJSON(): { readonly results: readonly Result[] } {
    return { results: [...this.results()] };
  }

  /** The text of the answer in pieces; the same ones as often as they are asked for. */
  *pieces(): Generator<string, void> {
    let piece = '{"results":[';
    let separator = '';
    const shared = new SharedText();
    for (const { identifier, data, matched } of this.results()) {
      const text = matched ? JSON.stringify(data) : shared.of(data);
      piece += `${separator}{"identifier":${JSON.stringify(identifier)},"data":${text},"matched":${matched}}`;
      separator = ',';
      if (piece.length < pieceLength) continue;
      yield piece;
      piece = '';
    }
    yield `${piece}]}`;
  }

  /** The text of the answer. Other requests have their turn between its pieces. */
  async text(): Promise<string> {
    if (!this.isLarge) return JSON.stringify(this);
    const pieces: string[] = [];
    for await (const piece of inTurns(this.pieces())) pieces.push(piece);
    return pieces.join('');
  }

  /** The same as a stream, written as fast as it is taken. */
  stream(): Readable {
    return Readable.from(inTurns(this.pieces()), { objectMode: false });
  }
}

/** Remembers the text of the last object: that of all results without a record is the same. */
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

/** Characters that a value takes as JSON, roughly. @param sizes of lists and objects that several results may have */
function sizeOf(value: unknown, sizes: Map<object, number>): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 4;
  if (Array.isArray(value) && value.length < longList) return sizeOfMembers(value, sizes);
  const size = sizes.get(value) ?? sizeOfMembers(value, sizes);
  sizes.set(value, size);
  return size;
}

/** Of an object that is laid out for one result: it must not be kept. */
function sizeOfMembers(value: object, sizes: Map<object, number>): number {
  let size = 2;
  if (Array.isArray(value)) for (const item of value) size += sizeOf(item, sizes) + 1;
  else for (const name in value) size += name.length + 4 + sizeOf((value as Record<string, unknown>)[name], sizes);
  return size;
}

/** The lists that enrichments answer result by result. */
export type RecordList = 'companies' | 'persons';

/** What decides how large the answer of an enrichment gets, before anything is looked up. */
interface AnswerShape {
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

/** Instances inherit nothing of `Object`'s. */
class OpenRecord {
  [name: string]: unknown;
}
Object.setPrototypeOf(OpenRecord.prototype, null);

/**
 * A record whose members clients name, so that `__proto__` must be a name like any other. `Object.create(null)` would do,
 * but V8 keeps what it returns as a hash table: filling and serialising a hundred of those takes half as long again.
 */
export function openRecord(): Record<string, unknown> {
  return new OpenRecord();
}
