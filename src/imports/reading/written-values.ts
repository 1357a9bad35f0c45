/** The maximum of the column type `integer`. */
export const maxInteger = 2_147_483_647;

/** Matches digits, or groups of three digits that are separated by always the same sign. If there are decimals, they are zeros. */
const wholeNumber = /^(?:[0-9]{1,10}|[0-9]{1,3}(?:([,.'’_ \u00a0\u202f])[0-9]{3})(?:\1[0-9]{3})*)(?:[.,]0{1,2})?$/;
const decimals = /[.,]0{1,2}$/;
const noDigits = /[^0-9]/g;
const datePattern = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const dateLength = 10;
const monthLengths: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const monthPattern = /^[0-9]{4}-[0-9]{2}$/;
const yearPattern = /^[0-9]{4}$/;
const ongoing = /^(?:present|current|currently|now|today|ongoing)$/i;
const timestamp =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?)(Z|[+-][0-9]{2}:[0-9]{2})?)?$/;

/**
 * Reads a whole number; null for any other text. It may have separators of thousands (`1,200`, `1.200`, `1 200`) and decimals that are zero
 * (`1200.0`). Three digits after a separator are thousands, and not decimals.
 */
export function readWholeNumber(text: string): number | null {
  const written = text.trim();
  return wholeNumber.test(written) ? Number(written.replace(decimals, '').replace(noDigits, '')) : null;
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
  const instant = new Date(`${date}T${time ?? '00:00'}${offset ?? 'Z'}`);
  const isStorable = !Number.isNaN(instant.getTime()) && /^(?!0000)[0-9]{4}-/.test(instant.toISOString());
  return isStorable ? instant.toISOString() : null;
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
