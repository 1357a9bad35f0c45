import { setImmediate as nextTurn } from 'node:timers/promises';
import { unknownFieldsHeader, unmatchedReasonsHeader } from '../platform/http/http-headers.js';
import { WrittenAnswer } from '../platform/http/written-answer.js';
import { countsOf, type MissReason, type Resolution } from './unmatched-reasons.js';

/** One result of an enrichment. */
export interface EnrichmentResult {
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
const maxInOnePiece = 512 * 1024;
/** A text of more characters waits as bytes: the garbage collector need not copy them, and Node encodes them once. */
const maxKeptAsText = 4 * 1024;
const pieceLength = 64 * 1024;

/**
 * The answer `{"results":[…]}` of an enrichment. Results are laid out as they are needed, one at a time, so that a large
 * answer is never held whole: neither as objects nor as text.
 */
export class EnrichmentAnswer<Result extends EnrichmentResult> extends WrittenAnswer {
  readonly count: number;
  /** Number of results with a record. */
  readonly matched: number;
  /** The value of the header `X-Unmatched-Reasons`; null without one. */
  readonly unmatchedReasons: string | null;
  /** Characters of the text, roughly. */
  readonly size: number;
  /** The text, once it is sealed. */
  private sealed: string | Buffer | null = null;

  private constructor(
    resolutions: readonly Resolution[],
    /** The results in order; it can be called repeatedly until the answer is sealed. */
    private layOut: () => Iterable<Result>,
    /** Requested names that are no fields. */
    readonly unknownFields: readonly string[],
  ) {
    super();
    this.matched = resolutions.reduce((count, { reason }) => (reason === undefined ? count + 1 : count), 0);
    this.count = resolutions.length;
    this.unmatchedReasons = this.matched === this.count ? null : countsOf(resolutions);
    this.size = sizeOfResults(layOut());
  }

  /**
   * @param resolutions one for each identifier of the request, in its order
   * @param values the number of values in each result
   * @param layOut makes the result of a resolution; results without a record should share one `data`
   * @param unknownFields requested names that are no fields
   */
  static of<Resolved extends Resolution, Result extends EnrichmentResult>(
    resolutions: readonly Resolved[],
    values: number,
    layOut: (resolution: Resolved) => Result,
    unknownFields: readonly string[] = [],
  ): EnrichmentAnswer<Result> {
    const kept = resolutions.length * values > maxValuesKept ? null : resolutions.map(layOut);
    return new EnrichmentAnswer(resolutions, () => kept ?? laidOut(resolutions, layOut), unknownFields);
  }

  get headers(): Readonly<Record<string, string>> {
    return { ...unknownFieldsHeader(this.unknownFields), ...unmatchedReasonsHeader(this.unmatchedReasons) };
  }

  get isLarge(): boolean {
    return this.size > maxInOnePiece;
  }

  /** The results in order; none once the answer is sealed. */
  results(): Iterable<Result> {
    return this.layOut();
  }

  /**
   * Writes an answer that is not large, and forgets its results: while the request waits to be charged, the garbage collector has
   * to keep one text of it instead of thousands of values.
   */
  seal(): this {
    if (this.isLarge || this.sealed !== null) return this;
    const text = JSON.stringify({ results: [...this.layOut()] });
    this.sealed = text.length > maxKeptAsText ? Buffer.from(text) : text;
    this.layOut = () => [];
    return this;
  }

  /** The text of the answer in pieces; it can be called repeatedly. */
  *pieces(): Generator<string, void> {
    if (this.sealed !== null) {
      yield this.sealed.toString();
      return;
    }
    let piece = '{"results":[';
    let separator = '';
    const shared = new SharedText();
    for (const { identifier, data, matched, unmatched_reason: reason } of this.layOut()) {
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

  async text(): Promise<string> {
    if (!this.isLarge) return this.shortBody().toString();
    const pieces: string[] = [];
    for await (const piece of inTurns(this.pieces())) pieces.push(piece);
    return pieces.join('');
  }

  shortBody(): string | Buffer {
    return this.seal().sealed ?? '';
  }

  stream(): AsyncGenerator<string, void> {
    return inTurns(this.pieces());
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

function* laidOut<Resolved, Result>(
  resolutions: readonly Resolved[],
  layOut: (resolution: Resolved) => Result,
): Generator<Result, void> {
  for (const resolution of resolutions) yield layOut(resolution);
}

async function* inTurns(pieces: Iterable<string>): AsyncGenerator<string, void> {
  for (const piece of pieces) {
    yield piece;
    await nextTurn();
  }
}

/** Characters of the text of results, roughly. */
function sizeOfResults(results: Iterable<EnrichmentResult>): number {
  let size = 0;
  const sizes = new Map<object, number>();
  for (const { identifier, data } of results) size += sizeOfMembers(identifier, sizes) + sizeOfMembers(data, sizes);
  return size;
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
