import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, createBrotliDecompress } from 'node:zlib';

/** The size, in bytes, from which on a text is compressed before it is stored. */
const minPackedBytes = 1_024;

/** The size of the chunks in which a compressed text is decompressed and sent, in bytes. */
const chunkBytes = 64 * 1024;

/**
 * The maximum size of an answer that is stored, in bytes before compression. Compression needs the whole answer in memory, so a
 * larger answer is not stored.
 */
const maxTextBytes = 64 * 1024 * 1024;

/** The maximum size of a compressed answer, in bytes. */
const maxPackedBytes = 8 * 1024 * 1024;

/**
 * The window of the compression has 2^22 bytes. It spans many results of an answer, so a text that occurs in several results is
 * stored only once. Quality levels above 3 are slower and save little more.
 */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 22 } };

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/**
 * The stored text of an answer. One of the two members is set: `body` for a text as it is, or `packed` for a text that is
 * compressed with Brotli.
 */
export interface PackedText {
  readonly body: Buffer | null;
  readonly packed: Buffer | null;
}

/**
 * Compresses a text for storage, unless the text is short. Node compresses in another thread, so this process can serve other
 * requests at the same time.
 * @returns null for a text that is too long to be stored
 */
export async function pack(text: string): Promise<PackedText | null> {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length < minPackedBytes) return { body: bytes, packed: null };
  if (bytes.length > maxTextBytes) return null;
  const packed = await compress(bytes, options);
  return packed.length > maxPackedBytes ? null : { body: null, packed };
}

/** Returns the text that was given to `pack`; null if neither `body` nor `packed` is set. */
export async function unpack({ body, packed }: PackedText): Promise<string | null> {
  const bytes = packed === null ? body : await decompress(packed);
  return bytes?.toString('utf8') ?? null;
}

/**
 * Unpacks a text in order to send it. A compressed text becomes a stream, which is decompressed piece by piece, so that many long
 * answers at once do not fill the memory.
 */
export function unpackForSending({ body, packed }: PackedText): string | Readable {
  if (packed === null) return body?.toString('utf8') ?? '';
  return Readable.from([packed], { objectMode: false }).pipe(createBrotliDecompress({ chunkSize: chunkBytes }));
}
