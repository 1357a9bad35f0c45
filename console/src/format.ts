import type { CreditFeature } from 'data-access-client';

const numbers = new Intl.NumberFormat('en');
const shortNumbers = new Intl.NumberFormat('en', {
  notation: 'compact',
  maximumFractionDigits: 1,
  roundingMode: 'trunc',
});
const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const alignedPercents = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const days = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const months = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });
const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const datesInUtc = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const clocks = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });

/** `1234567` → `1,234,567`; Infinity → `unlimited`. */
export const count = (value: number): string => (Number.isFinite(value) ? numbers.format(value) : 'unlimited');

/** `12345` → `12.3K`. It is rounded down, so that no tenant sees more credits than it has: `999999` → `999.9K`. */
export const shortCount = (value: number): string => shortNumbers.format(value);

/** Reads a whole number as people write it: `1,200`, `1 200` or `1.200` → 1200. Null if the text is no whole number. */
export function wholeNumber(text: string): number | null {
  return /^\s*(\d+|\d{1,3}([\s,.]\d{3})+)\s*$/.test(text) ? Number(text.replaceAll(/[\s,.]/g, '')) : null;
}

/** `0.4567` → `45.7%`. */
export const percent = (share: number): string => percents.format(share);

/** `0.5` → `50.0%`. There is always one decimal, so that the decimal points in a column are aligned. */
export const alignedPercent = (share: number): string => alignedPercents.format(share);

/** `2026-03-01` → `Mar`. @param date a day in UTC, as `YYYY-MM-DD` */
export const month = (date: string): string => months.format(new Date(`${date}T00:00:00Z`));

/** `2026-03-01` → `Mar 1`, or `Today`. @param date a day in UTC, as `YYYY-MM-DD` */
export const day = (date: string): string =>
  date === dayFromToday(0) ? 'Today' : days.format(new Date(`${date}T00:00:00Z`));

/** `2026-11-26` → `Nov 26, 2026`. @param written a day in UTC; a time of the day after it is left out */
export const date = (written: string): string => datesInUtc.format(new Date(`${written.slice(0, 10)}T00:00:00Z`));

/**
 * Writes a time of the API in the time zone of the browser: `Nov 26, 2026, 6:16:35 AM`. In a narrow place the line breaks only between
 * the day and the time of the day. @param written the time in UTC, as the API writes it
 */
export const time = (written: string): string =>
  [dates, clocks].map((part) => part.format(asDate(written)).replaceAll(' ', '\u00a0')).join(', ');

const shortTimes = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;
const timesOfThisYear = new Intl.DateTimeFormat('en', shortTimes);
const timesOfOtherYears = new Intl.DateTimeFormat('en', { ...shortTimes, year: 'numeric' });

/** Writes a time like {@link time}, but without the seconds, and without the year if it is this year: `Nov 26, 6:16 AM`. */
export function shortTime(written: string): string {
  const date = asDate(written);
  const times = date.getFullYear() === new Date().getFullYear() ? timesOfThisYear : timesOfOtherYears;
  return times.format(date).replaceAll(' ', '\u00a0').replaceAll(',\u00a0', ', ');
}

/** The time zone of the times that {@link time} writes, such as `Europe/Berlin`. */
export const { timeZone } = clocks.resolvedOptions();

/** Reads a time of the API. Some times, such as those of runs, are written without a time zone; they are in UTC. */
export function asDate(written: string): Date {
  return new Date(/(Z|[+-]\d\d:?\d\d)$/.test(written) ? written : `${written.replace(' ', 'T')}Z`);
}

/** `counted(3, 'company', 'companies')` → `3 companies`, `counted(1, 'company', 'companies')` → `1 company`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** `7500` → `2 h 5 min`; `86400` → `1 day`. @param seconds 0 or more */
export function duration(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  const parts =
    hours < 24 ? [`${hours} h`, `${minutes % 60} min`] : [counted(Math.floor(hours / 24), 'day'), `${hours % 24} h`];
  return parts.filter((part) => !part.startsWith('0 ')).join(' ');
}

/** `2400000` → `2.4 MB`; `1288490189` → `1.3 GB`. @param bytes 0 or more */
export function dataSize(bytes: number): string {
  if (bytes < 1_000_000) return `${count(Math.ceil(bytes / 1_000))} kB`;
  const [unit, name] = bytes < 1e9 ? [1e6, 'MB'] : bytes < 1e12 ? [1e9, 'GB'] : [1e12, 'TB'];
  return `${count(Math.round((10 * bytes) / unit) / 10)} ${name}`;
}

/** The text between invisible signs that isolate it, so that Hebrew and Arabic are read in their own direction. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** A day in UTC, as `YYYY-MM-DD`. @param offset days from today: 0 is today, -1 yesterday */
export function dayFromToday(offset: number): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}

export const featureNames: Readonly<Record<CreditFeature, string>> = {
  data_access: 'Data access',
  contact_data: 'Contact data',
  prospecting: 'Prospecting',
};

export const features = Object.keys(featureNames) as CreditFeature[];

/** The name of one credit of a feature: `contact data credit`. */
export const creditOf = (feature: CreditFeature): string => `${featureNames[feature].toLowerCase()} credit`;

/**
 * What a person or company without a known name is called: the last part of the address of its profile page.
 * `https://www.network.com/company/siemens` → `siemens`.
 */
export function pageName(url: string): string {
  const last = url.replace(/\/+$/, '').split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || url;
  } catch {
    return last;
  }
}
