import { createGunzip, type Gunzip } from 'node:zlib';

/**
 * The content of a gzip file, several members included. Everything that could be inflated is given before the error of a
 * damaged or cut-off file is thrown; a pipe through Node's stream would drop what it still buffers by then.
 */
export async function* gunzip(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const inflate = createGunzip();
  const inflated: Buffer[] = [];
  inflate.on('data', (chunk: Buffer) => inflated.push(chunk));
  try {
    for await (const chunk of compressed) {
      const failure = await step(inflate, (done) => inflate.write(chunk, done));
      yield* inflated.splice(0);
      if (failure !== null) throw failure;
    }
    // Not the callback of `end`: that comes before a missing end of the data is noticed.
    const failure = await step(inflate, (done) => inflate.once('end', done).end());
    yield* inflated.splice(0);
    if (failure !== null) throw failure;
  } finally {
    inflate.destroy();
  }
}

/** Waits until the stream is done with what `act` gives it; zlib reports some failures by event only. */
function step(inflate: Gunzip, act: (done: () => void) => void): Promise<Error | null> {
  return new Promise((resolve) => {
    const settle = (failure: Error | null): void => {
      inflate.off('error', settle);
      resolve(failure);
    };
    inflate.on('error', settle);
    act(() => {
      settle(inflate.errored);
    });
  });
}
