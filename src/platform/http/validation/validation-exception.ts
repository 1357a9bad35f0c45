/**
 * An item of the list `detail` in a 422 answer. It has the members that FastAPI and pydantic v2 give it. Write the keys in this
 * order when you create an item, because they are sent in the order in which they were created.
 */
export interface ValidationErrorItem {
  /** The kind of error, for programs, such as `missing` or `string_type`. The name of a kind never changes. */
  type: string;
  /**
   * The path to the wrong value. It begins with `body`, `query` or `path`; names of members and indexes follow. Indexes count
   * from 0.
   */
  loc: (string | number)[];
  /** What is wrong, in a sentence for people. */
  msg: string;
  /** The wrong value as it was sent. For the type `missing` it is the object in which the member is missing. */
  input: unknown;
  /** The numbers and texts that occur in the sentence. Types without any do not have this key. */
  ctx?: Record<string, unknown>;
}

/** The error for a request with values that its DTO class does not allow. The answer is a 422 with all errors at once. */
export class ValidationException extends Error {
  constructor(readonly items: readonly ValidationErrorItem[]) {
    super('The request has values that its schema does not allow');
  }
}

/**
 * Makes the 422 error for a value that breaks a rule of the service.
 * @param loc the path to the value, as in {@link ValidationErrorItem}
 * @param text what is wrong; it becomes the end of the sentence "Value error, …"
 */
export function invalidValue(loc: ValidationErrorItem['loc'], text: string, input: unknown): ValidationException {
  const msg = `Value error, ${text}`;
  return new ValidationException([{ type: 'value_error', loc, msg, input, ctx: { error: {} } }]);
}

/**
 * Matches an integer in a path. It may have blanks around it, a sign, underscores between its digits, and a fraction of zeros.
 * The blanks are listed, because `\s` would also match U+FEFF, which pydantic does not accept.
 */
const integer = /^\p{White_Space}*([+-]?\d+(?:_\d+)*)(?:\.0+)?\p{White_Space}*$/u;

/**
 * Reads an integer from a segment of the path as pydantic does. `+5`, `007`, `1_000`, `1.0` and a number between blanks are
 * integers; `1.5`, `1e3`, `0x10` and digits outside ASCII are not. An integer may have any number of digits. If it is too large
 * for an id, the caller simply finds nothing.
 * @param raw the segment of the path, decoded
 * @returns null when the segment is not an integer
 */
export function parsePathInteger(raw: string): bigint | null {
  const digits = integer.exec(raw)?.[1];
  return digits === undefined ? null : BigInt(digits.replaceAll('_', ''));
}

/** The item of the 422 answer for a path parameter that is not an integer. */
export function notAnInteger(name: string, raw: string): ValidationErrorItem {
  return {
    type: 'int_parsing',
    loc: ['path', name],
    msg: 'Input should be a valid integer, unable to parse string as an integer',
    input: raw,
  };
}
