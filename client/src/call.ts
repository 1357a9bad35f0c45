import type { Answer } from './transport.js';

/** The promise of an answer. `await` gives the body of the answer; `withResponse()` also gives its request id, credits and rate limit. */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call';

  constructor(private readonly answer: Promise<Answer<T>>) {}

  /** Resolves to the body as `data`, and to the request id, credits and rate limit as `response`. */
  withResponse(): Promise<Answer<T>> {
    return this.answer;
  }

  then<A = T, B = never>(
    onData?: ((data: T) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.answer.then(({ data }) => data).then(onData, onError);
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.then().finally(onEnd);
  }
}
