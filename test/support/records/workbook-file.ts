import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';

/** A sheet as the XML of its rows, `<row><c t="inlineStr"><is><t>Name</t></is></c></row>`. */
interface WrittenSheet {
  readonly name: string;
  readonly rows: string;
  readonly state?: 'hidden' | 'veryHidden';
  /** By the name of a cell, such as `A2`, the target of its link. */
  readonly links?: Readonly<Record<string, string>>;
}

interface WrittenWorkbook {
  readonly sheets: readonly WrittenSheet[];
  /** The formats of numbers. A cell with `s="1"` has the first of them. */
  readonly formats?: readonly string[];
  /** The XML of the texts that cells share. */
  readonly sharedTexts?: string;
  readonly date1904?: string;
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

function relationships(lines: readonly (readonly [kind: string, target: string])[], mode = ''): string {
  const written = lines.map(
    ([kind, target], index) => `<Relationship Id="r${index}" Type="${office}/${kind}" Target="${target}"${mode}/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${written.join('')}</Relationships>`;
}

/** A row of texts as the XML of a sheet. */
export function rowOf(...texts: string[]): string {
  return `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
}

/** Writes a workbook whose XML the test chooses, for what libraries that write workbooks do not write. */
export async function workbookFile(workbook: WrittenWorkbook): Promise<Buffer> {
  const { sheets, formats = [], sharedTexts = '', date1904 = '0' } = workbook;
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  const add = (path: string, xml: string): Promise<unknown> => zip.add(path, new TextReader(xml));
  await add('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]));
  const names = sheets.map(
    ({ name, state = 'visible' }, index) =>
      `<sheet name="${name}" sheetId="${index}" state="${state}" r:id="r${index}"/>`,
  );
  await add(
    'xl/workbook.xml',
    `<workbook ${main} xmlns:r="${office}"><workbookPr date1904="${date1904}"/><sheets>${names.join('')}</sheets></workbook>`,
  );
  await add(
    'xl/_rels/workbook.xml.rels',
    relationships([
      ...sheets.map((_, index) => ['worksheet', `worksheets/sheet${index}.xml`] as const),
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
  );
  const numFmts = formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`);
  const xfs = formats.map((_, index) => `<xf numFmtId="${164 + index}"/>`);
  await add(
    'xl/styles.xml',
    `<styleSheet ${main}><numFmts>${numFmts.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${xfs.join('')}</cellXfs></styleSheet>`,
  );
  await add('xl/sharedStrings.xml', `<sst ${main}>${sharedTexts}</sst>`);
  for (const [index, { rows, links = {} }] of sheets.entries()) {
    const cells = Object.keys(links).map((cell, link) => `<hyperlink ref="${cell}" r:id="r${link}"/>`);
    await add(
      `xl/worksheets/sheet${index}.xml`,
      `<worksheet ${main} xmlns:r="${office}"><sheetData>${rows}</sheetData><hyperlinks>${cells.join('')}</hyperlinks></worksheet>`,
    );
    const targets = Object.values(links).map((target) => ['hyperlink', target] as const);
    await add(`xl/worksheets/_rels/sheet${index}.xml.rels`, relationships(targets, ' TargetMode="External"'));
  }
  return Buffer.from(await zip.close());
}
