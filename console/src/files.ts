/** Tells Excel that a CSV file is in UTF-8. Without it, Excel on Windows shows `Gaëlle` as `GaÃ«lle`. */
const byteOrderMark = '\uFEFF';

/** Offers a CSV file for download. @param parts the text of the file, in pieces */
export function saveCsv(name: string, parts: readonly string[]): void {
  saveText(name, [byteOrderMark, ...parts], 'text/csv;charset=utf-8');
}

/** Offers a file for download. @param parts the text of the file, in pieces */
export function saveText(name: string, parts: readonly string[], type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address after this function has returned. The address may be revoked only later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
