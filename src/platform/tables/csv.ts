/** Writes a row of a CSV file with its line end, CRLF: `['a', 'b,c']` → `a,"b,c"`. */
export function csvRow(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Writes a value as a cell of a CSV file. If a text begins like a formula, such as `=1+1`, an apostrophe is put in front of it,
 * because a spreadsheet would execute the formula.
 */
export function csvCell(value: unknown): string {
  const text = textOf(value);
  return quotedCell(typeof value !== 'number' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
}

/**
 * Puts a text in quotation marks if it contains a quotation mark, a line break or one of the usual separators. Any other text is
 * returned unchanged.
 */
export function quotedCell(text: string): string {
  return /[",\r\n;\t|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes a value of an answer as text. The items of a list are separated by `; `, and null becomes an empty text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
