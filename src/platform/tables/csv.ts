/** Writes a row of a CSV file, with its line end: `['a', 'b,c']` → `a,"b,c"` and CRLF. */
export function csvRow(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Writes a value as a cell of a CSV file. A text that begins like a formula, such as `=1+1`, gets an apostrophe in front, because
 * spreadsheets would execute it.
 */
export function csvCell(value: unknown): string {
  const text = textOf(value);
  return quotedCell(typeof value !== 'number' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
}

/** Quotes a text if it contains quotation marks, line breaks or one of the usual separators; otherwise returns it as it is. */
export function quotedCell(text: string): string {
  return /[",\r\n;\t|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes a value of an answer as text. The items of a list are separated by `; `, and null is an empty text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
