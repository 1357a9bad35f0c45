/**
 * One entry of the `detail` array of a 422 answer, with the members of FastAPI and pydantic v2.
 * Build it with the keys in this order: it is the order on the wire.
 */
export interface ValidationErrorItem {
  /** Stable machine-readable name, such as `missing` or `string_type`. */
  type: string;
  /** Where the offending value stands: `body`, `query` or `path`, then member names and zero-based list indexes. */
  loc: (string | number)[];
  /** A sentence for people. */
  msg: string;
  /** The offending value as it was received; for `missing`, the object that lacks the member. */
  input: unknown;
  /** The parameters that the sentence was made from; only for the types that have some. */
  ctx?: Record<string, unknown>;
}

/** A request whose body or path does not fit its DTO; answered with 422 and all the items at once. */
export class ValidationException extends Error {
  constructor(readonly items: readonly ValidationErrorItem[]) {
    super('The request does not fit its DTO');
  }
}

/**
 * The 422 answer for one value that a rule of ours refuses.
 * @param loc where the value stands, see {@link ValidationErrorItem}
 * @param text what is wrong, as the end of a sentence
 */
export function invalidValue(loc: ValidationErrorItem['loc'], text: string, input: unknown): ValidationException {
  const msg = `Value error, ${text}`;
  return new ValidationException([{ type: 'value_error', loc, msg, input, ctx: { error: {} } }]);
}

/** Sign, digits in groups, a fraction of zeros; blanks around. `\p{White_Space}` rather than `\s`, which adds U+FEFF. */
const integer = /^\p{White_Space}*([+-]?\d+(?:_\d+)*)(?:\.0+)?\p{White_Space}*$/u;

/**
 * Reads an integer from one decoded path segment as generously as pydantic does: `+5`, `007`, `1_000`, `1.0` and blanks
 * around are integers; `1.5`, `1e3`, `0x10` and digits outside ASCII are not. There is no largest integer: an id that is
 * too long to exist is a valid integer, for which the caller finds nothing.
 *
 * @returns null when `raw` is not an integer
 */
export function parsePathInteger(raw: string): bigint | null {
  const digits = integer.exec(raw)?.[1];
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
