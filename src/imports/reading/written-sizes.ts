import { monthNamed, readWrittenDate } from './written-dates.js';
import { plainDigits, readWholeNumber, withoutFormula } from './written-values.js';

/** The size of a company: a band of headcounts such as `51-200` and `10001+`, or a single headcount. */
export interface WrittenSize {
  readonly size: string;
  readonly kind: 'band' | 'count';
  /** Whether the text was a date, into which a spreadsheet program had turned the band. */
  readonly isFromDate: boolean;
}

/** The notation in which a funding database writes a range of headcounts: `c_00051_00100` is 51 to 100. */
const codedBand = /^c_0*([0-9]+)_(?:0*([0-9]+)|max)$/i;
/** Matches a number with separators of thousands, or in thousands: `1,001`, `1 001`, `5K`. */
const number = String.raw`([0-9]{1,3}(?:[.,'’‘ ][0-9]{3})+(?![0-9])|[0-9]+)\s*(k(?!\p{L}))?`;
const words = String.raw`[\p{L}\p{M}.()/:'’ ]*`;
const dash = String.raw`[-‐‑‒–—―−~〜～…]|\.\.+`;
const two = new RegExp(
  `^(${words})[~≈]?\\s*${number}(${words})(?:${dash}|(?<=[\\p{L}] *))(${words})${number}(${words})$`,
  'iu',
);
const one = new RegExp(`^(${words})([~≈<>≥≤]=?)?\\s*${number}\\s*(\\+)?(${words})$`, 'iu');
/** Words that show that a number is no headcount: amounts of money, shares, times. */
const otherUnits =
  /(?:^|[^\p{L}])(?:m|mn|mio|mln|million(?:en|s)?|bn|mrd|billion(?:s)?|milliarden?|eur|usd|gbp|chf|years?|jahre?|ans|años|hours?|percent|prozent)(?:$|[^\p{L}])/iu;
/** Words for "more than" and "or more", by which a band has no upper end. */
const openWords =
  /(?:^|[^\p{L}])(?:more|over|above|plus|up$|mehr|über|ab|mindestens|at least|min|más|mas|desde|oltre|più|almeno|mais|acima|meer|dan$|fler|över|flere|ponad|więcej|vanaf|better|greater)(?:$|[^\p{L}])|以上|超|более|свыше|больше/iu;
/** Words for "less than" and "up to", by which a band begins with 1. */
const upToWords =
  /(?:^|[^\p{L}])(?:less|fewer|under|below|up to|weniger|unter|bis|moins|jusqu|menos|hasta|meno|fino|minder|tot|max|mniej|poniżej|do|färre|under)(?:$|[^\p{L}])|以下|未満|未满|менее|до/iu;
const fewerThan =
  /(?:less|fewer|under|below|weniger|unter|moins|menos|meno|minder|mniej|poniżej|färre|未満|未满|менее)/iu;
const alone = /^(?:self[- ]?employed|myself only|sole proprietor|solo|freelancer?|just me|only me)$/i;
const dayAndMonth = /^([0-9]{1,2})\.?[-\s/]*(\p{L}{3,})\.?$/u;
const monthAndYear = /^(\p{L}{3,})\.?[-\s/'’]*([0-9]{2})$/u;
const shortestDate = 8;
/** The maximum length of a text that can be a size. */
const maxLength = 80;

/**
 * Reads the size of a company in any usual notation: `51 - 200 employees`, `10,001+`, `1’001–5’000`, `entre 50 et 99`, `250`. A band is two
 * numbers, and the words around them do not count. Spreadsheet programs turn bands into dates, and these are turned back: `Nov-50` is
 * 11-50, and `10-Jan` is 1-10. Null for any other text.
 */
export function readSize(written: string): WrittenSize | null {
  if (written.length > maxLength) return null;
  const text = plainDigits(withoutFormula(written).normalize('NFKC').trim());
  const plain = bandOf(text);
  if (plain !== null) return { size: plain, kind: 'band', isFromDate: false };
  const count = countOf(text);
  if (count !== null) return { size: String(count), kind: 'count', isFromDate: false };
  const band = bandOfDate(text);
  return band === null ? null : { size: band, kind: 'band', isFromDate: true };
}

function bandOf(text: string): string | null {
  const [, code, codeEnd] = codedBand.exec(text) ?? [];
  if (code !== undefined) return codeEnd === undefined ? `${code}+` : `${code}-${codeEnd}`;
  if (alone.test(text)) return '1';
  if (otherUnits.test(text)) return null;
  const [, , from = '', fromK, , , to = '', toK] = two.exec(text) ?? [];
  if (from !== '' && to !== '') return ascending(valueOf(from, fromK), valueOf(to, toK));
  const [, before = '', sign = '', digits = '', thousands, plus, after = ''] = one.exec(text) ?? [];
  const value = digits === '' ? null : valueOf(digits, thousands);
  if (value === null) return null;
  if (plus !== undefined || sign.startsWith('>') || sign.startsWith('≥')) return `${value}+`;
  if (sign.startsWith('<') || sign.startsWith('≤')) return upTo(value, sign === '<');
  const around = `${before} ${after}`.trim();
  if (upToWords.test(around)) return upTo(value, fewerThan.test(around));
  return openWords.test(around) ? `${value}+` : null;
}

function upTo(value: number, isLess: boolean): string | null {
  return ascending(1, isLess ? value - 1 : value);
}

function ascending(least: number | null, most: number | null): string | null {
  return least === null || most === null || least > most ? null : `${least}-${most}`;
}

/** A single headcount, with or without words such as `employees` around it. */
function countOf(text: string): number | null {
  const whole = readWholeNumber(text);
  if (whole !== null) return whole;
  if (otherUnits.test(text)) return null;
  const [, , sign, digits = '', thousands] = one.exec(text) ?? [];
  if (digits === '' || (sign !== undefined && sign !== '~' && sign !== '≈')) return null;
  return isDayOrYear(text) ? null : valueOf(digits, thousands);
}

/** Whether a text is a month with a day or a year, such as `10 Jan` and `Nov 50`. */
function isDayOrYear(text: string): boolean {
  const month = dayAndMonth.exec(text)?.[2] ?? monthAndYear.exec(text)?.[1];
  return month !== undefined && monthNamed(month) > 0;
}

function valueOf(digits: string, thousands: string | undefined): number | null {
  const value = readWholeNumber(digits);
  return value === null ? null : value * (thousands === undefined ? 1 : 1_000);
}

/** The bands that begin with 1 and that a day in a month can show, if the first of a month could also be a month and a year. */
const usualFromOne: ReadonlySet<number> = new Set([4, 5, 9, 10]);

/**
 * The band that a spreadsheet program has turned into a date: it reads `11-50` as November 1950, and `1-10` as the tenth of January or
 * the first of October.
 */
function bandOfDate(text: string): string | null {
  const [, day, monthAfter] = dayAndMonth.exec(text) ?? [];
  if (day !== undefined && monthAfter !== undefined) return between(Number(day), monthNamed(monthAfter));
  const [, month, year] = monthAndYear.exec(text) ?? [];
  if (month !== undefined && year !== undefined) return rising(monthNamed(month), Number(year));
  const date = text.length < shortestDate ? null : readWrittenDate(text, 'month first');
  if (date === null || date.length < 10) return null;
  const [shortYear, monthOfYear, dayOfMonth] = [
    Number(date.slice(2, 4)),
    Number(date.slice(5, 7)),
    Number(date.slice(8)),
  ];
  if (dayOfMonth > 1) return between(dayOfMonth, monthOfYear);
  // The first of a month is the month and a year, unless the year is a recent one: then it is the first day of the month.
  const isOld = date.startsWith('19') || shortYear > 29;
  if (!isOld && usualFromOne.has(monthOfYear)) return between(1, monthOfYear);
  return rising(monthOfYear, shortYear);
}

/** The band of a day and a month, in whichever order the program has read them. */
function between(day: number, month: number): string | null {
  return rising(Math.min(day, month), Math.max(day, month));
}

function rising(least: number, most: number): string | null {
  return least === 0 || least >= most ? null : `${least}-${most}`;
}
