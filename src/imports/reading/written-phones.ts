import type { RecordFields } from './record-fields.js';
import { isDate, plainDigits, withoutExponent, withoutFormula, withoutZeroDecimals } from './written-values.js';

/** The least and the most digits of a phone number: that of a small town, and the longest that the international plan has. */
const [minDigits, maxDigits] = [7, 15];
/** The least digits of a number with a plus sign or an area code in brackets, as in `(089) 1`, because they show that a phone is meant. */
const minIfMarked = 3;
const marked = /^(?:\+|\(0?[0-9]{1,5}\))/;
const scheme = /^(?:tel|callto|sms|phone|whatsapp|fax):(?:\/\/)?/i;
const textMark = /^'(?=[+(0-9])/;
/** Matches a word before a number: `Tel.: +41 …`, `Office +41 …`. */
const label = /^\p{L}[\p{L} .-]{0,20}[:.]?\s*(?=[+(0-9])/u;
/** Matches an extension, and a remark in brackets, at the end of a number. */
const extension =
  /\s*(?:[;,]?\s*(?:ext(?:ension)?|extn|x|dw|durchwahl|poste|int(?:erno)?)[.:=]?|[;,]ext=|#)\s*[0-9]{1,8}$/i;
const remark = /\s*\((?:\p{L}[\p{L} .-]*)\)\s*$/u;
/** Matches the letters of keys in a number such as `1-800-FLOWERS`. */
const lettersOfKeys = /^\+?1?[-. (]*8[0-9]{2}[-. )]*[A-Z0-9-]{7,12}$/;
const numberOnly = /^\+?[0-9()[\]\s./–—‐‑-]+$/;
const betweenNumbers = /\s*[\n\r,;|/]\s*|\s+(?:or|oder|ou|und|and|et|o|y)\s+/;
const date = /^(?:[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}([/.-])[0-9]{1,2}\1(?:19|20)[0-9]{2})(?:[T ].*)?$/;

/**
 * Reads the phone numbers in a text, which usually are one. What programs add to a number is removed, such as `tel:`, the formula in
 * `="+41…"` and the decimals in `4989123456789.0`. Apart from this, a number is kept as it is written, with its extension. Empty if the text
 * has no phone number: a phone number has 7 to 15 digits.
 */
export function readPhones(text: string): string[] {
  const one = readPhone(text);
  if (one !== null) return [one];
  const parts = text.split(betweenNumbers).filter((part) => part.trim() !== '');
  const read = parts.map(readPhone);
  return parts.length > 1 && read.every((part) => part !== null) ? read : [];
}

function readPhone(text: string): string | null {
  const wide = plainDigits(text.normalize('NFKC'));
  const plain = withoutZeroDecimals(withoutFormula(wide).trim().replace(textMark, '').replace(scheme, '').trim());
  const written = withoutExponent(plain) ?? plain;
  // A number that was rounded by a spreadsheet program ends in zeros: `4.98912E+12` has lost its last digits.
  if (written !== plain && written.endsWith('00000')) return null;
  const number = written.replace(remark, '').replace(extension, '').replace(label, '').trim();
  if (!numberOnly.test(number)) return lettersOfKeys.test(number) ? written : null;
  if (date.test(number) || isDate(number)) return null;
  const digits = number.replace(/[^0-9]/g, '').replace(/^00/, '').length;
  const least = marked.test(number) ? minIfMarked : minDigits;
  return digits >= least && digits <= maxDigits && !/^0+$/.test(number) ? written : null;
}

/** Reads a list of phone numbers. An item without a phone number is a fault. Null if the record has no list. */
export function phoneList(fields: RecordFields, name: string, maxLength?: number): string[] | null {
  return fields.splitList(name, maxLength ?? Infinity, (text, path) => {
    const phones = readPhones(text);
    if (phones.length === 0) fields.fault(path, 'is not a phone number', text);
    return phones;
  });
}
