export type JsonObject = ReadonlyMap<string, unknown>;

const broken = Symbol('broken');
type Broken = typeof broken;

/** Objects and lists may be nested this deep. An answer needs two levels, and each level costs stack. */
const maxDepth = 20;

/**
 * How many characters are read for each character of the text. One reading takes each character about twice. Only texts that were made to
 * be read again and again reach the limit, and then the rest of the text is not read.
 */
const readingsOfText = 8;

const closingQuotes: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”' };
const blank = /\s/;
const bareKey = /[\p{L}_][\p{L}\d_-]{0,60}/uy;
const bareValue = /[\w.+-]{1,40}/y;
/** What can follow the comma behind a string, apart from a quotation mark, a bracket or a number. */
const bareMember = /[\p{L}_][\p{L}\d_-]{0,60}\s*[:,\]}]/uy;
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/**
 * Finds the JSON objects in any text, such as prose, code blocks and thoughts with other braces. It also reads what models write instead
 * of JSON: line breaks and unescaped quotation marks in strings, single quotation marks, bare keys, comments, and commas too many or too
 * few. Valid JSON is read as `JSON.parse` reads it.
 *
 * The work grows linearly with the text, also if the text was made to prevent that.
 * @param visit is called with each complete object, inner ones before the outer one. It returns whether the object is one that the caller
 *   looks for; braces within the strings of such an object are not read as objects.
 */
export function visitObjects(text: string, visit: (object: JsonObject) => boolean): void {
  new ObjectScan(text, visit).run();
}

class ObjectScan {
  private at = 0;
  private remaining: number;
  /** 1 at each brace that was read as the beginning of an object. Reading again from there would end in the same way. */
  private readonly read: Uint8Array;

  constructor(
    private readonly text: string,
    private readonly visit: (object: JsonObject) => boolean,
  ) {
    this.remaining = readingsOfText * text.length;
    this.read = new Uint8Array(text.length);
  }

  run(): void {
    let start = this.text.indexOf('{');
    while (start !== -1 && this.remaining > 0) {
      let next = start + 1;
      if (this.read[start] === 0) {
        this.at = start;
        if (this.object(0) === 'wanted') next = this.at;
      }
      start = this.text.indexOf('{', next);
    }
  }

  /** Reads an object that begins at the current character, and shows it to the visitor. */
  private object(depth: number): 'wanted' | JsonObject | Broken {
    this.read[this.at] = 1;
    this.at += 1;
    const members = new Map<string, unknown>();
    for (;;) {
      this.skipTo(',');
      const key = this.key();
      if (key === null) break;
      if (!this.takes(':')) return broken;
      const value = this.value(depth + 1);
      if (value === broken) return broken;
      members.set(key, value);
    }
    if (!this.takes('}')) return broken;
    return this.visit(members) && depth === 0 ? 'wanted' : members;
  }

  private list(depth: number): readonly unknown[] | Broken {
    this.at += 1;
    const items: unknown[] = [];
    for (;;) {
      this.skipTo(',');
      if (this.takes(']')) return items;
      const item = this.value(depth + 1);
      if (item === broken) return broken;
      items.push(item);
    }
  }

  private value(depth: number): unknown {
    this.skipBlanks();
    const sign = this.text.charAt(this.at);
    if (depth > maxDepth || this.remaining <= 0) return broken;
    if (sign === '{') return this.object(depth);
    if (sign === '[') return this.list(depth);
    if (sign in closingQuotes) return this.string();
    const word = this.match(bareValue);
    if (word === null) return broken;
    if (/^(null|none|undefined|nan)$/i.test(word)) return null;
    if (/^(true|false)$/i.test(word)) return word.toLowerCase() === 'true';
    const number = Number(word);
    return Number.isNaN(number) ? broken : number;
  }

  /** The key at the current character; null if there is none. */
  private key(): string | null {
    if (!(this.text.charAt(this.at) in closingQuotes)) return this.match(bareKey);
    const key = this.string();
    return key === broken ? null : key;
  }

  private string(): string | Broken {
    const closing = closingQuotes[this.text.charAt(this.at)] ?? '"';
    const begin = this.at + 1;
    const parts: string[] = [];
    let from = begin;
    for (let index = begin; index < this.text.length; index += 1) {
      const sign = this.text.charAt(index);
      if (sign === '\\') {
        parts.push(this.text.slice(from, index), this.escaped(index + 1));
        // An escaped character takes as long as several others.
        this.spend(4);
        index += this.text.charAt(index + 1) === 'u' && parts.at(-1) !== 'u' ? 5 : 1;
        from = index + 1;
      } else if (sign === closing && this.closes(index)) {
        this.spend(index - this.at);
        this.at = index + 1;
        return parts.join('') + this.text.slice(from, index);
      }
    }
    this.spend(this.text.length - this.at);
    this.at = this.text.length;
    return broken;
  }

  private escaped(index: number): string {
    const sign = this.text.charAt(index);
    const digits = this.text.slice(index + 1, index + 5);
    if (sign === 'u' && /^[\da-f]{4}$/i.test(digits)) return String.fromCharCode(Number.parseInt(digits, 16));
    return escapes[sign] ?? sign;
  }

  /** Whether a quotation mark ends its string. Models also write quotation marks inside strings without a backslash. */
  private closes(index: number): boolean {
    const next = this.afterBlanks(index + 1);
    const sign = this.text.charAt(next);
    if (sign === '' || sign === ':' || sign === '}' || sign === ']') return true;
    if (sign === '/') return '/*'.includes(this.text.charAt(next + 1));
    if (sign in closingQuotes) return this.text.slice(index + 1, next).includes('\n');
    if (sign !== ',') return false;
    const member = this.afterBlanks(next + 1);
    const first = this.text.charAt(member);
    if (first === '' || first in closingQuotes || '{[]},/-'.includes(first) || /\d/.test(first)) return true;
    bareMember.lastIndex = member;
    return bareMember.test(this.text);
  }

  private afterBlanks(index: number): number {
    let next = index;
    while (next < this.text.length && blank.test(this.text.charAt(next))) next += 1;
    this.spend(next - index + 1);
    return next;
  }

  private skipBlanks(): void {
    for (;;) {
      this.at = this.afterBlanks(this.at);
      const isLine = this.text.startsWith('//', this.at);
      if (!isLine && !this.text.startsWith('/*', this.at)) return;
      const end = this.text.indexOf(isLine ? '\n' : '*/', this.at + 2);
      const next = end === -1 ? this.text.length : end + (isLine ? 1 : 2);
      this.spend(next - this.at);
      this.at = next;
    }
  }

  /** Skips blanks, comments and each of these signs. */
  private skipTo(separator: string): void {
    do this.skipBlanks();
    while (this.takes(separator));
  }

  private takes(sign: string): boolean {
    this.skipBlanks();
    if (this.text.charAt(this.at) !== sign) return false;
    this.at += 1;
    return true;
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [];
    if (found === undefined) return null;
    this.at += found.length;
    this.spend(found.length);
    return found;
  }

  private spend(characters: number): void {
    this.remaining -= characters;
  }
}
