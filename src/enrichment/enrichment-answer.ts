import type { GroupSource } from '../catalogue/field-groups.js';
import type { CreditFeature } from '../billing/credits/credit-amounts.js';
import { inTurns } from '../platform/async/turns.js';
import { unknownFieldsHeader, unmatchedReasonsHeader } from '../platform/http/http-headers.js';
import { WrittenAnswer } from '../platform/http/written-answer.js';
import type { RecordMatch } from './match-conditions.js';
import { countsOf, type MissReason, type Resolution } from './unmatched-reasons.js';

/** The result of an enrichment for one identifier, in the form that the answer has. */
export interface EnrichmentResult<Identifier extends object = object> {
  readonly identifier: Identifier;
  readonly data: Readonly<Record<string, unknown>>;
  readonly matched: boolean;
  readonly unmatched_reason?: MissReason | undefined;
  readonly match?: RecordMatch | undefined;
  readonly sources?: Readonly<Record<string, GroupSource>> | undefined;
  /** For each requested name, whether the record has a value. Only in a preview. */
  readonly has?: Readonly<Record<string, boolean>> | undefined;
}

/** What an answer contains besides its results. */
interface AnswerNotes {
  /** The requested names that are no fields. */
  readonly unknownFields?: readonly string[];
  /** For each feature, which identifiers are charged and why the others are not, as a text that `explanationOf` writes. */
  readonly explanations?: ReadonlyMap<CreditFeature, string> | undefined;
  /** The ids of the records whose data the answer has. */
  readonly recordIds?: readonly string[] | undefined;
  /** The credits that the request would cost, by feature; only for a preview. */
  readonly credits?: Readonly<Record<string, number>> | undefined;
  /** Members that the answer has after its results, such as the total of a search. */
  readonly more?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * If the results of an answer have at most this number of values in all, they are made once and kept. The results of an answer
 * with more values are made again each time they are read.
 */
const maxValuesKept = 20_000;
/**
 * The minimum length of an array whose size is cached. It costs less to measure a shorter array again than to cache its size.
 */
const longList = 32;
/** The maximum number of characters of an answer that is written as one text. A longer one is written in pieces. */
const maxInOnePiece = 512 * 1024;
/**
 * If the text of a sealed answer has at most this number of characters, it is kept as a string. A longer text is kept as bytes,
 * which the garbage collector need not copy and Node need not encode again.
 */
const maxKeptAsText = 4 * 1024;
/** The minimum number of characters of a piece; the last piece can be shorter. */
const pieceLength = 64 * 1024;

/**
 * The answer `{"results":[…]}` of an enrichment. The results of a large answer are made one at a time, when they are written, so
 * that the whole answer is never in memory, neither as objects nor as text.
 */
export class EnrichmentAnswer<Result extends EnrichmentResult> extends WrittenAnswer {
  readonly count: number;
  /** The number of results for which a record was found. */
  readonly matched: number;
  /** The value of the header `X-Unmatched-Reasons`; null if every identifier has a match, so that the header is not sent. */
  readonly unmatchedReasons: string | null;
  /** The approximate number of characters of the answer. */
  readonly size: number;
  /** The text of the answer after {@link seal}; null before it, and always for a large answer. */
  private sealed: string | Buffer | null = null;

  /**
   * @param resolutions what the lookup of each identifier resulted in, in the order of the request
   * @param layOut makes the results, see {@link resultsOf}
   * @param notes what the answer has besides its results
   */
  constructor(
    resolutions: readonly Resolution[],
    private layOut: () => Iterable<Result>,
    private readonly notes: AnswerNotes = {},
  ) {
    super();
    this.matched = resolutions.reduce((count, { reason }) => (reason === undefined ? count + 1 : count), 0);
    this.count = resolutions.length;
    this.unmatchedReasons = this.matched === this.count ? null : countsOf(resolutions);
    this.size = sizeOfResults(layOut());
  }

  get explanations(): ReadonlyMap<CreditFeature, string> | undefined {
    return this.notes.explanations;
  }

  /** The ids of the records whose data the answer has; empty if `notes` has no such ids. */
  get recordIds(): readonly string[] {
    return this.notes.recordIds ?? [];
  }

  /** The requested names that are no fields. */
  get unknownFields(): readonly string[] {
    return this.notes.unknownFields ?? [];
  }

  get headers(): Readonly<Record<string, string>> {
    return { ...unknownFieldsHeader(this.unknownFields), ...unmatchedReasonsHeader(this.unmatchedReasons) };
  }

  get isLarge(): boolean {
    return this.size > maxInOnePiece;
  }

  /** The results in the order of the request; none after {@link seal}. */
  results(): Iterable<Result> {
    return this.layOut();
  }

  /**
   * Replaces the results of the answer by its text, unless the answer is large. While the request waits for its charge, the garbage
   * collector then has to keep one text instead of thousands of values.
   */
  seal(): this {
    if (this.isLarge || this.sealed !== null) return this;
    const text = JSON.stringify({ results: [...this.layOut()], credits: this.notes.credits, ...this.notes.more });
    this.sealed = text.length > maxKeptAsText ? Buffer.from(text) : text;
    this.layOut = () => [];
    return this;
  }

  /** Yields the JSON text of the answer in pieces. Each call yields the whole text again. */
  *pieces(): Generator<string, void> {
    if (this.sealed !== null) {
      yield this.sealed.toString();
      return;
    }
    let piece = '{"results":[';
    let separator = '';
    const shared = new SharedText();
    for (const { identifier, data, matched, unmatched_reason: reason, match, sources, has } of this.layOut()) {
      const text = matched ? JSON.stringify(data) : shared.of(data);
      const why = reason === undefined ? '' : `,"unmatched_reason":"${reason}"`;
      const more = optionalText('match', match) + optionalText('sources', sources) + optionalText('has', has);
      piece += `${separator}{"identifier":${JSON.stringify(identifier)},"data":${text},"matched":${matched}${why}${more}}`;
      separator = ',';
      if (piece.length < pieceLength) continue;
      yield piece;
      piece = '';
    }
    yield `${piece}]${optionalText('credits', this.notes.credits)}${this.moreText()}}`;
  }

  private moreText(): string {
    const members = Object.entries(this.notes.more ?? {});
    return members.map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`).join('');
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

/** The JSON text of a member, with a comma in front; an empty text if the member has no value. */
function optionalText(name: string, value: object | undefined): string {
  return value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`;
}

/** Caches the JSON text of the last object, because all results without a record have the same `data`. */
class SharedText {
  private last: { readonly data: object; readonly text: string } | null = null;

  of(data: object): string {
    if (this.last?.data !== data) this.last = { data, text: JSON.stringify(data) };
    return this.last.text;
  }
}

/**
 * Makes the results of an answer, in the order of the request. The returned function can be called several times.
 * @param values the number of values in each result
 * @param layOut makes the result for one element of `resolutions`. All results without a record should have the same object
 *   as `data`, so that its text is made only once
 */
export function resultsOf<Resolved, Result>(
  resolutions: readonly Resolved[],
  values: number,
  layOut: (resolution: Resolved) => Result,
): () => Iterable<Result> {
  const kept = resolutions.length * values > maxValuesKept ? null : resolutions.map(layOut);
  return () => kept ?? laidOut(resolutions, layOut);
}

function* laidOut<Resolved, Result>(
  resolutions: readonly Resolved[],
  layOut: (resolution: Resolved) => Result,
): Generator<Result, void> {
  for (const resolution of resolutions) yield layOut(resolution);
}

/** The approximate number of characters of the member `match` of a result. */
const matchLength = 80;

/** The approximate number of characters of the text of results. */
function sizeOfResults(results: Iterable<EnrichmentResult>): number {
  let size = 0;
  const sizes = new Map<object, number>();
  for (const { identifier, data, match, sources, has } of results) {
    size += sizeOfMembers(identifier, sizes) + sizeOfMembers(data, sizes) + (match === undefined ? 0 : matchLength);
    if (sources !== undefined) size += sizeOfMembers(sources, sizes);
    if (has !== undefined) size += sizeOfMembers(has, sizes);
  }
  return size;
}

/**
 * The approximate number of characters of a value as JSON.
 * @param sizes the sizes of long arrays and of objects that were measured before, because several results may share them
 */
function sizeOf(value: unknown, sizes: Map<object, number>): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 4;
  if (Array.isArray(value) && value.length < longList) return sizeOfMembers(value, sizes);
  const size = sizes.get(value) ?? sizeOfMembers(value, sizes);
  sizes.set(value, size);
  return size;
}

/** The approximate number of characters of an object or an array as JSON. This size is not cached. */
function sizeOfMembers(value: object, sizes: Map<object, number>): number {
  let size = 2;
  if (Array.isArray(value)) for (const item of value) size += sizeOf(item, sizes) + 1;
  else for (const name in value) size += name.length + 4 + sizeOf((value as Record<string, unknown>)[name], sizes);
  return size;
}

/** A class whose instances inherit nothing from `Object`. */
class OpenRecord {
  [name: string]: unknown;
}
Object.setPrototypeOf(OpenRecord.prototype, null);

/**
 * An empty object whose members are named by clients. Even `__proto__` is then a name like any other. `Object.create(null)`
 * would serve, too, but V8 stores such objects as hash tables: filling and serialising them takes 1.5 times as long.
 */
export function openRecord<Value = unknown>(): Record<string, Value> {
  return new OpenRecord() as Record<string, Value>;
}
