const tooShort = 'input is too short';

/** The positions of the digits of each part in `YYYY-MM-DD`. */
const parts = [
  { name: 'year', start: 0, end: 4 },
  { name: 'month', start: 5, end: 7 },
  { name: 'day', start: 8, end: 10 },
];

/** The number of characters of the shortest time that can follow a date: a separator and `hh:mm`. */
const minTimeLength = 6;

/**
 * Returns the reason why a text is not a calendar date `YYYY-MM-DD`, in the words of pydantic. It returns null if the text is
 * such a date. Unlike pydantic, it also refuses a date with a time, even midnight, and a Unix time such as `1699920000`.
 */
export function isoDateFlaw(text: string): string | null {
  // pydantic counts the bytes of the text, not its characters. So `2024-01-é`, nine characters in ten bytes, has an invalid character and
  // is not too short.
  if (Buffer.byteLength(text) < 10) return tooShort;
  return formFlaw(text) ?? calendarFlaw(text) ?? tailFlaw(text.slice(10)) ?? eraFlaw(text);
}

function formFlaw(text: string): string | null {
  for (const { name, start, end } of parts) {
    if (start > 0 && text[start - 1] !== '-') return 'invalid date separator, expected `-`';
    if (!/^\d+$/.test(text.slice(start, end))) return `invalid character in ${name}`;
  }
  return null;
}

function calendarFlaw(text: string): string | null {
  const [year = 0, month = 0, day = 0] = parts.map(({ start, end }) => Number(text.slice(start, end)));
  if (month < 1 || month > 12) return 'month value is outside expected range of 1-12';
  return day < 1 || day > daysIn(month, year) ? 'day value is outside expected range' : null;
}

function daysIn(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function tailFlaw(tail: string): string | null {
  if (tail === '') return null;
  if (!/^[Tt_ ]/.test(tail)) return 'invalid datetime separator, expected `T`, `t`, `_` or space';
  return tail.length < minTimeLength ? tooShort : 'unexpected extra characters at the end of the input';
}

/** Neither Python nor PostgreSQL has a year 0. */
function eraFlaw(text: string): string | null {
  return text.startsWith('0000') ? 'year 0 is out of range' : null;
}
