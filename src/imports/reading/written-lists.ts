/** Matches the start of a literal: a bracket, or R's `c(`. */
const opening = /^(?:[[{]|c\()/;
const closing: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' };
const quotes: ReadonlySet<string> = new Set(['"', "'"]);
const bareEnd = /[,\]})]/;
const colon = /^\s*[:=]\s*/;
/** Matches the letter that older Python programs write before a text in quotation marks: `u'a'`. */
const unicodeMark = /^u(?=['"])/;
/** The maximum depth of nested lists. A deeper text is no list of values. */
const maxDepth = 4;
const entity = /&(?:#[0-9]+|#x[0-9a-f]+|[a-z]+);/i;

/**
 * Reads a list that a program has written into one cell: `["a", "b"]` (JSON), `['a', 'b']` (Python), `[a, 'b,c']` (DuckDB), `{a,"b c"}`
 * (PostgreSQL), `c("a", "b")` (R). Its items are texts, or objects if they are written as `{"name": "a"}`. Null for any other text.
 */
export function readWrittenList(text: string): unknown[] | null {
  const plain = text.trim();
  if (!opening.test(plain)) return null;
  const reader = new LiteralReader(plain);
  const value = reader.whole();
  if (value === undefined) return null;
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

/**
 * Divides a cell into the items of a list: one of the notations of {@link readWrittenList}, or items with a bar between them.
 * @param semicolons whether semicolons may stand between the items if the cell has no bar; `none` if an item may have semicolons itself
 */
export function cellItems(cell: string, semicolons: 'between items' | 'none'): unknown[] {
  const list = readWrittenList(cell);
  if (list !== null) return list;
  if (cell.includes('|') || semicolons === 'none' || !cell.includes(';') || entity.test(cell)) return cell.split('|');
  return cell.split(';');
}

/** Reads the literal of a list or an object. It accepts the notations of several languages, because it only has to find the items. */
class LiteralReader {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  /** The value of the whole text; undefined if the text is not one literal. */
  whole(): unknown {
    const value = this.value();
    this.skipBlanks();
    return this.at === this.text.length ? value : undefined;
  }

  private value(): unknown {
    this.skipBlanks();
    if (this.depth > maxDepth) return undefined;
    const next = this.text.charAt(this.at);
    if (next === 'c' && this.text.charAt(this.at + 1) === '(') this.at += 1;
    const open = this.text.charAt(this.at);
    if (open === '[' || open === '{' || (open === '(' && next === 'c')) return this.nested(open);
    this.at += unicodeMark.exec(this.text.slice(this.at, this.at + 2))?.[0].length ?? 0;
    return quotes.has(this.text.charAt(this.at)) ? this.quoted() : this.bare();
  }

  private nested(open: string): unknown {
    this.depth += 1;
    const value = this.items(open);
    this.depth -= 1;
    return value;
  }

  /** Reads a list, or an object if its first item is followed by a colon or an equals sign. */
  private items(open: string): unknown {
    const close = closing[open];
    const items: unknown[] = [];
    const members: [name: string, value: unknown][] = [];
    this.at += 1;
    for (;;) {
      this.skipBlanks();
      const next = this.text.charAt(this.at);
      if (next === '') return undefined;
      if (next === close) {
        this.at += 1;
        return members.length > 0 ? Object.fromEntries(members) : items;
      }
      if (next === ',') {
        this.at += 1;
        continue;
      }
      const item = this.value();
      if (item === undefined) return undefined;
      const [separator] = (open === '{' ? colon.exec(this.text.slice(this.at, this.at + 8)) : null) ?? [];
      if (separator === undefined) items.push(item);
      else {
        this.at += separator.length;
        const value = this.value();
        if (value === undefined || typeof item !== 'string') return undefined;
        members.push([item, value]);
      }
    }
  }

  /** Reads a text in quotation marks. A mark inside it has a backslash before it, or is doubled. */
  private quoted(): string | undefined {
    const mark = this.text.charAt(this.at);
    let read = '';
    for (let at = this.at + 1; at < this.text.length; at += 1) {
      const next = this.text.charAt(at);
      if (next === '\\' && at + 1 < this.text.length) {
        at += 1;
        const escaped = /^u[0-9a-f]{4}/i.exec(this.text.slice(at, at + 5))?.[0];
        if (escaped === undefined) read += unescaped(this.text.charAt(at));
        else {
          read += String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
          at += 4;
        }
      } else if (next !== mark) read += next;
      else if (this.text.charAt(at + 1) === mark) {
        read += mark;
        at += 1;
      } else {
        this.at = at + 1;
        return read;
      }
    }
    return undefined;
  }

  private bare(): unknown {
    const start = this.at;
    while (this.at < this.text.length && !bareEnd.test(this.text.charAt(this.at))) this.at += 1;
    if (this.at === start) return undefined;
    const word = this.text.slice(start, this.at).trim();
    if (word === 'null' || word === 'NULL' || word === 'None') return null;
    if (word === 'true' || word === 'True') return true;
    return word === 'false' || word === 'False' ? false : word;
  }

  private skipBlanks(): void {
    while (this.text.charAt(this.at).trim() === '' && this.at < this.text.length) this.at += 1;
  }
}

function unescaped(character: string): string {
  const controls: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
  return controls[character] ?? character;
}
