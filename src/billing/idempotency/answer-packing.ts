import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, createBrotliDecompress } from 'node:zlib';

/** A shorter text is stored uncompressed; in bytes. */
const minPackedBytes = 1_024;

/** The chunk size when a compressed text is sent, in bytes. */
const chunkBytes = 64 * 1024;

/** A longer text is not stored, because compression holds it in memory; in bytes. */
const maxTextBytes = 64 * 1024 * 1024;

/** The maximum stored size of an answer, in bytes. */
const maxPackedBytes = 8 * 1024 * 1024;

/** The window spans many results, which share text. Higher quality levels are slower and save little more. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 22 } };

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** The stored text of an answer: either `body` or `packed` (Brotli) is set. */
export interface PackedText {
  readonly body: Buffer | null;
  readonly packed: Buffer | null;
}

/** Compresses all but short texts, in libuv's thread pool. @returns null for a text that is too long to be stored */
export async function pack(text: string): Promise<PackedText | null> {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length < minPackedBytes) return { body: bytes, packed: null };
  if (bytes.length > maxTextBytes) return null;
  const packed = await compress(bytes, options);
  return packed.length > maxPackedBytes ? null : { body: null, packed };
}

/** The text before `pack`; null if neither form is set. */
export async function unpack({ body, packed }: PackedText): Promise<string | null> {
  const bytes = packed === null ? body : await decompress(packed);
  return bytes?.toString('utf8') ?? null;
}

/** As `unpack`, for sending: a compressed text becomes a stream, so that many at once are not held in memory. */
export function unpackForSending({ body, packed }: PackedText): string | Readable {
  if (packed === null) return body?.toString('utf8') ?? '';
  return Readable.from([packed], { objectMode: false }).pipe(createBrotliDecompress({ chunkSize: chunkBytes }));
}
