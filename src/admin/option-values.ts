import { Refusal } from '../platform/errors/command-error.js';
import { oneLine } from '../platform/errors/error-message.js';

/** The value of an option that must be a whole number of at least one. @throws Refusal naming the option */
export function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Refusal(`${option} must be a whole number from 1 to 999999999`);
  return Number(text);
}

/** A value that is JSON. @param what its subject in a message @throws Refusal naming it */
export function parsedJson(what: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal(`${what} must be JSON: ${oneLine(error)}`);
  }
}

const unitMs = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** Milliseconds of a duration such as `90s`, `30m`, `24h`, `7d` or `0`; null when it is none, or longer than a year. */
export function parseDuration(text: string): number | null {
  if (text === '0') return 0;
  const parts = /^(\d{1,9})([smhd])$/.exec(text);
  const unit = unitMs.get(parts?.[2] ?? '');
  if (parts === null || unit === undefined) return null;
  const duration = Number(parts[1]) * unit;
  return duration <= 366 * 86_400_000 ? duration : null;
}
