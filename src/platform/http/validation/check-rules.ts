import { IS_BOOLEAN, IS_IN, IS_STRING, MAX_LENGTH } from 'class-validator';
import {
  addStep,
  fractionalInteger,
  malformedDate,
  notDictionary,
  notDate,
  notFlag,
  notInteger,
  notList,
  notNumber,
  notOneOf,
  notText,
  textTooLong,
  tooLarge,
  tooLong,
  tooSmall,
  unreadableInteger,
  valueError,
  type Fault,
  type Reason,
} from './faults.js';
import { isoDateFlaw } from './iso-date.js';
import { parsePathInteger } from './validation-exception.js';

/** The limits that the operator has set. They are known only when the process starts. */
export interface RequestLimits {
  /** Maximum number of identifiers in one request. */
  readonly maxBatch: number;
}

/** The maximum length of a list: a number, or a function of the limits that the operator has set. */
export type ListBound = number | ((limits: RequestLimits) => number);

/**
 * A check of a value. It adds what is wrong to `faults`.
 * @returns the value for the handler: the sent value itself, unless members have to be dropped or filled in
 */
export type Check = (value: unknown, faults: Fault[]) => unknown;

/** A function that returns what is wrong with a value, as a sentence, or null. */
export type FlawOf<Value> = (value: Value) => string | null;

type RuleMaker = (constraints: readonly unknown[], limits: RequestLimits) => Check;

/** The names in the metadata of the decorators that class-validator does not have. */
export const ownRules = {
  isoDate: 'isoDate',
  anyObject: 'anyObject',
  wholeNumber: 'wholeNumber',
  jsonNumber: 'jsonNumber',
  boundedList: 'boundedList',
  flagOrTexts: 'flagOrTexts',
  valueRule: 'valueRule',
  modelRule: 'modelRule',
} as const;

const text = requires((value) => typeof value === 'string', notText);
const anyObject = requires(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  notDictionary,
);
const flag = requires((value) => typeof value === 'boolean', notFlag);

/** The rule that each decorator of a member stands for, by the name of the decorator in the metadata. */
const rules: ReadonlyMap<string, RuleMaker> = new Map<string, RuleMaker>([
  [IS_STRING, () => text],
  [IS_BOOLEAN, () => flag],
  [IS_IN, ([values]) => oneOf(values as readonly string[])],
  [ownRules.isoDate, () => isoDate],
  [ownRules.anyObject, () => anyObject],
  [ownRules.wholeNumber, ([min, max]) => wholeNumber(min as number, max as number)],
  [ownRules.jsonNumber, ([range]) => jsonNumber(range as NumberRange)],
  [ownRules.boundedList, ([max], limits) => boundedList(boundUnder(limits, max as ListBound))],
  [ownRules.flagOrTexts, ([max]) => flagOrTexts(max as number)],
  [MAX_LENGTH, ([max]) => requires((value) => (value as string).length <= (max as number), textTooLong(max as number))],
  [ownRules.valueRule, ([flawOf]) => valueRule(flawOf as FlawOf<unknown>)],
]);

/** The check for a decorator; undefined if the decorator has no rule. */
export function ruleOf(name: string, constraints: readonly unknown[], limits: RequestLimits): Check | undefined {
  return rules.get(name)?.(constraints, limits);
}

/** The position of a decorator among the decorators of a member when they are checked. Their order in the class has no effect. */
export function rankOf(name: string | undefined): number {
  return [...rules.keys()].indexOf(name ?? '');
}

/** Whether a decorator states the kind of value of a member. The one for a nested object does, too; it has no name. */
export function isKind(name: string | undefined): boolean {
  return rankOf(name) < rankOf(MAX_LENGTH);
}

export function isList(name: string | undefined): boolean {
  return name === ownRules.boundedList;
}

export function boundUnder(limits: RequestLimits, bound: ListBound): number {
  return typeof bound === 'number' ? bound : bound(limits);
}

/** A check that runs several checks in turn. Each runs only if those before it have found nothing. */
export function sequence(checks: readonly Check[]): Check {
  const [first, ...others] = checks;
  if (first !== undefined && others.length === 0) return first;
  return (value, faults) => {
    const start = faults.length;
    let kept = value;
    for (const check of checks) {
      if (faults.length === start) kept = check(kept, faults);
    }
    return kept;
  };
}

/** A check that runs another check on each item of a list. */
export function eachItem(check: Check): Check {
  return (value, faults) => {
    const list = value as readonly unknown[];
    let copy: unknown[] | undefined;
    for (let index = 0; index < list.length; index += 1) {
      const start = faults.length;
      const kept = check(list[index], faults);
      if (faults.length > start) addStep(faults, start, index);
      if (kept === list[index]) continue;
      copy ??= [...list];
      copy[index] = kept;
    }
    return copy ?? list;
  };
}

/** A check that runs a rule on a value of the right kind. */
export function valueRule(flawOf: FlawOf<unknown>): Check {
  return (value, faults) => {
    const flaw = flawOf(value);
    if (flaw !== null) faults.push({ reason: valueError(flaw), input: value, path: [] });
    return value;
  };
}

function requires(isRight: (value: unknown) => boolean, reason: Reason): Check {
  return (value, faults) => {
    if (!isRight(value)) faults.push({ reason, input: value, path: [] });
    return value;
  };
}

function oneOf(values: readonly string[]): Check {
  const all = new Set<unknown>(values);
  return requires((value) => all.has(value), notOneOf(values));
}

function isoDate(value: unknown, faults: Fault[]): unknown {
  if (typeof value !== 'string') faults.push({ reason: notDate, input: value, path: [] });
  else {
    const flaw = isoDateFlaw(value);
    if (flaw !== null) faults.push({ reason: malformedDate(flaw), input: value, path: [] });
  }
  return value;
}

/** A check for a whole number in the URL, where every value is a text. Its result is the number. */
function wholeNumber(min: number, max: number): Check {
  return (value, faults) => {
    const number = typeof value === 'string' ? parsePathInteger(value) : null;
    const reason = flawOfNumber(value, number, min, max);
    if (reason !== null) faults.push({ reason, input: value, path: [] });
    return reason === null ? Number(number) : value;
  };
}

/** The range of a number, which includes both bounds, and whether the number must be whole. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
}

/** A check for a number in a JSON body. It refuses a text that contains a number. */
function jsonNumber(range: NumberRange): Check {
  return (value, faults) => {
    const reason = flawOfJsonNumber(value, range);
    if (reason !== null) faults.push({ reason, input: value, path: [] });
    return value;
  };
}

function flawOfJsonNumber(value: unknown, { min, max, isWhole = false }: NumberRange): Reason | null {
  if (typeof value !== 'number') return isWhole ? notInteger : notNumber;
  if (isWhole && !Number.isInteger(value)) return fractionalInteger;
  if (value < min) return tooSmall(min);
  return value > max ? tooLarge(max) : null;
}

function flawOfNumber(value: unknown, number: bigint | null, min: number, max: number): Reason | null {
  if (number === null) return typeof value === 'string' ? unreadableInteger : notInteger;
  if (number < min) return tooSmall(min);
  return number > max ? tooLarge(max) : null;
}

/** A check for the length of a list. A list that is too long has one error, and its items are not checked. */
function boundedList(max: number): Check {
  return (value, faults) => {
    if (!Array.isArray(value)) faults.push({ reason: notList, input: value, path: [] });
    else if (value.length > max) faults.push({ reason: tooLong(max, value.length), input: value, path: [] });
    return value;
  };
}

/**
 * A check for a value that is either a flag or a list of texts. A value that is neither gets the errors of both
 * alternatives, each under the name that pydantic gives the alternative.
 */
function flagOrTexts(max: number): Check {
  const texts = sequence([boundedList(max), eachItem(text)]);
  const nonEmpty = valueRule((list) =>
    (list as unknown[]).length > 0 ? null : 'the list should name at least one item',
  );
  return (value, faults) => {
    if (typeof value === 'boolean') return value;
    const start = faults.length;
    faults.push({ reason: notFlag, input: value, path: ['bool'] });
    const startOfTexts = faults.length;
    texts(value, faults);
    if (faults.length > startOfTexts) {
      addStep(faults, startOfTexts, 'list[str]');
      return value;
    }
    faults.length = start;
    return nonEmpty(value, faults);
  };
}
