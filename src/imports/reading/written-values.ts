/** The maximum of the column type `integer`. */
export const maxInteger = 2_147_483_647;

/** Matches digits, with decimals if they are zeros. Three decimals after at most three digits are thousands, and no decimals. */
const plainNumber = /^([0-9]{1,10})(?:[.,](?:0{1,2}|0{4,}|(?<=[0-9]{4}[.,])000)?)?$/;
/** Matches groups of three digits that are separated by always the same sign, as in `1'200`. If there are decimals, they are zeros. */
const groupedNumber = /^([0-9]{1,3}(?:([,.'’‘´`_٬ ])[0-9]{3})(?:\2[0-9]{3})*)(?:[.,٫](?:0{1,2}|[-–—]))?$/;
/** Matches the groups of Indian numbers, as in `12,34,567`: three digits at the end, and two in each other group. */
const indianNumber = /^([0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3})(?:\.0{1,2})?$/;
/** Matches the notations of programs with an exponent: `1e+05`, `1.0E7`. They have a plus sign or decimals; `1e3` may be a code. */
const scientific = /^([0-9]{1,17})(?:[.,]([0-9]{1,17})(?=[eE])|(?=[eE]\+))[eE]\+?([0-9]{1,2})$/;
const noDigits = /[^0-9]/g;
const ascii = /^[\0-~]*$/;
const equalsSign = 61;
const formula = /^="((?:[^"]|"")*)"$/;
const zeroDecimals = /^([0-9]+)[.,]0+$/;
/** The first digits of the scripts whose ten digits follow each other in Unicode. The wide digits of Chinese texts are among them. */
const digits = /\p{Nd}/gu;
const datePattern = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const dateLength = 10;
const monthLengths: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const monthPattern = /^[0-9]{4}-[0-9]{2}$/;
const yearPattern = /^[0-9]{4}$/;
const ongoing = /^(?:present|current|currently|now|today|ongoing)$/i;
const timestamp =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?)(Z|[+-][0-9]{2}(?::?[0-9]{2})?)?)?$/;

/**
 * Removes the formula by which programs keep a spreadsheet from changing a text: `="+41315550101"` is `+41315550101`. Any other text is
 * returned as it is.
 */
export function withoutFormula(text: string): string {
  if (text.charCodeAt(0) !== equalsSign && text.charCodeAt(0) > 32) return text;
  const [, inner] = formula.exec(text.trim()) ?? [];
  return inner === undefined ? text : inner.replaceAll('""', '"');
}

/** Removes decimals that are zeros, which programs add to ids: `7700201.0` is `7700201`. Any other text is returned as it is. */
export function withoutZeroDecimals(text: string): string {
  return zeroDecimals.exec(text.trim())?.[1] ?? text;
}

/** Writes the digits and the spaces of any script in ASCII: `１２００` is `1200`. */
export function plainDigits(text: string): string {
  if (ascii.test(text)) return text;
  return text.replace(digits, (digit) => String(valueOfDigit(digit))).replace(/\p{Zs}/gu, ' ');
}

/** The value of a decimal digit. The ten digits of a script follow each other, so it is the number of digits before it. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && isDigit(code - value - 1)) value += 1;
  return value;
}

function isDigit(code: number): boolean {
  return /^\p{Nd}$/u.test(String.fromCodePoint(code));
}

/**
 * Reads a whole number; null for any other text. It may have separators of thousands (`1,200`, `1.200`, `1 200`, `12,34,567`), decimals
 * that are zero (`1200.0`) and an exponent (`1e+05`). Three digits after a separator are thousands, and not decimals.
 */
export function readWholeNumber(text: string): number | null {
  const written = plainDigits(text.trim());
  const found = plainNumber.exec(written) ?? groupedNumber.exec(written) ?? indianNumber.exec(written);
  if (found !== null) return Number((found[1] ?? '').replace(noDigits, ''));
  const plain = withoutExponent(written);
  return plain === null || plain.length > maxDigits ? null : Number(plain);
}

const maxDigits = 15;

/**
 * Writes a number with an exponent as digits: `1.5E+09` becomes `1500000000`. Null for any other text, and for a number with fewer zeros
 * than decimals, such as `1.55E+1`.
 */
export function withoutExponent(text: string): string | null {
  const [, whole, decimals = '', exponent] = scientific.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const zeros = Number(exponent) - decimals.replace(/0+$/, '').length;
  if (zeros < 0) return null;
  return `${whole}${decimals.replace(/0+$/, '')}${'0'.repeat(zeros)}`.replace(/^0+(?=[0-9])/, '');
}

/** Whether a text is an existing day, `YYYY-MM-DD`, in the year 1 or later. PostgreSQL does not know a year 0. */
export function isDate(text: string): boolean {
  if (!datePattern.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  return year > 0 && day > 0 && day <= daysIn(month, year);
}

/** The number of days in a month; 0 if there is no such month. */
function daysIn(month: number, year: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeapYear ? 29 : (monthLengths[month - 1] ?? 0);
}

/** The first day of a month `YYYY-MM`; null for any other text. */
export function readMonth(text: string): string | null {
  return monthPattern.test(text) && isDate(`${text}-01`) ? `${text}-01` : null;
}

/**
 * Reads a day `YYYY-MM-DD`. A month `YYYY-MM` or a year `YYYY` stands for the first day of a month. Null for any other text.
 * @param monthOfYear the month for which a year stands
 */
export function readDay(text: string, monthOfYear: '01' | '12'): string | null {
  if (text.length === dateLength) return isDate(text) ? text : null;
  return readMonth(yearPattern.test(text) ? `${text}-${monthOfYear}` : text);
}

/** Whether a text in place of an end date, such as `present`, says that the position is a current one. */
export function isOngoing(text: string): boolean {
  return ongoing.test(text);
}

/** Writes an ISO 8601 date, with or without a time, as a time in UTC with milliseconds; null for any other text. */
export function readTimestamp(text: string): string | null {
  const [, date, time, offset] = timestamp.exec(text) ?? [];
  if (date === undefined || !isDate(date)) return null;
  const instant = new Date(`${date}T${time ?? '00:00'}${offset === undefined ? 'Z' : fullOffset(offset)}`);
  const isStorable = !Number.isNaN(instant.getTime()) && /^(?!0000)[0-9]{4}-/.test(instant.toISOString());
  return isStorable ? instant.toISOString() : null;
}

/** Writes an offset with its minutes: PostgreSQL writes `+00` for `+00:00`. */
function fullOffset(offset: string): string {
  if (offset.length === 3) return `${offset}:00`;
  return offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset;
}

/**
 * The maximum length of a name in characters. Names are part of primary keys, and an entry of a PostgreSQL index has at most about 2,700
 * bytes.
 */
export const maxNameLength = 500;

/** The distinct values; null stays null. */
export function distinct(values: readonly string[] | null): string[] | null {
  return values === null ? null : [...new Set(values)];
}

/** Removes items whose key a later item of the list has, too. Null if there is no list. */
export function lastOfEach<T>(items: readonly T[] | null | undefined, keyOf: (item: T) => string): T[] | null {
  return items === null || items === undefined ? null : [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
