import { isDate } from './written-values.js';

/** Whether `03/04/2026` is the third of April or the fourth of March. */
export type DateOrder = 'day first' | 'month first';

/** What a date shows about the order of days and months in its column: one of the orders, or that it could be either. */
export type OrderEvidence = DateOrder | 'either';

const numeric = /^([0-9]{1,2})([/.-])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})(?=$|[ ,T])/;
const yearFirst = /^([0-9]{4})([/.-])([0-9]{1,2})(?:\2([0-9]{1,2}))?(?=$|[ ,T])/;
const compact = /^([0-9]{4})([0-9]{2})([0-9]{2})$/;
/** Matches a day and a time without separators: `20240305123000`. */
const compactTime = /^((?:19|20)[0-9]{2})([0-9]{2})([0-9]{2})(?:[01][0-9]|2[0-3])[0-5][0-9](?:[0-5][0-9])?$/;
const yearOnly = /^([0-9]{4})(?:\.0+)?$/;
const monthAndYear = /^([0-9]{1,2})[/.-]([0-9]{4})$/;
const epoch = /^-?[0-9]{9,19}(?:\.[0-9]+)?$/;
const firstWord = /^(\p{L}{2,})\.?,?\s+/u;
const dayNamedMonth =
  /^([0-9]{1,2})(?:st|nd|rd|th|\.|er|º)?[\s/-]+(?:de\s+)?(\p{L}{3,})\.?,?[\s/-]+(?:de\s+)?([0-9]{4}|[0-9]{2})(?=$|[ ,T])/u;
const namedMonthDay =
  /^(\p{L}{3,})\.?[\s-]+([0-9]{1,2})(?:st|nd|rd|th)?,?[\s-]+(?:[0-9:]+\s+(?:[A-Z]{2,5}\s+)?)?([0-9]{4})(?=$|[ ,T])/u;
const namedMonthYear = /^(\p{L}{3,})\.?,?[\s/-]+(?:de\s+)?([0-9]{4})$/u;

/** A year of two digits is in this century if it is not greater than this number: `69` is 2069, and `70` is 1970. */
const lastShortYear = 69;

/**
 * The order of day and month that a text shows: `13/04/2026` shows that the day is first, and `03/04/2026` could be either. Null for a date
 * that says nothing about the column, such as `03/03/2026` or `2026-04-03`, and for any other text.
 */
export function orderEvidence(text: string): OrderEvidence | null {
  const [, first, separator, second] = numeric.exec(text.trim()) ?? [];
  if (first === undefined || separator === '.') return null;
  const [one, other] = [Number(first), Number(second)];
  if (one === other) return null;
  if (one > 12) return other > 12 ? null : 'day first';
  return other > 12 ? 'month first' : 'either';
}

/**
 * Reads a date in one of the notations of exports: `2026-07-24`, `24 Jul 2026`, `July 24, 2026`, `24.07.2026`, `7/24/26 9:30 AM`,
 * `20260724`, `Jul 2026` and similar ones. A time is ignored. A number of seconds or milliseconds since 1970 is read in UTC.
 * @param order whether the day or the month is first in `03/04/2026`. In a date with dots, such as `03.04.2026`, the day is always first.
 * @returns `YYYY-MM-DD`; `YYYY-MM` or `YYYY` if the text has no day or no month; null if the text is not a date
 */
export function readWrittenDate(written: string, order: DateOrder): string | null {
  const text = written.trim();
  return numericDate(text, order) ?? namedDate(text) ?? epochDate(text);
}

function numericDate(text: string, order: DateOrder): string | null {
  const [, alone] = yearOnly.exec(text) ?? [];
  if (alone !== undefined) return alone;
  const [, year, , month, day] = yearFirst.exec(text) ?? [];
  if (year !== undefined && month !== undefined) return written(year, Number(month), day);
  const [, start, middle, end] = compact.exec(text) ?? [];
  if (start !== undefined) return written(start, Number(middle), end);
  const [, monthOnly, yearAfter] = monthAndYear.exec(text) ?? [];
  if (yearAfter !== undefined) return written(yearAfter, Number(monthOnly), undefined);
  const [, first, separator, second, last] = numeric.exec(text) ?? [];
  if (first === undefined || second === undefined || last === undefined) return null;
  const isDayFirst = separator === '.' || Number(first) > 12 || (order === 'day first' && Number(second) <= 12);
  return isDayFirst ? written(fullYear(last), Number(second), first) : written(fullYear(last), Number(first), second);
}

function namedDate(text: string): string | null {
  // If the text begins with a word that is not a month, it is the name of a weekday, as in `Friday, July 24, 2026`, and is removed.
  const plain = text.replace(firstWord, (start, word: string) => (monthNamed(word) === 0 ? '' : start));
  const [, day, name, year] = dayNamedMonth.exec(plain) ?? [];
  if (day !== undefined && name !== undefined && year !== undefined)
    return written(fullYear(year), monthNamed(name), day);
  const [, before, dayAfter, yearAfter] = namedMonthDay.exec(plain) ?? [];
  if (before !== undefined && yearAfter !== undefined) return written(yearAfter, monthNamed(before), dayAfter);
  const [, month, yearOfMonth] = namedMonthYear.exec(plain) ?? [];
  return month === undefined || yearOfMonth === undefined ? null : written(yearOfMonth, monthNamed(month), undefined);
}

function epochDate(text: string): string | null {
  const [, year, month, day] = compactTime.exec(text) ?? [];
  const compactDate = year === undefined ? null : written(year, Number(month), day);
  if (compactDate !== null) return compactDate;
  return epoch.test(text) ? (epochInstant(Number(text))?.slice(0, 10) ?? null) : null;
}

/** The units of a time since 1970, by the first number that is too large for the unit: seconds, milli-, micro- and nanoseconds. */
const epochUnits: readonly (readonly [end: number, inSecond: number])[] = [
  [1e11, 1],
  [1e14, 1e3],
  [1e17, 1e6],
  [1e20, 1e9],
];
/** A smaller number is a year, or a day written as `20240305`. */
const leastEpoch = 1e8;

/**
 * Reads a number as a time since 1970 and writes it as an ISO 8601 timestamp. How large the number is shows its unit: seconds, or
 * milliseconds, microseconds or nanoseconds. Null for a smaller number, and for any other value.
 */
export function epochInstant(value: unknown): string | null {
  if (typeof value !== 'number') return null;
  const size = Math.abs(value);
  const unit = size < leastEpoch ? undefined : epochUnits.find(([end]) => size < end);
  return unit === undefined ? null : new Date((value / unit[1]) * 1_000).toISOString();
}

/** Writes a date as `YYYY-MM-DD`, or as `YYYY-MM` if there is no day. Null if the month or the day does not exist. */
function written(year: string, month: number, day: string | undefined): string | null {
  const start = `${year}-${String(month).padStart(2, '0')}`;
  const date = `${start}-${(day ?? '1').padStart(2, '0')}`;
  if (!isDate(date)) return null;
  return day === undefined ? start : date;
}

function fullYear(year: string): string {
  if (year.length === 4) return year;
  return `${Number(year) <= lastShortYear ? 20 : 19}${year}`;
}

/** The languages in which names of months are understood. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'pl'];

let months: ReadonlyMap<string, number> | null = null;

/**
 * The number of the month that a word names, in full or by its first letters: 9 for `Sept`, 3 for `März`. 0 if the word is not a month.
 */
export function monthNamed(name: string): number {
  months ??= namesOfMonths();
  return months.get(plainName(name)) ?? months.get(plainName(name).slice(0, 3)) ?? 0;
}

function namesOfMonths(): Map<string, number> {
  const names = new Map<string, number>();
  for (const language of languages) {
    for (const length of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month: length, day: 'numeric', timeZone: 'UTC' });
      for (let month = 1; month <= 12; month += 1) {
        const parts = format.formatToParts(new Date(Date.UTC(2_026, month - 1, 1)));
        const name = plainName(parts.find(({ type }) => type === 'month')?.value ?? '');
        if (name.length < 3) continue;
        if (!names.has(name)) names.set(name, month);
        if (language === 'en' && !names.has(name.slice(0, 3))) names.set(name.slice(0, 3), month);
      }
    }
  }
  return names;
}

/** Writes the name of a month in lower case, without accents and dots: `Août` becomes `aout`. */
function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
}
