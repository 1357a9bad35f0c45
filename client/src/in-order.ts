/** Many values, present or still to come. */
export type Source<T> = Iterable<T> | AsyncIterable<T>;

/** Lists of `size` values and, last, the rest. */
export async function* chunksOf<T>(source: Source<T>, size: number): AsyncGenerator<T[], void, undefined> {
  let chunk: T[] = [];
  for await (const value of source) {
    if (chunk.push(value) < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/**
 * The results of work on each value, in the order of the values. At most `concurrency` values are under way or wait for the
 * consumer, so that a slow consumer slows the source. The first failure ends the iteration after the results before it.
 * @param work gets the index of the value
 */
export async function* inOrder<T, R>(
  source: AsyncGenerator<T, void, undefined> | Generator<T, void, undefined>,
  concurrency: number,
  work: (value: T, index: number) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const pending: Promise<() => R>[] = [];
  const reader: Reader = { isEnded: false, reading: null, failure: null };
  let count = 0;
  const read = async (): Promise<void> => {
    try {
      const next = await source.next();
      if (next.done === true) reader.isEnded = true;
      else pending.push(settled(work(next.value, count++)));
    } catch (error) {
      reader.isEnded = true;
      reader.failure = { error };
    }
    reader.reading = null;
  };
  try {
    for (;;) {
      if (!reader.isEnded && pending.length < concurrency && reader.reading === null) reader.reading = read();
      const [first] = pending;
      if (first === undefined && reader.reading === null) break;
      const outcome = await Promise.race([first, reader.reading].filter((each) => each !== undefined && each !== null));
      if (typeof outcome !== 'function') continue;
      const result = outcome();
      void pending.shift();
      yield result;
    }
    if (reader.failure !== null) throw reader.failure.error;
  } finally {
    const closed = Promise.resolve(source.return());
    // A source that is being read ends only after that.
    if (reader.reading === null) await closed;
    else closed.catch(() => undefined);
  }
}

/** How far a source is read. */
interface Reader {
  isEnded: boolean;
  /** Until the next value is there. */
  reading: Promise<void> | null;
  failure: { readonly error: unknown } | null;
}

/** Never rejects, so that a failure waits for its turn. */
function settled<R>(work: Promise<R>): Promise<() => R> {
  return work.then(
    (result) => () => result,
    (error: unknown) => () => {
      throw error;
    },
  );
}
