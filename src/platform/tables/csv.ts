/** A row of a CSV file, with its line end. */
export function csvRow(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A value as a cell of a CSV file. Spreadsheets run cells that begin as a formula, so these get an apostrophe. */
export function csvCell(value: unknown): string {
  const text = textOf(value);
  return quotedCell(typeof value !== 'number' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
}

/** A text as a cell of a CSV file with any usual separator, otherwise as it is. */
export function quotedCell(text: string): string {
  return /[",\r\n;\t|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A value of an answer as text; lists are separated by `; `. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
