type CopyScalar = string | number | boolean | null;

/** A value of COPY's text format: arrays have one dimension. */
export type CopyValue = CopyScalar | readonly CopyScalar[];

/** A row in the text format of `COPY … FROM STDIN`, line break included. Strings must not hold NUL. */
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
  const text = isList(value) ? arrayLiteral(value) : String(value);
  return text.replace(special, (character) => escapes.get(character) ?? character);
}

/** Every element is quoted, so that neither braces and commas nor the word NULL mean anything in it. */
function arrayLiteral(values: readonly CopyScalar[]): string {
  return `{${values.map(arrayElement).join(',')}}`;
}

function arrayElement(value: CopyScalar): string {
  return value === null ? 'NULL' : `"${String(value).replace(specialInArray, '\\$&')}"`;
}

function isList(value: CopyValue): value is readonly CopyScalar[] {
  return Array.isArray(value);
}
