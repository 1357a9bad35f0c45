/** The values to work on: a list, or an iterable that produces its values while they are read. */
export type Source<T> = Iterable<T> | AsyncIterable<T>;

/** Divides the values into lists of `size` values. The last list may have fewer. */
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
 * Does work on each value, on several values at the same time, and yields the results in the order of the values. No further value
 * is read from the source while `concurrency` results are pending, so a slow consumer slows the source, too. If the work on a value
 * fails, the results of the values before it are yielded first, and then the error is thrown.
 * @param concurrency how many values may be pending: being worked on, or finished with a result that the consumer has not taken
 * @param work called with a value and its index, from 0
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
    // While a value is being read from the source, the source cannot close. It closes after that read, which may take long. So the
    // iteration ends without waiting until the source has closed.
    if (reader.reading === null) await closed;
    else closed.catch(() => undefined);
  }
}

/** The state of a source that is being read. */
interface Reader {
  isEnded: boolean;
  /**
   * The read of the next value that is under way; null if none is. It resolves when a value, the end of the source or an error has
   * come.
   */
  reading: Promise<void> | null;
  /** The error that the source has thrown. */
  failure: { readonly error: unknown } | null;
}

/**
 * Turns work that may fail into a promise that never rejects. It resolves to a function, which returns the result of the work or
 * throws its error. So an error is thrown only when the consumer has come to this value, and not as an unhandled rejection before.
 */
function settled<R>(work: Promise<R>): Promise<() => R> {
  return work.then(
    (result) => () => result,
    (error: unknown) => () => {
      throw error;
    },
  );
}
