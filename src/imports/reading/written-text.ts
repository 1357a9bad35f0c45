import { isUtf8 } from 'node:buffer';

/** The bytes to which Windows-1252 gives no character. */
const unused: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
const windows1252 = new TextDecoder('windows-1252');
/** Matches a letter beyond ASCII next to an ASCII letter, as in `Müller`. */
const accentedWord =
  /[a-z][\u0160\u0161\u0178\u017D\u017E\u0152\u0153\u00C0-\u00FF]|[\u0160\u0161\u017D\u017E\u00C0-\u00FF][a-z]/i;
/** Matches punctuation and signs that office programs write: `don’t`, `“Acme”`, `Acme – Pumps`, `Acme®`. */
const officePunctuation = /[\u2018-\u201E\u2013\u2014\u2022\u2026\u20AC\u2122\u00AE\u00A9\u00B0\u00A0]/;
const multiByte = /[\u00C2-\u00F4][\u0080-\u00BF]/;

/** Decodes the lines of a file. A file is in UTF-8, or in Windows-1252, in which spreadsheet programs on Windows save CSV files. */
export class TextReader {
  private isKnownUtf8 = false;

  /** Whether a line in Windows-1252 was read. */
  hasWindows1252 = false;

  /**
   * Decodes a line. Returns null if the line is in neither UTF-8 nor Windows-1252. For example, if an earlier line has letters such as `ü`
   * in valid UTF-8, a line that is not valid UTF-8 is damaged, and not in Windows-1252.
   */
  textOf(bytes: Buffer): string | null {
    if (isUtf8(bytes)) {
      const text = bytes.toString('utf8');
      this.isKnownUtf8 ||= text.length !== bytes.length;
      return text;
    }
    if (this.isKnownUtf8 || bytes.some((byte) => unused.has(byte) || byte === 0)) return null;
    if (multiByte.test(bytes.toString('latin1'))) return null;
    const text = windows1252.decode(bytes);
    if (!accentedWord.test(text) && !officePunctuation.test(text)) return null;
    this.hasWindows1252 = true;
    return text;
  }
}
