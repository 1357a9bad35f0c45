/** The first bytes of each kind of file that cannot be imported, and the sentence that says what to do instead. */
const refusals: readonly (readonly [start: RegExp, sentence: string])[] = [
  [
    /^\uFEFF?\s*BEGIN:VCARD/i,
    'it is a vCard file, which has no columns; import the cards into an address book such as Google Contacts or Outlook, ' +
      'and export them from there as CSV',
  ],
  [
    /^\xD0\xCF[^\xCF]\xE0/,
    'it is a workbook of the old format .xls, or one with a password; open it in a spreadsheet program and save it as .xlsx or ' +
      'CSV, without a password',
  ],
  [
    /^\uFEFF?\s*(?:<!doctype html|<html|<table|<\?xml)/i,
    'it is a web page or XML, although its name may end in .xls; open it in a spreadsheet program and save it as .xlsx or CSV',
  ],
  [/^%PDF/, 'it is a PDF document; export the list as CSV or .xlsx from the program that made it'],
  [/^PAR1/, 'it is a Parquet file; convert it to CSV or to JSON lines'],
  [/^(?:7z\xBC\xAF|Rar!)/, 'it is an archive; unpack it and import the file inside'],
];

/** The first bytes of a ZIP archive. A workbook (`.xlsx`) is a ZIP archive, too. */
const zipStart = 'PK\x03\x04';

/**
 * Recognises a file by its first bytes: as a ZIP archive, which may be a workbook, or as a kind of file that cannot be imported. Null for
 * all other files.
 */
export function knownFormat(head: Uint8Array): 'zip' | { readonly refusal: string } | null {
  // Each byte becomes the character with the same number, so that the patterns can be applied to binary data.
  const start = String.fromCharCode(...head.subarray(0, 200)).replace(/^\xEF\xBB\xBF/, '');
  if (start.startsWith(zipStart)) return 'zip';
  const refusal = refusals.find(([pattern]) => pattern.test(start))?.[1];
  if (refusal !== undefined) return { refusal };
  // A text has no byte 0, unless it is in UTF-16.
  const isBinary = head.includes(0) && !/^(?:\xFF\xFE|\xFE\xFF)/.test(start);
  return isBinary
    ? { refusal: 'it has binary data instead of text; save it as CSV or as an Excel workbook (.xlsx)' }
    : null;
}

/**
 * The names of parts by which kinds of ZIP archives are recognised, and the reason why each kind cannot be read. The names are not
 * compressed in an archive, so they can be found by a search in its bytes.
 */
const parts: readonly (readonly [part: string, refusal: string])[] = [
  ['xl/workbook.bin', 'it is a binary workbook (.xlsb); save it as .xlsx or CSV'],
  ['opendocument.spreadsheet', 'it is an OpenDocument table (.ods); save it as .xlsx or CSV'],
  ['Index/Document.iwa', 'it is a document of Numbers; export it as .xlsx or CSV'],
  ['word/document.xml', 'it is a text document; save its table as .xlsx or CSV'],
];

/** The reason why a ZIP archive cannot be read; null if it is a workbook (`.xlsx`), because that can be read. */
export function refusalOfZip(archive: Uint8Array): string | null {
  const content =
    new TextDecoder('latin1').decode(archive.subarray(-65_536)) +
    new TextDecoder('latin1').decode(archive.subarray(0, 4_096));
  const known = parts.find(([part]) => content.includes(part));
  if (known !== undefined) return known[1];
  return content.includes('xl/') ? null : 'it is a ZIP archive; unpack it and import the file inside';
}
