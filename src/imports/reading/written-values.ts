/** The largest number that a column of type `integer` holds. */
export const maxInteger = 2_147_483_647;

/** Digits, or groups of three digits with one separator; then nothing but zeros as decimals. */
const wholeNumber = /^(?:[0-9]{1,10}|[0-9]{1,3}(?:([,.'’_ \u00a0\u202f])[0-9]{3})(?:\1[0-9]{3})*)(?:[.,]0{1,2})?$/;
const decimals = /[.,]0{1,2}$/;
const noDigits = /[^0-9]/g;
const datePattern = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const dateLength = 10;
const monthLengths: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const monthPattern = /^[0-9]{4}-[0-9]{2}$/;
const yearPattern = /^[0-9]{4}$/;
const still = /^(?:present|current|currently|now|today|ongoing)$/i;
const timestamp =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?)(Z|[+-][0-9]{2}:[0-9]{2})?)?$/;

/**
 * The whole number that a text writes, null where it writes none: `1200`, with thousands separators `1,200`, `1.200` or
 * `1 200`, and with decimals that are zero `1200.0`. Three digits behind a separator are thousands, never decimals.
 */
export function readWholeNumber(text: string): number | null {
  const written = text.trim();
  return wholeNumber.test(written) ? Number(written.replace(decimals, '').replace(noDigits, '')) : null;
}

/** Whether the text is a day that PostgreSQL can store, `YYYY-MM-DD`. Years go from 1, because there is no year 0. */
export function isDate(text: string): boolean {
  if (!datePattern.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  return year > 0 && day > 0 && day <= daysIn(month, year);
}

/** None in a month that there is not. */
function daysIn(month: number, year: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeapYear ? 29 : (monthLengths[month - 1] ?? 0);
}

/** The first day of a month that is written `YYYY-MM`; null for anything else. */
export function readMonth(text: string): string | null {
  return monthPattern.test(text) && isDate(`${text}-01`) ? `${text}-01` : null;
}

/**
 * A day, or the first day of a month; null for anything else.
 * @param monthOfYear the month that a year alone, `YYYY`, stands for, as two digits
 */
export function readDay(text: string, monthOfYear: '01' | '12'): string | null {
  if (text.length === dateLength) return isDate(text) ? text : null;
  return readMonth(yearPattern.test(text) ? `${text}-${monthOfYear}` : text);
}

/** Whether a text in place of an end says that there is none yet. */
export function isStill(text: string): boolean {
  return still.test(text);
}

/** The instant in UTC with milliseconds that an ISO 8601 date, with or without time, names; null for anything else. */
export function readTimestamp(text: string): string | null {
  const [, date, time, offset] = timestamp.exec(text) ?? [];
  if (date === undefined || !isDate(date)) return null;
  const instant = new Date(`${date}T${time ?? '00:00'}${offset ?? 'Z'}`);
  const isStorable = !Number.isNaN(instant.getTime()) && /^(?!0000)[0-9]{4}-/.test(instant.toISOString());
  return isStorable ? instant.toISOString() : null;
}

/** Names are part of primary keys, and an entry of a PostgreSQL index holds about 2,700 bytes. */
export const maxNameLength = 500;

/** Each value once; null stays null. */
export function distinct(values: readonly string[] | null): string[] | null {
  return values === null ? null : [...new Set(values)];
}

/** An item given twice counts as it stands last. Null for no list. */
export function lastOfEach<T>(items: readonly T[] | null | undefined, keyOf: (item: T) => string): T[] | null {
  return items === null || items === undefined ? null : [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
