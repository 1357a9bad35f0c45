import type { RequestLimits } from './check-rules.js';
import type { ValidationErrorItem } from './validation-exception.js';

/** The structure of a JSON text. */
export interface JsonSize {
  /** The number of values: objects, lists, and everything in them. `{"a":[1,2]}` has four. */
  readonly values: number;
  /** The maximum nesting of objects and lists. `{"a":[1,2]}` has two levels. */
  readonly depth: number;
}

/** The limits of a JSON text. A limit of its bytes alone would not limit the time and memory that parsing takes. */
export type JsonBounds = JsonSize;

export interface MeasuredJson extends JsonSize {
  /** The index of the byte at which a limit is exceeded; null if none is. */
  readonly excessAt: number | null;
}

/** The maximum nesting of a body. Requests need five levels, and messages of agents need a few more. */
const maxDepth = 64;

/**
 * The number of values that each identifier may have. A person with all members has nine values, so this is twice what
 * an identifier needs.
 */
const valuesPerIdentifier = 20;

/** The number of values that everything except the identifiers may have: twice what two lists of 1,000 names need. */
const otherValues = 4_000;

const [quote, comma, opening, closing] = [1, 2, 3, 4];

/** The meaning of each byte for the structure of JSON, if the byte is outside a string; 0 for a byte without such a meaning. */
const meaningOf = new Uint8Array(256);
meaningOf['"'.charCodeAt(0)] = quote;
meaningOf[','.charCodeAt(0)] = comma;
for (const bracket of '[{') meaningOf[bracket.charCodeAt(0)] = opening;
for (const bracket of ']}') meaningOf[bracket.charCodeAt(0)] = closing;

const quoteByte = '"'.charCodeAt(0);
const backslashByte = '\\'.charCodeAt(0);

/**
 * The limits for bodies. Every request with at most `MAX_BATCH` identifiers is within them, even with all members and
 * as many names as it may have.
 */
export function jsonBoundsFor({ maxBatch }: RequestLimits): JsonBounds {
  return { values: maxBatch * valuesPerIdentifier + otherValues, depth: maxDepth };
}

/**
 * Measures a JSON text without parsing it, in a third of the time that `JSON.parse` takes for a batch of companies. It
 * never fails: for a text that is not JSON it returns some numbers.
 * @param bytes the text in UTF-8, in which no byte of a longer character looks like a quote, comma or bracket
 */
export function measureJson(bytes: Uint8Array, bounds: JsonBounds): MeasuredJson {
  const { length } = bytes;
  let values = 1;
  let level = 0;
  let depth = 0;
  let excessAt: number | null = null;
  for (let index = 0; index < length; index += 1) {
    const meaning = meaningOf[bytes[index] ?? 0];
    if (meaning === 0) continue;
    if (meaning === quote) {
      index = endOfString(bytes, index);
      continue;
    }
    if (meaning === closing) {
      level -= 1;
      if (isEmpty(bytes, index)) values -= 1;
      continue;
    }
    // Each comma is followed by one more value, and so is an opening bracket, unless it is closed at once.
    values += 1;
    if (meaning === opening) {
      level += 1;
      if (level > depth) depth = level;
    }
    if (excessAt === null && (values > bounds.values + 1 || depth > bounds.depth)) excessAt = index;
  }
  const isWithin = values <= bounds.values && depth <= bounds.depth;
  return { values, depth, excessAt: isWithin ? null : (excessAt ?? length) };
}

/** The index of the quote that ends a string; the length of the text or more if there is none. */
function endOfString(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  let index = start + 1;
  while (index < length && bytes[index] !== quoteByte) index += bytes[index] === backslashByte ? 2 : 1;
  return index;
}

/** Whether nothing but white space is between a closing bracket and its opening one. */
function isEmpty(bytes: Uint8Array, closingAt: number): boolean {
  let index = closingAt - 1;
  while ((bytes[index] ?? quoteByte) <= 0x20) index -= 1;
  return meaningOf[bytes[index] ?? 0] === opening;
}

/** The 422 item for a body that exceeds a limit. It has no position, because the whole body is too large. */
export function tooComplexJson({ values, depth }: JsonSize, bounds: JsonBounds): ValidationErrorItem {
  const isTooDeep = depth > bounds.depth;
  const msg = isTooDeep
    ? `JSON should be nested at most ${bounds.depth} levels deep, not ${depth}`
    : `JSON should have at most ${bounds.values} values, not ${values}: send less in one request`;
  const ctx = isTooDeep
    ? { max_depth: bounds.depth, actual_depth: depth }
    : { max_values: bounds.values, actual_values: values };
  return { type: 'json_too_complex', loc: ['body'], msg, input: {}, ctx };
}
