/** The file of an archive that has the table, and the names of the files that are not read. */
export interface TableInArchive {
  /** The name as the archive has it, which may have folders. */
  readonly name: string;
  readonly others: readonly string[];
}

/** What an archive is, by the names of its files: a workbook, an archive with one table, or something that cannot be read. */
export type ArchiveContent = 'workbook' | TableInArchive | { readonly refusal: string };

/** The names of files by which kinds of archives are recognised, and the reason why each kind cannot be read. */
const refusals: readonly (readonly [name: RegExp, refusal: string])[] = [
  [/^xl\/workbook\.bin$/i, 'it is a binary workbook (.xlsb); save it as .xlsx or CSV'],
  [/^Index\/Document\.iwa$/i, 'it is a document of Numbers; export it as .xlsx or CSV'],
  [/^word\/document\.xml$/i, 'it is a text document; save its table as .xlsx or CSV'],
  [/^ppt\/presentation\.xml$/i, 'it is a presentation; save its table as .xlsx or CSV'],
];
/** The files that each workbook (`.xlsx`) has, and each document of OpenDocument. */
const workbookFiles = ['_rels/.rels', 'xl/workbook.xml'];
const openDocumentFiles = ['mimetype', 'content.xml'];

/** The files and folders that operating systems add to archives. */
const ofSystem = /(?:^|\/)(?:__MACOSX\/|\.(?!\.?\/)|Thumbs\.db$|desktop\.ini$)/i;
const tableEnding = /\.(?:csv|tsv|ndjson|jsonl|json|xlsx)(?:\.gz)?$/i;
/** The names of files that describe the table beside them. */
const companion =
  /(?:^|\/)(?:read[ _-]?me|licen[sc]e|lies[ _-]?mich|notice|copying|terms|about|changelog|checksums?|metadata|datapackage|manifest|schema|data[ _-]?dictionary)(?![a-z])[^/]*$/i;

/** Whether an archive begins as workbooks (`.xlsx`) do. It is asked only about an archive whose list of files cannot be read. */
export function beginsAsWorkbook(head: Uint8Array): boolean {
  return /\[Content_Types\]|_rels\/|xl\//.test(String.fromCharCode(...head));
}

const maxShownNames = 10;
const maxShownLength = 60;

/**
 * Says what an archive is. It has one table if only one of its files has the ending of a table, or if it has only one file at all. Files
 * such as a read-me or a licence, and files of operating systems, do not count.
 * @param names the names of all files of the archive
 */
export function contentOfArchive(names: readonly string[]): ArchiveContent {
  const known = refusals.find(([name]) => names.some((each) => name.test(each)));
  if (known !== undefined) return { refusal: known[1] };
  const lower = new Set(names.map((name) => name.toLowerCase()));
  if (workbookFiles.some((name) => lower.has(name))) return 'workbook';
  if (openDocumentFiles.every((name) => lower.has(name)))
    return { refusal: 'it is an OpenDocument file (.ods); save it as .xlsx or CSV' };
  const files = names.filter((name) => !ofSystem.test(name));
  const own = withoutCompanions(files);
  const tables = own.filter((name) => tableEnding.test(name));
  const [table, ...further] = tables.length > 0 ? tables : own;
  if (table === undefined) return { refusal: 'it is an archive without files' };
  if (further.length === 0) return { name: table, others: files.filter((name) => name !== table) };
  const which = tables.length > 0 ? 'several tables' : 'several files, none of which has the ending of a table';
  return { refusal: `it is an archive with ${which}: ${shownNames(own)}; unpack it and import one of them` };
}

/** The files without those that describe another one. If all do so, all count. */
function withoutCompanions(files: readonly string[]): readonly string[] {
  const own = files.filter((name) => !companion.test(name));
  return own.length > 0 ? own : files;
}

/** The names of files or sheets in a sentence: at most ten, shortened, and without characters that cannot be shown. */
export function shownNames(names: readonly string[]): string {
  const shown = names.slice(0, maxShownNames).map((name) => {
    const plain = name.replace(/\p{C}/gu, '\uFFFD');
    return plain.length > maxShownLength ? `${plain.slice(0, maxShownLength)}…` : plain;
  });
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}
