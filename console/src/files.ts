/**
 * The mark at the start of a CSV file that tells Excel that the text is UTF-8. Without the mark, Excel on Windows shows `Gaëlle` as
 * `GaÃ«lle`.
 */
const byteOrderMark = '\uFEFF';

/** Makes the browser save a CSV file. @param parts the text of the file, in pieces */
export function saveCsv(name: string, parts: readonly string[]): void {
  saveText(name, [byteOrderMark, ...parts], 'text/csv;charset=utf-8');
}

/** Makes the browser save a file. @param parts the text of the file, in pieces */
export function saveText(name: string, parts: readonly string[], type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file from this address after the function has returned, so the address is revoked only a minute later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
