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

/**
 * The limits that the operator has configured. They are not known when the DTO classes are loaded, but only when the process
 * starts.
 */
export interface RequestLimits {
  /** Maximum number of identifiers in one request. */
  readonly maxBatch: number;
}

/** The maximum length of a list. It is a number, or a function that computes it from the operator's limits. */
export type ListBound = number | ((limits: RequestLimits) => number);

/**
 * A check of a value. It adds everything that is wrong with the value to `faults`.
 * @returns the value that the handler gets. That is the sent value itself, unless something in it has to be changed: unknown members
 * are removed, defaults are filled in, and texts of a URL become numbers.
 */
export type Check = (value: unknown, faults: Fault[]) => unknown;

/** A function that returns a sentence about what is wrong with a value, or null if nothing is. */
export type FlawOf<Value> = (value: Value) => string | null;

type RuleMaker = (constraints: readonly unknown[], limits: RequestLimits) => Check;

/** The names of this project's own decorators in the metadata of class-validator. */
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

/**
 * For each decorator of a member, by its name in the metadata, the function that makes the check. The order matters: the checks
 * run in the order of this list.
 */
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

/** Makes the check for a decorator. The result is undefined if there is no rule for the decorator. */
export function ruleOf(name: string, constraints: readonly unknown[], limits: RequestLimits): Check | undefined {
  return rules.get(name)?.(constraints, limits);
}

/** The position of a decorator in the order of checks. The order in which a class lists its decorators has no effect. */
export function rankOf(name: string | undefined): number {
  return [...rules.keys()].indexOf(name ?? '');
}

/**
 * Whether a decorator says of which kind the value of a member is, such as a text or a list. The decorator for a nested object
 * says so, too, although it has no name.
 */
export function isKind(name: string | undefined): boolean {
  return rankOf(name) < rankOf(MAX_LENGTH);
}

export function isList(name: string | undefined): boolean {
  return name === ownRules.boundedList;
}

export function boundUnder(limits: RequestLimits, bound: ListBound): number {
  return typeof bound === 'number' ? bound : bound(limits);
}

/**
 * Makes a check that runs several checks one after the other. A check runs only if the checks before it have found nothing wrong.
 */
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

/** Makes a check for a list, which runs another check on each item. */
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

/** Makes a check from a rule. The check must run only on values of the kind that the rule expects. */
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

/**
 * Makes a check for a whole number in the URL. There every value is a text, so the check also converts the text to the number.
 */
function wholeNumber(min: number, max: number): Check {
  return (value, faults) => {
    const number = typeof value === 'string' ? parsePathInteger(value) : null;
    const reason = flawOfNumber(value, number, min, max);
    if (reason !== null) faults.push({ reason, input: value, path: [] });
    return reason === null ? Number(number) : value;
  };
}

/** The smallest and the largest number that are allowed, and whether the number must be whole. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
}

/** Makes a check for a number in a JSON body. A text that contains a number, such as `"5"`, is refused. */
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

/** Makes a check for the length of a list. If a list is too long, that is its only error, and its items are not checked. */
function boundedList(max: number): Check {
  return (value, faults) => {
    if (!Array.isArray(value)) faults.push({ reason: notList, input: value, path: [] });
    else if (value.length > max) faults.push({ reason: tooLong(max, value.length), input: value, path: [] });
    return value;
  };
}

/**
 * Makes a check for a value that must be either a flag or a list of texts. If it is neither, the errors of both alternatives are
 * reported. The path of each error contains the name that pydantic gives to the alternative.
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
