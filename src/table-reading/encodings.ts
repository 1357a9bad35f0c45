import { peek } from './bytes.js';

/** The bytes to which Windows-1252 gives no character. */
const unused: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
const windows1252 = new TextDecoder('windows-1252');
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenientUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();
/** Matches a letter beyond ASCII next to an ASCII letter, as in `Müller`. */
const accentedWord =
  /[a-z][\u0160\u0161\u0178\u017D\u017E\u0152\u0153\u00C0-\u00FF]|[\u0160\u0161\u017D\u017E\u00C0-\u00FF][a-z]/i;
/** Matches punctuation and signs that office programs write: `don’t`, `“Acme”`, `Acme – Pumps`, `Acme®`. */
const officePunctuation = /[\u2018-\u201E\u2013\u2014\u2022\u2026\u20AC\u2122\u00AE\u00A9\u00B0\u00A0]/;

/** The text of bytes in UTF-8; null for other bytes. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** The text of bytes in UTF-8, with U+FFFD for each part that is not in UTF-8. */
export function lenientText(bytes: Uint8Array): string {
  return lenientUtf8.decode(bytes);
}

/** Decodes the lines of a file. A file is in UTF-8, or in Windows-1252, in which spreadsheet programs on Windows save CSV files. */
export class TextReader {
  private isKnownUtf8 = false;

  /** Whether a line in Windows-1252 was read. */
  hasWindows1252 = false;

  /**
   * Decodes a line. Returns null if the line is in neither UTF-8 nor Windows-1252. For example, if an earlier line has letters such as `ü`
   * in valid UTF-8, a line that is not valid UTF-8 is damaged, and not in Windows-1252.
   */
  textOf(bytes: Uint8Array): string | null {
    const read = utf8Text(bytes);
    if (read !== null) {
      this.isKnownUtf8 ||= read.length !== bytes.length;
      return read;
    }
    if (this.isKnownUtf8 || bytes.some((byte) => unused.has(byte) || byte === 0)) return null;
    if (hasMultiByte(bytes)) return null;
    const text = windows1252.decode(bytes);
    if (!accentedWord.test(text) && !officePunctuation.test(text)) return null;
    this.hasWindows1252 = true;
    return text;
  }
}

/** Whether two bytes follow each other as the first two bytes of a character in UTF-8 do. */
function hasMultiByte(bytes: Uint8Array): boolean {
  return bytes.some((byte, index) => byte >= 0xc2 && byte <= 0xf4 && ((bytes[index + 1] ?? 0) & 0xc0) === 0x80);
}

/** The byte order marks of UTF-16, the encoding of "Unicode text" in spreadsheets. */
const utf16Marks: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];
const markLength = 2;

/** The encoding and the line ends of a file are recognised by this number of bytes at its beginning. */
const headLength = 4_096;

/**
 * Converts UTF-16 to UTF-8, and passes on everything else as it is. Unpaired surrogates become U+FFFD. If the lines of a file end with CR
 * alone, as old Macintosh programs write them, each CR becomes LF.
 */
export async function* inUtf8(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { head, whole } = await peek(content, (bytes) => bytes.length >= headLength || isTable(bytes));
  const encoding = utf16Of(head);
  if (encoding !== null) {
    const decoder = new TextDecoder(encoding);
    for await (const chunk of whole) yield encoder.encode(decoder.decode(chunk, { stream: true }));
    yield encoder.encode(decoder.decode());
  } else if (
    head.includes(carriageReturn) &&
    !head.includes(lineFeed) &&
    head.length > markLength &&
    !head.includes(0)
  ) {
    for await (const chunk of whole) {
      const lines = Uint8Array.from(chunk);
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
function isTable(bytes: Uint8Array): boolean {
  return bytes.length > markLength && bytes.includes(lineFeed);
}

/**
 * The UTF-16 encoding of a text; null for any other text. It is recognised by its byte order mark. Without a mark, it is recognised by its
 * zeros, because in most texts in UTF-16 every second byte is zero.
 */
function utf16Of(head: Uint8Array): string | null {
  const marked = utf16Marks.find(([mark]) => mark.every((byte, index) => head[index] === byte));
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
