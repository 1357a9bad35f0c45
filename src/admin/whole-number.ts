import { Refusal } from '../platform/refusal.js';

/** The value of an option that must be a whole number of at least one. @throws Refusal naming the option */
export function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Refusal(`${option} must be a whole number from 1 to 999999999`);
  return Number(text);
}
