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
  [/^(?:7z\xBC\xAF|Rar!)/, 'it is an archive of another kind than ZIP; unpack it and import the file inside'],
];

/** The first bytes of a ZIP archive, and of one without files. A workbook (`.xlsx`) is a ZIP archive, too. */
const zipStarts = ['PK\x03\x04', 'PK\x05\x06'];

/**
 * Recognises a file by its first bytes: as a ZIP archive, which may be a workbook, or as a kind of file that cannot be imported. Null for
 * all other files.
 */
export function knownFormat(head: Uint8Array): 'zip' | { readonly refusal: string } | null {
  // Each byte becomes the character with the same number, so that the patterns can be applied to binary data.
  const start = String.fromCharCode(...head.subarray(0, 200)).replace(/^\xEF\xBB\xBF/, '');
  if (zipStarts.some((zip) => start.startsWith(zip))) return 'zip';
  const refusal = refusals.find(([pattern]) => pattern.test(start))?.[1];
  if (refusal !== undefined) return { refusal };
  // A text has no byte 0, unless it is in UTF-16.
  const isBinary = head.includes(0) && !/^(?:\xFF\xFE|\xFE\xFF)/.test(start);
  return isBinary
    ? { refusal: 'it has binary data instead of text; save it as CSV or as an Excel workbook (.xlsx)' }
    : null;
}
