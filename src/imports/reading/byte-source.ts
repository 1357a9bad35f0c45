import { open } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { inTurns } from '../../platform/async/turns.js';
import { peek } from '../../table-reading/bytes.js';
import { inUtf8 } from '../../table-reading/encodings.js';

/**
 * Decompresses a gzip file, which may consist of several gzip members. If the file is damaged or cut off, all data before the damage are
 * yielded, and then the error is thrown. A Node pipeline would drop the data in its buffers when the error comes.
 */
export async function* gunzip(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const inflate = createGunzip();
  const inflated: Buffer[] = [];
  inflate.on('data', (chunk: Buffer) => inflated.push(chunk));
  try {
    for await (const chunk of compressed) {
      const failure = await step(inflate, (done) => inflate.write(chunk, done));
      yield* inTurns(piecesOf(inflated.splice(0)));
      if (failure !== null) throw failure;
    }
    // zlib ends at zero bytes behind the data, which programs add that write whole blocks. The event `end` has been emitted by then.
    if (inflate.readableEnded) return;
    // This waits for the event `end`. A callback passed to `end()` would be called before zlib reports that the data are cut off.
    const failure = await step(inflate, (done) => inflate.once('end', done).end());
    yield* inTurns(piecesOf(inflated.splice(0)));
    if (failure !== null) throw failure;
  } finally {
    inflate.destroy();
  }
}

/**
 * Decompressed data are passed on in pieces of this size, so that other work of the process gets turns. It is not asked for the time at
 * each row or cell, because a cell takes less time than the question.
 */
const pieceBytes = 65_536;

export function* piecesOf(inflated: readonly Buffer[]): Generator<Buffer> {
  for (const bytes of inflated) {
    for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes);
  }
}

/**
 * Waits until the stream has processed the data that `act` writes. Returns the error, or null. It also listens for the event `error`,
 * because zlib reports some errors only there.
 */
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

const gzipMagic = [0x1f, 0x8b];

/** The bytes of a file or a stream. They can be read only once. */
export interface ByteSource {
  /** The path of the file; null for a stream, and for a file in an archive. */
  readonly path: string | null;
  /** True for a file in an archive. */
  readonly isArchived?: true;
  /** The size of the file in bytes, before decompression; null for a stream. */
  readonly totalBytes: number | null;
  /** The number of bytes that have been read so far, before decompression. */
  readonly bytesRead: () => number;
  /**
   * The content of the file. If it begins with the magic bytes of gzip, it is decompressed. If it is in UTF-16, it is converted to UTF-8.
   */
  readonly content: AsyncIterable<Uint8Array>;
  /** Whether the file is compressed with gzip. It is known when the first bytes of the content have been read. */
  readonly isCompressed: () => boolean;
  readonly close: () => void;
}

/**
 * Opens a file for reading.
 * @throws NodeJS.ErrnoException when the file is missing or unreadable; Error when it is a directory
 */
export async function openFile(path: string, signal: AbortSignal | undefined): Promise<ByteSource> {
  const file = await open(path);
  const status = await file.stat();
  if (status.isDirectory()) {
    await file.close();
    throw new Error('it is a directory');
  }
  const [whole, size] = status.isFile() ? [path, status.size] : [null, null];
  return streamSource(file.createReadStream(), whole, size, signal);
}

/** Reads an open stream, such as standard input. */
export function openStream(stream: Readable, signal: AbortSignal | undefined): ByteSource {
  return streamSource(stream, null, null, signal);
}

function streamSource(
  stream: Readable,
  path: string | null,
  totalBytes: number | null,
  signal: AbortSignal | undefined,
): ByteSource {
  // If the stream fails, the iteration over the content throws the error. Without this listener, an error before the iteration begins
  // would end the process.
  stream.on('error', () => undefined);
  if (signal !== undefined) addAbortSignal(signal, stream);
  let bytesRead = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      bytesRead += bytes.length;
      yield bytes;
    }
  }
  return byteSource(counted(), { path, totalBytes, bytesRead: () => bytesRead, close: () => stream.destroy() });
}

/** Makes the source of bytes that may be compressed with gzip. */
export function byteSource(
  bytes: AsyncIterable<Uint8Array>,
  about: Pick<ByteSource, 'path' | 'totalBytes' | 'bytesRead' | 'close'>,
): ByteSource {
  let isCompressed = false;
  async function* content(): AsyncGenerator<Uint8Array> {
    const { head, whole } = await peek(bytes, (first) => first.length >= gzipMagic.length);
    isCompressed = gzipMagic.every((byte, index) => head[index] === byte);
    yield* isCompressed ? gunzip(whole) : whole;
  }
  return { ...about, content: inUtf8(content()), isCompressed: () => isCompressed };
}
