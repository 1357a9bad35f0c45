import { DataAccessError, type Fault, ValidationFailed } from './errors.js';
import { chunksOf, inOrder, type Source } from './in-order.js';
import type { Chunk, EnrichmentOptions, Result } from './options.js';
import type { CreditFeature, ResponseInfo } from './response-info.js';
import { type Answer, randomId, type Transport } from './transport.js';

/** What an enrichment sends: the route, the identifiers and the other members of the body. */
export interface EnrichmentRequest<I> {
  readonly path: string;
  /** The name of the list of identifiers in the body. */
  readonly member: 'companies' | 'persons';
  readonly identifiers: Source<I>;
  /** The members of the body apart from the identifiers. */
  readonly asked: object;
  /**
   * The names of the members of `data`. If the service refuses an identifier, the client itself makes the result, with null for
   * each name.
   */
  readonly names: readonly string[];
}

/** The results of a whole list, with the credits and ids of its requests. */
export interface EnrichmentSummary<R> {
  readonly data: R[];
  /** One entry for each request that was answered, in the order of the list. */
  readonly responses: readonly ResponseInfo[];
  /** The credits that all requests together were charged, by feature. */
  readonly charged: Readonly<Partial<Record<CreditFeature, number>>>;
}

interface Page<R> {
  readonly results: readonly R[];
  readonly response: ResponseInfo | null;
}

const maxConcurrency = 4;
const defaultChunkSize = 1_000;

/**
 * The results for a list of any length, in the order of the list. `await` gives all results at once. `for await` gives one result
 * after the other and keeps at most five chunks in memory. No request is sent before `await` or `for await` begins. Both throw an
 * error if a request fails; `for await` first gives the results that come before the failure.
 */
export class Enrichment<I, Data> implements PromiseLike<Result<I, Data>[]>, AsyncIterable<Result<I, Data>> {
  /**
   * The idempotency key of the list. It is null if the caller gave no key and requests are never repeated (`maxWait: 0`). The
   * requests then have no key, so that a request which is aborted before it is charged costs nothing.
   */
  private readonly key: string | null;

  constructor(
    private readonly transport: Transport,
    private readonly request: EnrichmentRequest<I>,
    private readonly options: EnrichmentOptions,
  ) {
    const isRepeated = transport.optionsOf(options).maxWait !== 0;
    this.key = options.idempotencyKey ?? (isRepeated ? randomId() : null);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Result<I, Data>, void, undefined> {
    for await (const { results } of this.pages()) yield* results;
  }

  then<A = Result<I, Data>[], B = never>(
    onData?: ((results: Result<I, Data>[]) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.withResponse()
      .then(({ data }) => data)
      .then(onData, onError);
  }

  /** Resolves to all results, with the credits and ids of the requests. */
  async withResponse(): Promise<EnrichmentSummary<Result<I, Data>>> {
    const data: Result<I, Data>[] = [];
    const responses: ResponseInfo[] = [];
    const charged: Partial<Record<CreditFeature, number>> = {};
    for await (const { results, response } of this.pages()) {
      for (const result of results) data.push(result);
      if (response === null) continue;
      responses.push(response);
      for (const [feature, use] of Object.entries(response.credits) as [CreditFeature, { charged: number }][]) {
        charged[feature] = (charged[feature] ?? 0) + use.charged;
      }
    }
    return { data, responses, charged };
  }

  private async *pages(): AsyncGenerator<Page<Result<I, Data>>, void, undefined> {
    const { chunkSize = defaultChunkSize, concurrency = maxConcurrency } = this.options;
    const { signal } = this.transport.optionsOf(this.options);
    const end = new AbortController();
    const abort = (): void => end.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
    const chunks = chunksOf(this.request.identifiers, chunkSize);
    try {
      yield* inOrder(chunks, Math.min(concurrency, maxConcurrency), (chunk, index) =>
        this.enrich(chunk, index + 1, end.signal),
      );
    } finally {
      // Aborts the requests that are still under way when the consumer stops early.
      end.abort();
      signal?.removeEventListener('abort', abort);
    }
  }

  private async enrich(chunk: readonly I[], number: number, signal: AbortSignal): Promise<Page<Result<I, Data>>> {
    const faults = new Map<number, Fault[]>();
    const answer = await this.sendValid(chunk, number, signal, faults);
    const answered = (answer?.data.results ?? [])[Symbol.iterator]();
    const results = chunk.map((identifier, index): Result<I, Data> => {
      const refused = faults.get(index);
      if (refused !== undefined) return { identifier, data: this.nothing(), matched: false, faults: refused };
      const next = answered.next();
      if (next.done === true)
        throw new DataAccessError(
          'The answer has fewer results than the request has identifiers. Report this to the operator of the service',
          answer?.response.requestId ?? '',
        );
      return next.value;
    });
    const response = answer?.response ?? null;
    const matched = results.filter((result) => result.matched).length;
    this.options.onChunk?.({ number, identifiers: chunk.length, matched, response } satisfies Chunk);
    return { results, response };
  }

  /**
   * Sends a chunk. If the service refuses some of its identifiers, the chunk is sent again without them, under the next key of
   * {@link keyOf}. If the whole list is sent again later, the same thing happens again: the first request is refused, and the
   * second has the same body and key as before. So the second gets the stored answer and is not charged again.
   * @param faults this map gets the validation errors of each refused identifier, by its index in the chunk
   * @returns the answer for the identifiers that were not refused, or null if all were
   */
  private async sendValid(
    chunk: readonly I[],
    number: number,
    signal: AbortSignal,
    faults: Map<number, Fault[]>,
  ): Promise<Answer<{ readonly results: readonly Result<I, Data>[] }> | null> {
    const { path, member, asked } = this.request;
    for (let round = 0; ; round += 1) {
      const valid = [...chunk.keys()].filter((index) => !faults.has(index));
      if (valid.length === 0) return null;
      const body = { [member]: valid.map((index) => chunk[index]), ...asked };
      const key = this.key === null ? {} : { idempotencyKey: keyOf(this.key, number, round) };
      try {
        return await this.transport.send({ method: 'POST', path, body, ...key }, { ...this.options, signal });
      } catch (error) {
        if (!(error instanceof ValidationFailed)) throw error;
        for (const fault of error.faults) {
          const index = valid[indexOf(fault, member)];
          if (index === undefined) throw error;
          faults.set(index, [...(faults.get(index) ?? []), fault]);
        }
        if (error.faults.length === 0) throw error;
      }
    }
  }

  private nothing(): Data {
    return Object.fromEntries(this.request.names.map((name) => [name, null])) as Data;
  }
}

/**
 * The idempotency key of a chunk. Chunk 3 of the list with the key `list` has `list:3`. If the service refuses some of its
 * identifiers, the chunk is sent again without them and has the key `list:3:1`, then `list:3:2`.
 */
function keyOf(listKey: string, number: number, round: number): string {
  return [listKey, number, ...(round === 0 ? [] : [round])].join(':');
}

/** The index of the identifier that a validation error is about; -1 if it is about another part of the body. */
function indexOf({ loc: [part, list, index] }: Fault, member: string): number {
  return part === 'body' && list === member && typeof index === 'number' ? index : -1;
}
