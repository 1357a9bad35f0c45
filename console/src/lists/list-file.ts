import { beginningOf, CsvReader, NotATable, type Separator } from './csv-reader.js';
import { Fingerprint } from './fingerprint.js';

/** Rows of a file at most. */
export const maxRows = 100_000;

/** A table that was read from a file. */
export interface ListFile {
  readonly name: string;
  readonly separator: Separator;
  /** Whether a spreadsheet wrote it, which takes files for UTF-8 only with a byte order mark. */
  readonly isOfSpreadsheet: boolean;
  /** The names of the columns: those of the first row, or numbers. */
  readonly header: readonly string[];
  /** The other rows, each with as many cells as it has. */
  readonly rows: readonly (readonly string[])[];
  /** The same for the same content. */
  readonly fingerprint: string;
}

interface Content {
  readonly rows: string[][];
  readonly separator: Separator;
  readonly fingerprint: string;
}

/** Signs that are read at a time; the page can do something else between. */
const slice = 65_536;

/** Milliseconds of work after which the page gets its turn. */
const turn = 24;

/**
 * Reads a table in UTF-8, UTF-16 with a byte order mark, or Windows-1252.
 * @param onProgress gets a share from 0 to 1
 * @throws NotATable
 */
export async function readListFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ListFile> {
  const [first = 0, second = 0] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const hasMark = (first === 0xef && second === 0xbb) || (first === 0xff && second === 0xfe);
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
  const read = (name: string): Promise<Content> => readContent(file, name, onProgress, signal);
  let isOfSpreadsheet = hasMark;
  const content = await read(encoding).catch((error: unknown) => {
    // What is no UTF-8 was saved by a spreadsheet of Windows.
    if (!(error instanceof TypeError)) throw error;
    isOfSpreadsheet = true;
    return read('windows-1252');
  });
  return { name: file.name, isOfSpreadsheet, ...content, ...withHeader(content.rows) };
}

async function readContent(
  file: File,
  encoding: string,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Content> {
  const decoder = new TextDecoder(encoding, { fatal: encoding !== 'windows-1252' });
  const fingerprint = new Fingerprint();
  const rows: string[][] = [];
  let reader: CsvReader | null = null;
  let separator: Separator = ',';
  let start = performance.now();
  for (let at = 0; at < file.size || reader === null; at += slice) {
    if (performance.now() - start > turn) {
      onProgress(at / file.size);
      await nextTurn();
      start = performance.now();
    }
    signal.throwIfAborted();
    const bytes = await file.slice(at, at + slice).arrayBuffer();
    let text = decoder.decode(bytes, { stream: at + slice < file.size });
    fingerprint.add(text);
    if (reader === null) {
      ({ separator, text } = beginningOf(text));
      reader = new CsvReader(separator);
    }
    rows.push(...reader.read(text));
    if (rows.length > maxRows + 1)
      throw new NotATable(`The file has more than ${maxRows.toLocaleString('en')} rows. Split it into several lists.`);
  }
  rows.push(...reader.end());
  return { rows, separator, fingerprint: fingerprint.text() };
}

/** Lets the page draw and answer. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** @throws NotATable */
function withHeader([first, ...rows]: string[][]): Pick<ListFile, 'header' | 'rows'> {
  if (first === undefined) throw new NotATable('The file is empty.');
  const isHeader = !first.some((cell) =>
    /@|:\/\/|^www\.|^[\w-]+(\.[\w-]+)*\.(com|de|net|org|io|eu|uk|fr)(\/|$)/i.test(cell),
  );
  const all = isHeader ? rows : [first, ...rows];
  if (all.length === 0) throw new NotATable('The file has names of columns, but no rows.');
  if (all.length > maxRows)
    throw new NotATable(`The file has more than ${maxRows.toLocaleString('en')} rows. Split it into several lists.`);
  const width = all.reduce((widest, row) => Math.max(widest, row.length), first.length);
  const header = Array.from({ length: width }, (_, index) => {
    const name = isHeader ? first[index]?.trim() : undefined;
    return name === undefined || name === '' ? `Column ${index + 1}` : name;
  });
  return { header, rows: all };
}
