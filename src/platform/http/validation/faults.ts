import type { ValidationErrorItem } from './validation-exception.js';

/**
 * An error repeats the value that was sent only if the value is not nested deeper than this. JSON.stringify calls itself for each
 * level, so a value with some thousands of levels would cause a RangeError.
 */
const maxEchoDepth = 100;

/**
 * All errors of an answer together repeat sent values of about this many characters at most. If each error of a 5 MB body
 * repeated the whole body, writing the answer would block other requests for seconds.
 */
const maxEchoCharacters = 500_000;

/** What is wrong with a value, in the words of pydantic. */
export type Reason = Pick<ValidationErrorItem, 'type' | 'msg' | 'ctx'>;

/** Something wrong in a request. */
export interface Fault {
  readonly reason: Reason;
  /** The wrong value. It is sent back to the client, unless it is too long or nested too deeply. */
  readonly input: unknown;
  /**
   * The names and indexes that lead to the value, beginning with the innermost. Each level adds its own name or index when its
   * check returns.
   */
  readonly path: (string | number)[];
}

/** The part of the request that a schema validates: the JSON body or the query string. */
export type CheckedPart = 'body' | 'query';

export const notText: Reason = { type: 'string_type', msg: 'Input should be a valid string' };
export const notFlag: Reason = { type: 'bool_type', msg: 'Input should be a valid boolean' };
export const notList: Reason = { type: 'list_type', msg: 'Input should be a valid list' };
export const notNumber: Reason = { type: 'float_type', msg: 'Input should be a valid number' };
export const fractionalInteger: Reason = {
  type: 'int_from_float',
  msg: 'Input should be a valid integer, got a number with a fractional part',
};
export const notInteger: Reason = { type: 'int_type', msg: 'Input should be a valid integer' };
export const unreadableInteger: Reason = {
  type: 'int_parsing',
  msg: 'Input should be a valid integer, unable to parse string as an integer',
};
export const notDate: Reason = { type: 'date_type', msg: 'Input should be a valid date' };
export const notDictionary: Reason = { type: 'dict_type', msg: 'Input should be a valid dictionary' };
export const notObject: Reason = {
  type: 'model_attributes_type',
  msg: 'Input should be a valid dictionary or object to extract fields from',
};
/** The error for an absent member. Its `input` is the object in which the member is missing. */
export const missing: Reason = { type: 'missing', msg: 'Field required' };

export function notOneOf(values: readonly string[]): Reason {
  const quoted = values.map((value) => `'${value}'`);
  const expected = [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter(Boolean).join(' or ');
  return { type: 'enum', msg: `Input should be ${expected}`, ctx: { expected } };
}

export function malformedDate(error: string): Reason {
  return {
    type: 'date_from_datetime_parsing',
    msg: `Input should be a valid date or datetime, ${error}`,
    ctx: { error },
  };
}

export function tooSmall(min: number): Reason {
  return { type: 'greater_than_equal', msg: `Input should be greater than or equal to ${min}`, ctx: { ge: min } };
}

export function tooLarge(max: number): Reason {
  return { type: 'less_than_equal', msg: `Input should be less than or equal to ${max}`, ctx: { le: max } };
}

export function tooLong(max: number, length: number): Reason {
  return {
    type: 'too_long',
    msg: `List should have at most ${max} ${max === 1 ? 'item' : 'items'} after validation, not ${length}`,
    ctx: { field_type: 'List', max_length: max, actual_length: length },
  };
}

export function textTooLong(max: number): Reason {
  return {
    type: 'string_too_long',
    msg: `String should have at most ${max} characters`,
    ctx: { max_length: max },
  };
}

/**
 * The error for a value that breaks a rule. `ctx.error` is an empty object, as in FastAPI: there it is a Python exception, which
 * becomes an empty object in JSON.
 */
export function valueError(text: string): Reason {
  return { type: 'value_error', msg: `Value error, ${text}`, ctx: { error: {} } };
}

/**
 * Adds the name or index of a value to the paths of the errors inside it.
 * @param step the name or index; it is added to every error from index `start` on
 */
export function addStep(faults: readonly Fault[], start: number, step: string | number): void {
  for (let index = start; index < faults.length; index += 1) faults[index]?.path.push(step);
}

/** Turns the errors into the items of a 422 answer, in the same order. */
export function itemsOf(faults: readonly Fault[], part: CheckedPart): ValidationErrorItem[] {
  const echo = new Echo();
  return faults.map(({ reason: { type, msg, ctx }, input, path }) => {
    const loc = [part, ...path.toReversed()];
    return { type, loc, msg, input: echo.of(input), ...(ctx && { ctx }) };
  });
}

/**
 * Decides whether an answer repeats a value that was sent. It does not if the value is nested too deeply, or if the values that
 * are repeated would together become too long.
 */
class Echo {
  private left = maxEchoCharacters;

  of(value: unknown): unknown {
    return this.hasRoomFor(value, maxEchoDepth) ? value : null;
  }

  /**
   * Subtracts the characters of a value from the number of characters that the answer may still repeat. It returns false as soon
   * as this number is used up, or if the value is nested too deeply.
   */
  private hasRoomFor(value: unknown, levels: number): boolean {
    this.left -= typeof value === 'string' ? value.length + 2 : 4;
    if (this.left < 0) return false;
    if (typeof value !== 'object' || value === null) return true;
    if (levels === 0) return false;
    if (Array.isArray(value)) return value.every((item) => this.hasRoomFor(item, levels - 1));
    for (const name in value) {
      this.left -= name.length + 4;
      if (!this.hasRoomFor((value as Record<string, unknown>)[name], levels - 1)) return false;
    }
    return true;
  }
}
