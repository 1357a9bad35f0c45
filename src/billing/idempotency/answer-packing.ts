import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, createBrotliDecompress } from 'node:zlib';

/** A shorter text is stored as it is; in bytes. */
const leastPacked = 1_024;

/** How much of a longer text is unpacked at a time when it is sent, in bytes. */
const pieceSize = 64 * 1024;

/** A longer text is not stored, because it is held whole for that; in bytes. */
const mostText = 64 * 1024 * 1024;

/** What one answer may take, in bytes. */
const mostPacked = 8 * 1024 * 1024;

/** A window that spans many results finds what they have in common; this level is fast and no other saves much more. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 22 } };

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** The text of an answer as it is stored: one of the two is there. */
export interface PackedText {
  readonly body: Buffer | null;
  readonly packed: Buffer | null;
}

/** Compresses what is longer than a short text, in libuv's threads; null for what is too long to be stored. */
export async function pack(text: string): Promise<PackedText | null> {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length < leastPacked) return { body: bytes, packed: null };
  if (bytes.length > mostText) return null;
  const packed = await compress(bytes, options);
  return packed.length > mostPacked ? null : { body: null, packed };
}

/** The text that was packed; null where there is none. */
export async function unpack({ body, packed }: PackedText): Promise<string | null> {
  const bytes = packed === null ? body : await decompress(packed);
  return bytes?.toString('utf8') ?? null;
}

/** The same to be sent: a longer text as a stream, so that many of them at once are not held whole. */
export function unpackAsTaken({ body, packed }: PackedText): string | Readable {
  if (packed === null) return body?.toString('utf8') ?? '';
  return Readable.from([packed], { objectMode: false }).pipe(createBrotliDecompress({ chunkSize: pieceSize }));
}
