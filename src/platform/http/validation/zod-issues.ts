import type { z } from 'zod';
import type { ValidationErrorItem } from './validation-error.js';

/** JSON.stringify recurses, so a value nested some thousands deep would end the answer in a RangeError. */
const DEEPEST_ECHO = 100;

/**
 * Most characters of all values that an answer echoes, roughly. A body of 5 MB whose faults each repeat all of it would take
 * seconds to write, in which nobody else is answered.
 */
const LONGEST_ECHO = 500_000;

/** What zod calls the expected type, and how the wire reports a value of another one. */
const WRONG_TYPE = new Map<string, Reason>([
  ['string', { type: 'string_type', msg: 'Input should be a valid string' }],
  ['boolean', { type: 'bool_type', msg: 'Input should be a valid boolean' }],
  ['array', { type: 'list_type', msg: 'Input should be a valid list' }],
  ['date', { type: 'date_type', msg: 'Input should be a valid date' }],
  [
    'object',
    {
      type: 'model_attributes_type',
      msg: 'Input should be a valid dictionary or object to extract fields from',
    },
  ],
]);

type Reason = Pick<ValidationErrorItem, 'type' | 'msg' | 'ctx'>;

/** What a schema checks as a whole. */
export type CheckedPart = 'body' | 'query';

/** A value of the request: where it stands, the value (undefined when absent), and the object or list around it. */
interface Site {
  loc: (string | number)[];
  value: unknown;
  parent: unknown;
}

/**
 * Restates zod's issues as the items of a 422 answer, in zod's order: members as declared, list items by index.
 *
 * @param issues every issue of one failed check of `sent`; the shapes in `shapes.ts` say what they mean through zod's
 *   own vocabulary, and any issue without a counterpart on the wire becomes a `value_error` with zod's message
 * @param sent the parsed JSON, or the parameters of the URL, that was checked, not zod's output: values are echoed from
 *   it; undefined or null when the request had none
 * @param part where that stands in the request
 */
export function validationErrors(
  issues: readonly z.core.$ZodIssue[],
  sent: unknown,
  part: CheckedPart = 'body',
): ValidationErrorItem[] {
  if (sent === undefined || sent === null) return [missing([part], null)];
  const root: Site = { loc: [part], value: sent, parent: null };
  const echo = new Echo();
  return issues.flatMap((issue) => itemsOf(issue, root, echo));
}

function itemsOf(issue: z.core.$ZodIssue, from: Site, echo: Echo): ValidationErrorItem[] {
  const site = issue.path.reduce(member, from);
  // JSON has no undefined, so it can only mean that the member was not sent.
  if (site.value === undefined) return [missing(site.loc, echo.of(site.parent))];
  if (issue.code === 'invalid_union') return unionItems(issue, site, echo);
  const { type, msg, ctx } = reasonOf(issue, site.value);
  return [{ type, loc: site.loc, msg, input: echo.of(site.value), ...(ctx && { ctx }) }];
}

/** Each alternative reports its own failures, under its label: see `flagOrTexts` for how the labels get here. */
function unionItems(issue: z.core.$ZodIssueInvalidUnion, site: Site, echo: Echo): ValidationErrorItem[] {
  const labels = issue.message.split(' | ');
  return issue.errors.flatMap((issues, alternative) => {
    const labelled = { ...site, loc: [...site.loc, labels[alternative] ?? alternative] };
    return issues.flatMap((inner) => itemsOf(inner, labelled, echo));
  });
}

function member(parent: Site, key: PropertyKey): Site {
  const container = parent.value;
  const isOwn = typeof container === 'object' && container !== null && Object.hasOwn(container, key);
  return {
    loc: [...parent.loc, typeof key === 'number' ? key : String(key)],
    value: isOwn ? (container as Record<PropertyKey, unknown>)[key] : undefined,
    parent: container,
  };
}

function reasonOf(issue: z.core.$ZodIssue, value: unknown): Reason {
  switch (issue.code) {
    case 'invalid_type':
      return WRONG_TYPE.get(issue.expected) ?? valueError(issue.message);
    case 'invalid_value':
      return notOneOf(issue.values);
    case 'invalid_format':
      return issue.format === 'date' ? notADate(issue.message) : valueError(issue.message);
    case 'too_big':
      if (typeof value === 'string') return textTooLong(Number(issue.maximum));
      return Array.isArray(value) ? tooLong(Number(issue.maximum), value.length) : valueError(issue.message);
    default:
      return valueError(issue.message);
  }
}

function missing(loc: (string | number)[], around: unknown): ValidationErrorItem {
  return { type: 'missing', loc, msg: 'Field required', input: around };
}

function notOneOf(values: readonly unknown[]): Reason {
  const quoted = values.map((value) => `'${String(value)}'`);
  const expected = [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter(Boolean).join(' or ');
  return { type: 'enum', msg: `Input should be ${expected}`, ctx: { expected } };
}

function notADate(error: string): Reason {
  return {
    type: 'date_from_datetime_parsing',
    msg: `Input should be a valid date or datetime, ${error}`,
    ctx: { error },
  };
}

function tooLong(max: number, length: number): Reason {
  return {
    type: 'too_long',
    msg: `List should have at most ${max} ${max === 1 ? 'item' : 'items'} after validation, not ${length}`,
    ctx: { field_type: 'List', max_length: max, actual_length: length },
  };
}

function textTooLong(max: number): Reason {
  return {
    type: 'string_too_long',
    msg: `String should have at most ${max} characters`,
    ctx: { max_length: max },
  };
}

/** The empty `ctx.error` is what is left of a Python exception once it is written as JSON; clients see it, so we send it. */
function valueError(text: string): Reason {
  return { type: 'value_error', msg: `Value error, ${text}`, ctx: { error: {} } };
}

/** The values that an answer repeats from the request, as long as they are neither too deep nor, together, too long. */
class Echo {
  private left = LONGEST_ECHO;

  of(value: unknown): unknown {
    return this.take(value, DEEPEST_ECHO) ? value : null;
  }

  /** Looks no further than what is left. */
  private take(value: unknown, levels: number): boolean {
    this.left -= typeof value === 'string' ? value.length + 2 : 4;
    if (this.left < 0) return false;
    if (typeof value !== 'object' || value === null) return true;
    if (levels === 0) return false;
    if (Array.isArray(value)) return value.every((item) => this.take(item, levels - 1));
    for (const name in value) {
      this.left -= name.length + 4;
      if (!this.take((value as Record<string, unknown>)[name], levels - 1)) return false;
    }
    return true;
  }
}
