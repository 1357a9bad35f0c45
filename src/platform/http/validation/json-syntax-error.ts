import type { ValidationErrorItem } from './validation-exception.js';

/** Where Python's decoder gives up on a text, counted in characters (code points), and what it says. */
export interface JsonSyntaxError {
  offset: number;
  reason: string;
}

/** What the scanner expects next. */
type Step = 'value' | 'firstItem' | 'key' | 'firstKey' | 'afterValue';

type Closer = ']' | '}';

/** A fault at a UTF-16 index. */
interface Fault {
  index: number;
  reason: string;
}

/**
 * Finds where and why Python's `json` would refuse `text`. JSON.parse says neither in a stable way. Takes linear time,
 * and the nesting of the text costs heap, not stack.
 *
 * @param text a text that JSON.parse refused, without byte order mark. NaN and Infinity, which Python would take, are
 *   an `Expecting value` here
 */
export function locateJsonSyntaxError(text: string): JsonSyntaxError {
  const { index, reason } = new Scanner(text).firstFault();
  return { offset: codePoints(text, index), reason };
}

/** The 422 item for a body that JSON.parse refused. */
export function malformedJson(text: string): ValidationErrorItem {
  const { offset, reason } = locateJsonSyntaxError(text);
  return { type: 'json_invalid', loc: ['body', offset], msg: 'JSON decode error', input: {}, ctx: { error: reason } };
}

class Scanner {
  private at = 0;
  private readonly open: Closer[] = [];

  constructor(private readonly text: string) {}

  firstFault(): Fault {
    let next: Step | Fault = 'value';
    while (typeof next === 'string') {
      this.skipSpace();
      next = this[next]();
    }
    return next;
  }

  private value(): Step | Fault {
    switch (this.text[this.at]) {
      case '{':
        return this.enter('}');
      case '[':
        return this.enter(']');
      case '"':
        return this.string() ?? 'afterValue';
      default:
        return this.scalar();
    }
  }

  private firstItem(): Step | Fault {
    return this.text[this.at] === ']' ? this.leave() : this.value();
  }

  private firstKey(): Step | Fault {
    return this.text[this.at] === '}' ? this.leave() : this.key();
  }

  private key(): Step | Fault {
    if (this.text[this.at] !== '"') return this.fault('Expecting property name enclosed in double quotes');
    const fault = this.string();
    if (fault) return fault;
    this.skipSpace();
    if (this.text[this.at] !== ':') return this.fault("Expecting ':' delimiter");
    this.at++;
    return 'value';
  }

  private afterValue(): Step | Fault {
    const closer = this.open.at(-1);
    if (closer === undefined) return this.fault('Extra data');
    if (this.text[this.at] === closer) return this.leave();
    if (this.text[this.at] !== ',') return this.fault("Expecting ',' delimiter");
    this.at++;
    return closer === '}' ? 'key' : 'value';
  }

  private enter(closer: Closer): Step {
    this.open.push(closer);
    this.at++;
    return closer === '}' ? 'firstKey' : 'firstItem';
  }

  private leave(): Step {
    this.open.pop();
    this.at++;
    return 'afterValue';
  }

  private scalar(): Step | Fault {
    const literal = ['true', 'false', 'null'].find((word) => this.text.startsWith(word, this.at));
    const end = literal === undefined ? numberEnd(this.text, this.at) : this.at + literal.length;
    if (end === this.at) return this.fault('Expecting value');
    this.at = end;
    return 'afterValue';
  }

  /** Moves behind the string whose opening quote stands here. */
  private string(): Fault | null {
    const start = this.at;
    for (this.at++; this.at < this.text.length; this.at++) {
      const char = this.text.charAt(this.at);
      if (char === '"') {
        this.at++;
        return null;
      }
      if (char < ' ') return this.fault('Invalid control character at');
      const fault = char === '\\' ? this.escape() : null;
      if (fault) return fault;
    }
    return { index: start, reason: 'Unterminated string starting at' };
  }

  /** Moves to the last character of the escape sequence whose backslash stands here. */
  private escape(): Fault | null {
    const kind = this.text.charAt(this.at + 1);
    if (kind === 'u') {
      this.at++;
      // The fifth character: Python wants something behind the digits, be it only the closing quote.
      if (!/^[0-9a-fA-F]{4}[^]$/.test(this.text.slice(this.at + 1, this.at + 6))) {
        return this.fault('Invalid \\uXXXX escape');
      }
      this.at += 4;
      return null;
    }
    if (!'"\\/bfnrt'.includes(kind)) return this.fault('Invalid \\escape');
    // Behind a backslash that ends the text `kind` is empty, and the loop in `string` finds the end by itself.
    this.at++;
    return null;
  }

  private skipSpace(): void {
    while (' \t\n\r'.includes(this.text[this.at] ?? 'end')) this.at++;
  }

  private fault(reason: string): Fault {
    return { index: this.at, reason };
  }
}

/** Where the longest number that starts at `start` ends; `start` itself when none does. */
function numberEnd(text: string, start: number): number {
  const first = text[start] === '-' ? start + 1 : start;
  const whole = text[first] === '0' ? first + 1 : digitsEnd(text, first);
  if (whole === first) return start;
  const fraction = text[whole] === '.' ? digitsEnd(text, whole + 1) : whole;
  // A point or an `e` without digits behind it is not part of the number: it is what follows the number.
  const end = fraction === whole + 1 ? whole : fraction;
  if (text[end] !== 'e' && text[end] !== 'E') return end;
  const power = text[end + 1] === '+' || text[end + 1] === '-' ? end + 2 : end + 1;
  const powerEnd = digitsEnd(text, power);
  return powerEnd === power ? end : powerEnd;
}

function digitsEnd(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** How many characters stand before a UTF-16 index; the two halves of a surrogate pair are one. */
function codePoints(text: string, end: number): number {
  let pairs = 0;
  for (let at = 1; at < end; at++) {
    const isLow = (text.charCodeAt(at) & 0xfc00) === 0xdc00;
    if (isLow && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) pairs++;
  }
  return end - pairs;
}
