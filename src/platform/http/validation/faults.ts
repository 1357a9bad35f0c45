import type { ValidationErrorItem } from './validation-exception.js';

/** JSON.stringify recurses, so a value nested some thousands deep would end the answer in a RangeError. */
const maxEchoDepth = 100;

/**
 * Most characters of all values that an answer echoes, roughly. A body of 5 MB whose faults each repeat all of it would take
 * seconds to write, in which no other request is answered.
 */
const maxEchoCharacters = 500_000;

/** What is wrong with a value, in the words of pydantic. */
export type Reason = Pick<ValidationErrorItem, 'type' | 'msg' | 'ctx'>;

/** Something wrong in a request. */
export interface Fault {
  readonly reason: Reason;
  /** What the answer echoes, before it is bounded. */
  readonly input: unknown;
  /** The names and indexes that lead to the value, the last one first: each level adds its own on the way out. */
  readonly path: (string | number)[];
}

/** What is checked as a whole. */
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
export const notObject: Reason = {
  type: 'model_attributes_type',
  msg: 'Input should be a valid dictionary or object to extract fields from',
};
/** Its input is the object that lacks the member. */
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

/** The empty `ctx.error` is a Python exception written as JSON; clients of FastAPI get it. */
export function valueError(text: string): Reason {
  return { type: 'value_error', msg: `Value error, ${text}`, ctx: { error: {} } };
}

/** @param step the member or index at which the faults from `start` on were found */
export function addStep(faults: readonly Fault[], start: number, step: string | number): void {
  for (let index = start; index < faults.length; index += 1) faults[index]?.path.push(step);
}

/** The faults as the items of a 422 answer, in their order. */
export function itemsOf(faults: readonly Fault[], part: CheckedPart): ValidationErrorItem[] {
  const echo = new Echo();
  return faults.map(({ reason: { type, msg, ctx }, input, path }) => {
    const loc = [part, ...path.toReversed()];
    return { type, loc, msg, input: echo.of(input), ...(ctx && { ctx }) };
  });
}

/** The values that an answer repeats from the request, as long as they are neither too deep nor, together, too long. */
class Echo {
  private left = maxEchoCharacters;

  of(value: unknown): unknown {
    return this.hasRoomFor(value, maxEchoDepth) ? value : null;
  }

  /** Stops where the remaining characters are used up. */
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
