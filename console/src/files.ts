/**
 * Offers a file for download.
 * @param type the media type without a charset: `text/csv`
 * @param parts the text of the file, in pieces
 */
export function saveFile(name: string, type: string, parts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address after this function has returned. The address may be revoked only later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
