/** How the numbers of cells with a number format are read: as dates, with the zeros and signs that the format adds, or as they are. */
export type NumberReading = 'date' | { readonly zeros: string } | 'plain';

/**
 * A format of zeros only, such as `00000`, `+0` or `0000-000`: its number is a code, such as a postal code or a phone number, and the zeros
 * and signs belong to it.
 */
const zerosOnly = /^(?:[-+() 0]|\\[^\p{L}]|"[^"\p{L}]*")*0$/u;
/** What is between the zeros of a format: the marks around its signs, and a language in brackets, as in `[$-407]00000`. */
const marks = /["\\]/g;
const language = /^\[\$-[^\]]*\]/;
/** The parts of a format in which letters do not stand for days, hours and the like, such as `"days"`, `\d` and `[Red]`. */
const notOfDates = /"[^"]*"|[\\_*].|\[(?![hms]+\])[^\]]*\]|general/gi;

/** The numbers of the built-in formats of dates and times. A workbook does not have their texts. */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/**
 * How numbers of a format are read.
 * @param id the number of the format
 * @param pattern the text of the format; undefined for a built-in format
 */
export function numberReading(id: number, pattern: string | undefined): NumberReading {
  if (pattern === undefined) return builtInDates.some(([first, last]) => id >= first && id <= last) ? 'date' : 'plain';
  // Behind a semicolon is the format of negative numbers.
  const [positive = ''] = pattern.split(';');
  const zeros = positive.replace(language, '');
  if (zeros !== '0' && zerosOnly.test(zeros)) return { zeros: zeros.replace(marks, '') };
  return /[dmyhs]/i.test(positive.replace(notOfDates, '')) ? 'date' : 'plain';
}

/** Puts the digits in the places of the zeros, from the last to the first. The first zero takes all digits that are left. */
function withZeros(digits: string, zeros: string): string {
  const first = zeros.indexOf('0');
  let rest = digits;
  let text = '';
  for (let at = zeros.length - 1; at > first; at -= 1) {
    const isZero = zeros[at] === '0';
    text = (isZero ? rest.slice(-1) || '0' : (zeros[at] ?? '')) + text;
    if (isZero) rest = rest.slice(0, -1);
  }
  return zeros.slice(0, first) + (rest || '0') + text;
}

/** The days from the first day of the date system 1900 to that of 1904. */
const daysBefore1904 = 1_462;
/** The days from the first day of the date system 1900 to 1970. */
const daysBefore1970 = 25_569;
/** The number of 1900-03-01. Lotus 1-2-3 took 1900 for a leap year, and so the numbers of the days before are one lower. */
const afterLeapDay = 61;
const msPerDay = 86_400_000;
/** The number of the last day of the year 9999. */
const lastDay = 2_958_465;
const midnight = /T00:00:00(?:\.0+)?Z?$/;

/**
 * The text of a cell with a number.
 * @param written the number as the workbook has it, such as `1067` or `1.2E+17`
 */
export function numberText(written: string, reading: NumberReading, has1904Dates: boolean): string {
  const number = Number(written);
  if (written.trim() === '' || Number.isNaN(number)) return written;
  if (reading === 'date') {
    const day = has1904Dates ? number + daysBefore1904 : number;
    if (day < 0 || day >= lastDay + 1) return String(number);
    const days = day - daysBefore1970 + (day < afterLeapDay - 1 ? 1 : 0);
    return dateText(new Date(Math.round(days * msPerDay)).toISOString());
  }
  if (reading === 'plain' || !Number.isSafeInteger(number) || number < 0) return String(number);
  return withZeros(String(number), reading.zeros);
}

/** The text of a date: `2026-07-24` if it has no time of day. */
export function dateText(isoDate: string): string {
  return isoDate.replace(midnight, '');
}

/** A text as the user typed it. Workbooks write characters that XML does not allow as `_x000D_`. */
export function plainText(written: string): string {
  if (!written.includes('_x')) return written;
  return written.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

const webAddress = /^https?:\/\//i;
const literal = '"((?:[^"]|"")*)"';
const linkFormula = new RegExp(
  String.raw`^\s*HYPERLINK\(\s*${literal}\s*(?:[,;](?:\s*${literal}\s*\)\s*$)?|\)\s*$)`,
  'i',
);

/**
 * What a formula `HYPERLINK("https://acme.com", "Acme")` shows without having been calculated, and its target. The text is null if the
 * formula calculates it. Null for other formulas.
 */
export function readLinkFormula(
  formula: string,
): { readonly text: string | null; readonly link: string | null } | null {
  const [whole, target, shown] = linkFormula.exec(formula) ?? [];
  if (whole === undefined || target === undefined) return null;
  const text = shown ?? (whole.trimEnd().endsWith(')') ? target : null);
  return { text: text?.replaceAll('""', '"') ?? null, link: linkTarget(target.replaceAll('""', '"')) };
}

/** The target of a link if it is a page of the web; null for other targets, such as e-mail addresses and files. */
export function linkTarget(target: string): string | null {
  return webAddress.test(target) ? target : null;
}
