/** The maximum of the column type `integer`. */
export const maxInteger = 2_147_483_647;

/** Matches digits, or groups of three digits with one kind of separator; decimals must be zeros. */
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
 * Parses an integer; null for any other text. Accepts `1200`, thousands separators (`1,200`, `1.200`, `1 200`) and zero decimals
 * (`1200.0`). Three digits after a separator are thousands, not decimals.
 */
export function readWholeNumber(text: string): number | null {
  const written = text.trim();
  return wholeNumber.test(written) ? Number(written.replace(decimals, '').replace(noDigits, '')) : null;
}

/** Whether the text is a day `YYYY-MM-DD` that PostgreSQL can store, from the year 1 on. */
export function isDate(text: string): boolean {
  if (!datePattern.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  return year > 0 && day > 0 && day <= daysIn(month, year);
}

/** 0 for an invalid month. */
function daysIn(month: number, year: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeapYear ? 29 : (monthLengths[month - 1] ?? 0);
}

/** The first day of a month `YYYY-MM`; null for any other text. */
export function readMonth(text: string): string | null {
  return monthPattern.test(text) && isDate(`${text}-01`) ? `${text}-01` : null;
}

/**
 * A day, or the first day of a month; null for any other text.
 * @param monthOfYear the month for a year `YYYY`, as two digits
 */
export function readDay(text: string, monthOfYear: '01' | '12'): string | null {
  if (text.length === dateLength) return isDate(text) ? text : null;
  return readMonth(yearPattern.test(text) ? `${text}-${monthOfYear}` : text);
}

/** Whether a text in place of an end date means a current position. */
export function isOngoing(text: string): boolean {
  return ongoing.test(text);
}

/** The instant of an ISO 8601 date or date and time, in UTC with milliseconds; null for any other text. */
export function readTimestamp(text: string): string | null {
  const [, date, time, offset] = timestamp.exec(text) ?? [];
  if (date === undefined || !isDate(date)) return null;
  const instant = new Date(`${date}T${time ?? '00:00'}${offset ?? 'Z'}`);
  const isStorable = !Number.isNaN(instant.getTime()) && /^(?!0000)[0-9]{4}-/.test(instant.toISOString());
  return isStorable ? instant.toISOString() : null;
}

/** Names are part of primary keys, and a PostgreSQL index entry has at most about 2,700 bytes. */
export const maxNameLength = 500;

/** The distinct values; null stays null. */
export function distinct(values: readonly string[] | null): string[] | null {
  return values === null ? null : [...new Set(values)];
}

/** Keeps only the last item with each key. Null if there is no list. */
export function lastOfEach<T>(items: readonly T[] | null | undefined, keyOf: (item: T) => string): T[] | null {
  return items === null || items === undefined ? null : [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
