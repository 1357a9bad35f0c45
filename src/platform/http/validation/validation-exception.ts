/**
 * An item of the list `detail` in a 422 answer. It has the members of FastAPI and pydantic v2. Create it with the keys
 * in this order, because answers have the keys in the order of creation.
 */
export interface ValidationErrorItem {
  /** The kind of error for programs, such as `missing` or `string_type`. It never changes. */
  type: string;
  /** The path to the wrong value: `body`, `query` or `path`, followed by names of members and indexes from 0. */
  loc: (string | number)[];
  /** What is wrong, as a sentence for people. */
  msg: string;
  /** The wrong value as it was received; for `missing`, the object that lacks the member. */
  input: unknown;
  /** The numbers and texts in the sentence; only for types that have some. */
  ctx?: Record<string, unknown>;
}

/** A request with values that its DTO class does not allow. It is answered with 422 and all errors at once. */
export class ValidationException extends Error {
  constructor(readonly items: readonly ValidationErrorItem[]) {
    super('The request has values that its schema does not allow');
  }
}

/**
 * The 422 error for a value that breaks a rule of the service.
 * @param loc the path to the value, see {@link ValidationErrorItem}
 * @param text what is wrong, as the end of a sentence
 */
export function invalidValue(loc: ValidationErrorItem['loc'], text: string, input: unknown): ValidationException {
  const msg = `Value error, ${text}`;
  return new ValidationException([{ type: 'value_error', loc, msg, input, ctx: { error: {} } }]);
}

/**
 * An integer in a path: blanks, a sign, digits in groups, a fraction of zeros, blanks. `\s` would also match U+FEFF,
 * which pydantic does not.
 */
const integer = /^\p{White_Space}*([+-]?\d+(?:_\d+)*)(?:\.0+)?\p{White_Space}*$/u;

/**
 * Reads an integer from a segment of the path as pydantic does. `+5`, `007`, `1_000`, `1.0` and a number between blanks
 * are integers; `1.5`, `1e3`, `0x10` and digits outside ASCII are not. An integer can have any number of digits; the
 * caller finds nothing for one that is too large.
 * @param raw the decoded segment
 * @returns null when the segment is not an integer
 */
export function parsePathInteger(raw: string): bigint | null {
  const digits = integer.exec(raw)?.[1];
  return digits === undefined ? null : BigInt(digits.replaceAll('_', ''));
}

/** The 422 item for a path parameter that is not an integer. */
export function notAnInteger(name: string, raw: string): ValidationErrorItem {
  return {
    type: 'int_parsing',
    loc: ['path', name],
    msg: 'Input should be a valid integer, unable to parse string as an integer',
    input: raw,
  };
}
