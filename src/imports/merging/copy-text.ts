type CopyScalar = string | number | boolean | null;

/** A value of COPY's text format: arrays have one dimension. */
export type CopyValue = CopyScalar | readonly CopyScalar[];

/** A row in the text format of `COPY … FROM STDIN`, including the line break. Strings must not contain NUL. */
export function copyLine(values: readonly CopyValue[]): string {
  return `${values.map(copyField).join('\t')}\n`;
}

const special = /[\\\t\n\r]/g;
const specialInArray = /[\\"]/g;

const escapes = new Map([
  ['\\', '\\\\'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
]);

function copyField(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = isList(value) ? arrayLiteral(value) : value;
  return text.replace(special, (character) => escapes.get(character) ?? character);
}

/** Quotes every element, so that braces, commas and the word NULL are literal. */
function arrayLiteral(values: readonly CopyScalar[]): string {
  return `{${values.map(arrayElement).join(',')}}`;
}

function arrayElement(value: CopyScalar): string {
  return value === null ? 'NULL' : `"${String(value).replace(specialInArray, '\\$&')}"`;
}

function isList(value: CopyValue): value is readonly CopyScalar[] {
  return Array.isArray(value);
}
