const QUOTE = '"';
const DELIMITER = ',';

/**
 * The cells of one CSV record (RFC 4180): separated by commas, quoted where they hold a comma, a quote (written twice) or
 * a line break. Null when a quote stands anywhere else, because then the commas cannot be trusted either.
 */
export function csvCells(text: string): string[] | null {
  const cells: string[] = [];
  for (let start = 0; start <= text.length;) {
    const end = text.startsWith(QUOTE, start) ? endOfQuoted(text, start) : endOfPlain(text, start);
    if (end === null) return null;
    cells.push(cellText(text.slice(start, end)));
    start = end + DELIMITER.length;
  }
  return cells;
}

function endOfPlain(text: string, start: number): number | null {
  const delimiter = text.indexOf(DELIMITER, start);
  const end = delimiter === -1 ? text.length : delimiter;
  const quote = text.indexOf(QUOTE, start);
  return quote === -1 || quote > end ? end : null;
}

function endOfQuoted(text: string, start: number): number | null {
  let quote = text.indexOf(QUOTE, start + 1);
  while (quote !== -1 && text.startsWith(QUOTE, quote + 1)) quote = text.indexOf(QUOTE, quote + 2);
  if (quote === -1) return null;
  const end = quote + 1;
  return end === text.length || text.startsWith(DELIMITER, end) ? end : null;
}

function cellText(written: string): string {
  return written.startsWith(QUOTE) ? written.slice(1, -1).replaceAll('""', QUOTE) : written;
}
