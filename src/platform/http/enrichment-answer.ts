import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** One result of an enrichment. */
export interface EnrichmentResult {
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
