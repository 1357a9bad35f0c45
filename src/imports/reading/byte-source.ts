import { open } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { inTurns } from '../../platform/async/turns.js';

/**
 * Decompresses a gzip file, which may consist of several gzip members. If the file is damaged or cut off, all data before the damage are
 * yielded, and then the error is thrown. A Node pipeline would drop the data in its buffers when the error comes.
 */
export async function* gunzip(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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

function* piecesOf(inflated: readonly Buffer[]): Generator<Buffer> {
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

const gzipMagic = Buffer.from([0x1f, 0x8b]);

/** The byte order marks of UTF-16, the encoding of "Unicode text" in spreadsheets. */
const utf16Marks: readonly (readonly [mark: Buffer, encoding: string])[] = [
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
];
const markLength = 2;

/** The bytes of a file or a stream. They can be read only once. */
export interface ByteSource {
  /** The size of the file in bytes, before decompression; null for a stream. */
  readonly totalBytes: number | null;
  /** The number of bytes that have been read so far, before decompression. */
  readonly bytesRead: () => number;
  /**
   * The content of the file. If it begins with the magic bytes of gzip, it is decompressed. If it is in UTF-16, it is converted to UTF-8.
   */
  readonly content: AsyncIterable<Buffer>;
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
  return byteSource(file.createReadStream(), status.isFile() ? status.size : null, signal);
}

/** Reads an open stream, such as standard input. */
export function openStream(stream: Readable, signal: AbortSignal | undefined): ByteSource {
  return byteSource(stream, null, signal);
}

/**
 * Reads the first bytes of a stream, until `isEnough` returns true for them or the stream ends. Returns these bytes as `head`, and as
 * `whole` the stream from its first byte, so that nothing is lost.
 */
export async function peek(
  chunks: AsyncIterable<Buffer>,
  isEnough: (head: Buffer) => boolean,
): Promise<{ head: Buffer; whole: AsyncIterable<Buffer> }> {
  const unread = chunks[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (!isEnough(head)) {
    const next = await unread.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  return { head, whole: joined(head, unread) };
}

async function* joined(head: Buffer, unread: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield head;
    yield* { [Symbol.asyncIterator]: () => unread };
  } finally {
    await unread.return?.();
  }
}

function byteSource(stream: Readable, totalBytes: number | null, signal: AbortSignal | undefined): ByteSource {
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
  let isCompressed = false;
  async function* content(): AsyncGenerator<Buffer> {
    const { head, whole } = await peek(counted(), (bytes) => bytes.length >= gzipMagic.length);
    isCompressed = head.subarray(0, gzipMagic.length).equals(gzipMagic);
    yield* isCompressed ? gunzip(whole) : whole;
  }
  return {
    totalBytes,
    bytesRead: () => bytesRead,
    content: inUtf8(content()),
    isCompressed: () => isCompressed,
    close: () => stream.destroy(),
  };
}

/** The encoding and the line ends of a file are recognised by this number of bytes at its beginning. */
const headLength = 4_096;

/**
 * Converts UTF-16 to UTF-8, and passes on everything else as it is. Unpaired surrogates become U+FFFD. If the lines of a file end with CR
 * alone, as old Macintosh programs write them, each CR becomes LF.
 */
async function* inUtf8(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { head, whole } = await peek(content, (bytes) => bytes.length >= headLength || isTable(bytes));
  const encoding = utf16Of(head);
  if (encoding !== null) {
    const decoder = new TextDecoder(encoding);
    for await (const chunk of whole) yield Buffer.from(decoder.decode(chunk, { stream: true }));
    yield Buffer.from(decoder.decode());
  } else if (
    head.includes(carriageReturn) &&
    !head.includes(lineFeed) &&
    head.length > markLength &&
    !head.includes(0)
  ) {
    for await (const chunk of whole) {
      const lines = Buffer.from(chunk);
      for (let at = lines.indexOf(carriageReturn); at !== -1; at = lines.indexOf(carriageReturn, at))
        lines[at] = lineFeed;
      yield lines;
    }
  } else yield* whole;
}

const [lineFeed, carriageReturn] = [10, 13];

/**
 * Whether the bytes contain a whole line. This is enough to recognise the encoding. Waiting for more bytes could take long if the program
 * that writes the stream pauses.
 */
function isTable(bytes: Buffer): boolean {
  return bytes.length > markLength && bytes.includes(lineFeed);
}

/**
 * The UTF-16 encoding of a text; null for any other text. It is recognised by its byte order mark. Without a mark, it is recognised by its
 * zeros, because in most texts in UTF-16 every second byte is zero.
 */
function utf16Of(head: Buffer): string | null {
  const marked = utf16Marks.find(([mark]) => head.subarray(0, markLength).equals(mark));
  if (marked !== undefined) return marked[1];
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (head.length < minUtf16Length || Math.max(even, odd) < head.length * minShareOfZeros) return null;
  if (Math.min(even, odd) > 0) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

const minUtf16Length = 8;
const minShareOfZeros = 0.35;
