import { DataAccessError, type Fault, ValidationFailed } from './errors.js';
import { chunksOf, inOrder, type Source } from './in-order.js';
import type { Chunk, EnrichmentOptions, Preview, Result } from './options.js';
import type { CreditFeature, ResponseInfo } from './response-info.js';
import type { CallOptions } from './retries.js';
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
    const { path, member, asked } = this.request;
    const { results, answer } = await sendValid<I, Result<I, Data>, Answered<Result<I, Data>>>(
      chunk,
      member,
      (identifiers, round) => {
        const key = this.key === null ? {} : { idempotencyKey: keyOf(this.key, number, round) };
        const body = { [member]: identifiers, ...asked };
        return this.transport.send({ method: 'POST', path, body, ...key }, { ...this.options, signal });
      },
      (identifier, faults) => ({ identifier, data: this.nothing(), matched: false, faults }),
    );
    const response = answer instanceof ValidationFailed ? null : answer.response;
    const matched = results.filter((result) => result.matched).length;
    this.options.onChunk?.({ number, identifiers: chunk.length, matched, response } satisfies Chunk);
    return { results, response };
  }

  private nothing(): Data {
    return Object.fromEntries(this.request.names.map((name) => [name, null])) as Data;
  }
}

/** An answer with a result for each identifier, in their order. */
interface Answered<R> {
  readonly results: readonly R[];
}

/**
 * Tells what an enrichment would match and cost.
 * @throws ValidationFailed if the service refuses every identifier
 */
export async function preview<I>(
  transport: Transport,
  { path, member, asked, names }: Omit<EnrichmentRequest<I>, 'identifiers'>,
  identifiers: readonly I[],
  options: CallOptions,
): Promise<Answer<Preview<I>>> {
  const all = [...names, ...(member === 'persons' ? ['email', 'phone'] : [])];
  const nothing = Object.fromEntries(all.map((name) => [name, false]));
  const { results, answer } = await sendValid<I, Preview<I>['results'][number], Preview<I>>(
    identifiers,
    member,
    (valid) => transport.send({ method: 'POST', path, body: { [member]: valid, ...asked, preview: true } }, options),
    (identifier, faults) => ({ identifier, matched: false, has: nothing, faults }),
  );
  if (answer instanceof ValidationFailed) throw answer;
  return { data: { ...answer.data, results }, response: answer.response };
}

/**
 * Sends identifiers. If the service refuses some of them, the others are sent again without them. If the same identifiers are sent
 * again later, the same thing happens again: the first request is refused, and the second has the same body as before. So if
 * the second also has the same key, it gets the stored answer and is not charged again.
 * @param send sends the given identifiers; `round` is 0 for the first request, 1 for the second, and so on
 * @param refused makes the result of an identifier that the service has refused
 * @returns a result for each identifier, in their order, and the last answer. If the service has refused every identifier, the last
 * answer is the error with which it did so.
 */
async function sendValid<I, R, A extends Answered<R>>(
  identifiers: readonly I[],
  member: string,
  send: (valid: readonly I[], round: number) => Promise<Answer<A>>,
  refused: (identifier: I, faults: readonly Fault[]) => R,
): Promise<{ readonly results: readonly R[]; readonly answer: Answer<A> | ValidationFailed }> {
  const faults = new Map<number, Fault[]>();
  const sent = async (): Promise<Answer<A> | ValidationFailed> => {
    for (let round = 0; ; round += 1) {
      const valid = [...identifiers.entries()].filter(([index]) => !faults.has(index));
      try {
        return await send(
          valid.map(([, identifier]) => identifier),
          round,
        );
      } catch (error) {
        if (!(error instanceof ValidationFailed)) throw error;
        for (const fault of error.faults) {
          const index = valid[indexOf(fault, member)]?.[0];
          if (index === undefined) throw error;
          faults.set(index, [...(faults.get(index) ?? []), fault]);
        }
        if (error.faults.length === 0) throw error;
        if (faults.size === identifiers.length) return error;
      }
    }
  };
  const answer = await sent();
  const answered = (answer instanceof ValidationFailed ? [] : answer.data.results)[Symbol.iterator]();
  const results = identifiers.map((identifier, index): R => {
    const known = faults.get(index);
    if (known !== undefined) return refused(identifier, known);
    const next = answered.next();
    if (next.done === true)
      throw new DataAccessError(
        'The answer has fewer results than the request has identifiers. Report this to the operator of the service',
        answer instanceof ValidationFailed ? answer.requestId : answer.response.requestId,
      );
    return next.value;
  });
  return { results, answer };
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
