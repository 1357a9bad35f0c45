import { oneLine } from '../platform/errors/error-message.js';
import { Refusal } from '../platform/errors/command-error.js';

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
