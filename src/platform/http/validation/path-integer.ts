import type { ValidationErrorItem } from './validation-exception.js';

/** Sign, digits in groups, a fraction of zeros; blanks around. `\p{White_Space}` rather than `\s`, which adds U+FEFF. */
const INTEGER = /^\p{White_Space}*([+-]?\d+(?:_\d+)*)(?:\.0+)?\p{White_Space}*$/u;

/**
 * Reads an integer from one decoded path segment as generously as pydantic does: `+5`, `007`, `1_000`, `1.0` and blanks
 * around are integers; `1.5`, `1e3`, `0x10` and digits outside ASCII are not. There is no largest integer: an id that is
 * too long to exist is for the caller to miss, not for the parser to refuse.
 *
 * @returns null when `raw` is not an integer
 */
export function parsePathInteger(raw: string): bigint | null {
  const digits = INTEGER.exec(raw)?.[1];
  return digits === undefined ? null : BigInt(digits.replaceAll('_', ''));
}

/** The 422 item for the path parameter `name` when `parsePathInteger(raw)` is null. */
export function notAnInteger(name: string, raw: string): ValidationErrorItem {
  return {
    type: 'int_parsing',
    loc: ['path', name],
    msg: 'Input should be a valid integer, unable to parse string as an integer',
    input: raw,
  };
}
