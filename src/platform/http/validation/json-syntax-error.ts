import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import type { ValidationErrorItem } from './validation-exception.js';

/** The parser is recursive, and a body may be made of brackets only. */
const maxDepth = 500;

/** The first fault of a text, at a UTF-16 index. */
class Fault extends Error {
  constructor(
    readonly index: number,
    reason: string,
  ) {
    super(reason);
  }
}

/**
 * The 422 item for a body that JSON.parse refused: The errors of JSON.parse do not always have the position.
 * `loc` has the offset in characters (code points), as Python's decoder counts. Takes linear time.
 *
 * @param text valid UTF-16, without byte order mark
 */
export function malformedJson(text: string): ValidationErrorItem {
  const { index, message } = firstFault(text);
  const loc = ['body', index - surrogatePairsIn(text, index)];
  return { type: 'json_invalid', loc, msg: 'JSON decode error', input: {}, ctx: { error: message } };
}

function firstFault(text: string): Fault {
  let depth = 0;
  const enter = (offset: number): void => {
    depth += 1;
    if (depth > maxDepth) throw new Fault(offset, `Nested more than ${maxDepth} levels deep`);
  };
  const leave = (): void => void (depth -= 1);
  const onError = (code: ParseErrorCode, offset: number): void => {
    // `PropertyNameExpected` becomes `Property name expected`.
    const reason = printParseErrorCode(code).replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    throw new Fault(text[offset] === '"' ? faultInString(text, offset) : offset, reason);
  };
  try {
    visit(
      text,
      { onObjectBegin: enter, onArrayBegin: enter, onObjectEnd: leave, onArrayEnd: leave, onError },
      { disallowComments: true },
    );
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  return new Fault(text.length, 'Not JSON');
}

const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The parser reports the start of a string; Python's decoder the character in it, unless the string has no end. */
function faultInString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (char === '"') return start;
    if (char < ' ') return index;
    if (char !== '\\') continue;
    escape.lastIndex = index;
    if (escape.test(text)) index = escape.lastIndex - 1;
    else if (index + 1 < text.length) return text[index + 1] === 'u' ? index + 1 : index;
  }
  return start;
}

function surrogatePairsIn(text: string, end: number): number {
  let pairs = 0;
  for (let index = 0; index < end; index += 1) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xdc00) pairs += 1;
  }
  return pairs;
}
