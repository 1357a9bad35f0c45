type CopyScalar = string | number | boolean | null;

/** A value in the text format of COPY. An array has one dimension. */
export type CopyValue = CopyScalar | readonly CopyScalar[];

/** A row in the text format of `COPY … FROM STDIN`, including the line break. Strings must not contain NUL. */
export function copyLine(values: readonly CopyValue[]): string {
  let line = '';
  for (let index = 0; index < values.length; index += 1) {
    line += index === 0 ? copyField(values[index]) : `\t${copyField(values[index])}`;
  }
  return `${line}\n`;
}

const chunkLength = 65_536;

/** Encodes rows as {@link copyLine} does, and yields them in chunks of several rows. */
export function* copyChunks(rows: Iterable<readonly CopyValue[]>): Generator<Buffer> {
  let text = '';
  for (const row of rows) {
    text += copyLine(row);
    if (text.length >= chunkLength) {
      yield Buffer.from(text);
      text = '';
    }
  }
  if (text !== '') yield Buffer.from(text);
}

const special = /[\\\t\n\r]/;
const allSpecial = /[\\\t\n\r]/g;
const specialInArray = /[\\"]/g;

const escapes = new Map([
  ['\\', '\\\\'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
]);

function copyField(value: CopyValue | undefined): string {
  if (typeof value === 'string') return special.test(value) ? value.replace(allSpecial, escaped) : value;
  if (value === null || value === undefined) return '\\N';
  return typeof value === 'object' ? copyField(arrayLiteral(value)) : String(value);
}

function escaped(character: string): string {
  return escapes.get(character) ?? character;
}

/** A PostgreSQL array as text. Every element is quoted, so that braces, commas and the word NULL in it have no special meaning. */
function arrayLiteral(values: readonly CopyScalar[]): string {
  return `{${values.map(arrayElement).join(',')}}`;
}

function arrayElement(value: CopyScalar): string {
  return value === null ? 'NULL' : `"${String(value).replace(specialInArray, '\\$&')}"`;
}
