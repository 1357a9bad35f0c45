import type { ValidationErrorItem } from './validation-exception.js';

/** The maximum number of open brackets. */
const maxDepth = 500;

/**
 * Matches a number, `true`, `false` or `null`. In an incomplete number such as `1.` or `1e` it matches nothing, not even the
 * first digits.
 */
const scalar = /true|false|null|-?(?:0|[1-9]\d*(?!\d))(?:\.\d+(?!\d)|(?!\.))(?:[eE][+-]?\d+|(?![eE]))/y;

/** Matches a word that programs write for a number which is missing or infinite, or for no value, but which JSON does not have. */
const noNumber = /-?(?:NaN|nan|Infinity|inf)\b|(?:undefined|None|NaT|nil)\b/y;

const fourHexDigits = /[0-9a-fA-F]{4}/y;

const spaces = /[ \n\r\t]*/y;

const [space, quote, backslash, letterU] = [0x20, 0x22, 0x5c, 0x75];
const escapable: ReadonlySet<number> = new Set(Array.from('"\\/bfnrtu', (char) => char.charCodeAt(0)));

/** The first syntax error in a text. `index` is its position in UTF-16 code units. */
class Fault extends Error {
  constructor(
    readonly index: number,
    reason: string,
  ) {
    super(reason);
  }
}

/**
 * Makes the item of the 422 answer for a body that `JSON.parse` has refused. The text is scanned again, because `JSON.parse` does
 * not always say where the error is. In `loc` the position of the error is counted in characters (code points), as Python does.
 *
 * The time is proportional to the length of the text: some hundredths of a second for 5 MB. It cannot become longer, because
 * `measureJson` has limited the number of values.
 * @param text valid UTF-16, without a byte order mark
 */
export function malformedJson(text: string): ValidationErrorItem {
  const { index, message } = firstFault(text);
  const loc = ['body', index - surrogatePairsIn(text, index)];
  return { type: 'json_invalid', loc, msg: 'JSON decode error', input: {}, ctx: { error: message } };
}

/**
 * Does what {@link malformedJson} does, but for the beginning of a text. The text was cut off right before a comma or an opening
 * bracket, so the missing end is not an error.
 * @returns null when the beginning has no error
 */
export function malformedBeginning(text: string): ValidationErrorItem | null {
  return firstFault(text).index < text.length ? malformedJson(text) : null;
}

function firstFault(text: string): Fault {
  try {
    return scan(text);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/**
 * Finds the first syntax error of a text.
 * @returns the first error, unless it is inside a string, a number, `true`, `false` or `null`
 * @throws {Fault} the first error, if it is inside one of these
 */
function scan(text: string): Fault {
  const closers: ('}' | ']')[] = [];
  let expected: 'value' | 'property name' | 'colon' | 'comma' = 'value';
  let isClosable = false;
  for (let index = spaceEnd(text, 0); ; index = spaceEnd(text, index)) {
    const char = text.charAt(index);
    const closer = closers.at(-1);
    if (isClosable && char === closer) {
      closers.pop();
      expected = 'comma';
      index += 1;
    } else if (expected === 'comma') {
      if (closer === undefined) return new Fault(index, 'End of file expected');
      if (char !== ',') return new Fault(index, 'Comma expected');
      expected = closer === '}' ? 'property name' : 'value';
      isClosable = false;
      index += 1;
    } else if (expected === 'colon') {
      if (char !== ':') return new Fault(index, 'Colon expected');
      expected = 'value';
      index += 1;
    } else if (expected === 'property name') {
      if (char !== '"') return new Fault(index, 'Property name expected');
      expected = 'colon';
      isClosable = false;
      index = stringEnd(text, index);
    } else if (char === '{' || char === '[') {
      if (closers.length === maxDepth) return new Fault(index, `Nested more than ${maxDepth} levels deep`);
      closers.push(char === '{' ? '}' : ']');
      expected = char === '{' ? 'property name' : 'value';
      isClosable = true;
      index += 1;
    } else {
      index = char === '"' ? stringEnd(text, index) : scalarEnd(text, index);
      expected = 'comma';
      isClosable = true;
    }
  }
}

function spaceEnd(text: string, start: number): number {
  if (text.charCodeAt(start) > space) return start;
  spaces.lastIndex = start;
  spaces.test(text);
  return spaces.lastIndex;
}

function scalarEnd(text: string, start: number): number {
  scalar.lastIndex = start;
  if (!scalar.test(text)) throw new Fault(start, missingValue(text, start));
  return scalar.lastIndex;
}

/**
 * Says that a value is expected. Several languages write a missing or infinite number as a word that JSON does not have. The word is then
 * named, with what to send instead.
 */
function missingValue(text: string, start: number): string {
  noNumber.lastIndex = start;
  const word = noNumber.exec(text)?.[0];
  return word === undefined
    ? 'Value expected'
    : `Value expected: ${word} is not JSON, send null or leave the member out`;
}

/**
 * The index after the end of a string.
 * @throws {Fault} if the string is wrong; if it has no end, the position of the error is the beginning of the string
 */
function stringEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) return index + 1;
    if (code < space) throw new Fault(index, 'Invalid character');
    if (code !== backslash) continue;
    index += 1;
    const escaped = text.charCodeAt(index);
    if (index < text.length && !escapable.has(escaped)) throw new Fault(index - 1, 'Invalid escape character');
    fourHexDigits.lastIndex = index + 1;
    if (escaped === letterU && !fourHexDigits.test(text)) throw new Fault(index, 'Invalid unicode');
  }
  throw new Fault(start, 'Unexpected end of string');
}

function surrogatePairsIn(text: string, end: number): number {
  let pairs = 0;
  for (let index = 0; index < end; index += 1) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xdc00) pairs += 1;
  }
  return pairs;
}
