const QUOTE = '"';

/** The characters that may separate cells, the usual one first. Not `|`, which separates the items of lists. */
export const csvDelimiters = [',', ';', '\t'] as const;

export type CsvDelimiter = (typeof csvDelimiters)[number];

/**
 * The cells of one CSV record (RFC 4180): quoted where they hold a delimiter, a quote (written twice) or a line break. Null
 * when a quote stands anywhere else, because then the delimiters cannot be trusted either.
 */
export function csvCells(text: string, delimiter: CsvDelimiter = ','): string[] | null {
  const cells: string[] = [];
  for (let start = 0; start <= text.length;) {
    const isQuoted = text.startsWith(QUOTE, start);
    const end = isQuoted ? endOfQuoted(text, start, delimiter) : endOfPlain(text, start, delimiter);
    if (end === null) return null;
    cells.push(cellText(text.slice(start, end)));
    start = end + delimiter.length;
  }
  return cells;
}

function endOfPlain(text: string, start: number, delimiter: CsvDelimiter): number | null {
  const next = text.indexOf(delimiter, start);
  const end = next === -1 ? text.length : next;
  const quote = text.indexOf(QUOTE, start);
  return quote === -1 || quote > end ? end : null;
}

function endOfQuoted(text: string, start: number, delimiter: CsvDelimiter): number | null {
  let quote = text.indexOf(QUOTE, start + 1);
  while (quote !== -1 && text.startsWith(QUOTE, quote + 1)) quote = text.indexOf(QUOTE, quote + 2);
  if (quote === -1) return null;
  const end = quote + 1;
  return end === text.length || text.startsWith(delimiter, end) ? end : null;
}

function cellText(written: string): string {
  return written.startsWith(QUOTE) ? written.slice(1, -1).replaceAll('""', QUOTE) : written;
}
