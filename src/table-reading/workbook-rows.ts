import { type Reader, Uint8ArrayReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import {
  columnName,
  columnOf,
  lengthOf,
  SharedTexts,
  SheetReader,
  type SheetRow,
  type WorkbookFacts,
} from './sheet-reader.js';
import { linkTarget, numberReading, type NumberReading } from './workbook-cells.js';
import { maxSheetBytes, WorkbookParts, WorkbookRefused, type XmlAttributes } from './workbook-parts.js';

export interface SheetName {
  readonly name: string;
  readonly isHidden: boolean;
}

/** The maximum number of cells of a link that covers an area. A link that covers a larger area is ignored. */
const maxLinkedCells = 10_000;

/**
 * An Excel workbook (`.xlsx`). It is read piece by piece, so that only the texts which cells share, and the links, are held in memory. It
 * needs nothing of Node, so that the console can use it, too.
 */
export class Workbook {
  /** The sheets with cells, in their order. */
  readonly sheets: readonly SheetName[];
  private facts: Promise<WorkbookFacts> | null = null;

  private constructor(
    private readonly parts: WorkbookParts,
    private readonly path: string,
    private readonly content: WorkbookContent,
  ) {
    this.sheets = content.sheets;
  }

  /** @throws Error when the archive is damaged or is no workbook */
  static async open(archive: Uint8Array | Reader<unknown>): Promise<Workbook> {
    const parts = await WorkbookParts.open(archive instanceof Uint8Array ? new Uint8ArrayReader(archive) : archive);
    const [main] = ofKind(await parts.relationships(''), 'officeDocument');
    const path = main ?? 'xl/workbook.xml';
    return new Workbook(parts, path, await readContent(parts, path));
  }

  /**
   * Reads the rows of a sheet one by one. Rows without cells are left out. The text of a day is `2026-07-24`, and the text of a formula is
   * its result.
   * @param index the place of the sheet in {@link sheets}
   * @throws WorkbookRefused when the sheet exceeds a limit; Error when it is damaged
   */
  async *rows(index: number): AsyncGenerator<SheetRow> {
    const sheet = this.content.sheets[index];
    if (sheet === undefined) return;
    this.facts ??= readFacts(this.parts, this.path, this.content.has1904Dates);
    const reader = new SheetReader(await this.facts, await this.linksOf(sheet.path));
    let length = 0;
    for await (const _ of this.parts.pieces(sheet.path, reader, maxSheetBytes)) {
      for (const row of reader.taken()) {
        // Cells may share a text, so that the sheet is much smaller than the texts of its cells.
        length += lengthOf(row.cells);
        if (length > maxSheetBytes) throw new WorkbookRefused('the sheet has more than 2 GB of text; divide it');
        yield row;
      }
    }
  }

  /**
   * Reads the links of a sheet, by their cells. A sheet lists its links behind its cells, so a sheet with links is read twice: once for the
   * links, and once for the rows.
   */
  private async linksOf(path: string): Promise<ReadonlyMap<string, string>> {
    const links = new Map<string, string>();
    const targets = new Map<string, string>();
    for (const [id, { kind, target }] of await this.parts.relationships(path)) {
      if (kind === 'hyperlink' && linkTarget(target) !== null) targets.set(id, target);
    }
    if (targets.size === 0) return links;
    const open = (tag: string, attributes: XmlAttributes): void => {
      if (tag !== 'hyperlink') return;
      const target = targets.get(attributeNamed(attributes, 'id') ?? '');
      if (target !== undefined) for (const cell of cellsOf(attributes.ref ?? '')) links.set(cell, target);
    };
    const pieces = this.parts.pieces(path, { open }, maxSheetBytes);
    while ((await pieces.next()).done !== true);
    return links;
  }
}

interface WorkbookContent {
  readonly sheets: readonly (SheetName & { readonly path: string })[];
  readonly has1904Dates: boolean;
}

async function readContent(parts: WorkbookParts, path: string): Promise<WorkbookContent> {
  const relationships = await parts.relationships(path);
  const sheets: (SheetName & { readonly path: string })[] = [];
  let has1904Dates = false;
  await parts.read(path, {
    open: (tag, attributes) => {
      const { name, state = 'visible', date1904 } = attributes;
      if (tag === 'workbookPr') has1904Dates = date1904 === '1' || date1904 === 'true';
      const part = relationships.get(attributeNamed(attributes, 'id') ?? '');
      // A sheet may also be a chart.
      if (tag !== 'sheet' || name === undefined || part?.kind !== 'worksheet') return;
      sheets.push({ name, isHidden: state !== 'visible', path: part.target });
    },
  });
  return { sheets, has1904Dates };
}

async function readFacts(parts: WorkbookParts, path: string, has1904Dates: boolean): Promise<WorkbookFacts> {
  const relationships = await parts.relationships(path);
  const [styles = ''] = ofKind(relationships, 'styles');
  const [sharedTexts = ''] = ofKind(relationships, 'sharedStrings');
  const texts = new SharedTexts();
  await parts.read(sharedTexts, texts);
  return { texts: texts.texts, readings: await readStyles(parts, styles), has1904Dates };
}

async function readStyles(parts: WorkbookParts, path: string): Promise<NumberReading[]> {
  const patterns = new Map<number, string>();
  const formats: number[] = [];
  let isOfCells = false;
  await parts.read(path, {
    open: (tag, { numFmtId, formatCode }) => {
      if (tag === 'numFmt' && formatCode !== undefined) patterns.set(Number(numFmtId), formatCode);
      if (tag === 'cellXfs') isOfCells = true;
      if (tag === 'xf' && isOfCells) formats.push(Number(numFmtId ?? 0));
    },
    close: (tag) => {
      if (tag === 'cellXfs') isOfCells = false;
    },
  });
  const readings = new Map([...new Set(formats)].map((id) => [id, numberReading(id, patterns.get(id))]));
  return formats.map((id) => readings.get(id) ?? 'plain');
}

function ofKind(relationships: ReadonlyMap<string, { kind: string; target: string }>, kind: string): string[] {
  return [...relationships.values()].filter((each) => each.kind === kind).map(({ target }) => target);
}

/** An attribute whose name has a prefix, such as `r:id`. */
function attributeNamed(attributes: XmlAttributes, name: string): string | undefined {
  const key = Object.keys(attributes).find((each) => each.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}

/** The cells of an area such as `A2:B3`; none if there are too many. */
function cellsOf(area: string): string[] {
  const [start = '', end = start] = area.replaceAll('$', '').split(':');
  const [first, last] = [columnOf(start), columnOf(end)];
  const [top, bottom] = [start, end].map((cell) => Number(/[0-9]+$/.exec(cell)?.[0]));
  if (top === undefined || bottom === undefined) return [];
  const height = bottom - top + 1;
  const count = (last - first + 1) * height;
  if (!(count > 0 && count <= maxLinkedCells)) return [];
  return Array.from(
    { length: count },
    (_, at) => `${columnName(first + Math.floor(at / height))}${top + (at % height)}`,
  );
}
