/** The text of a cell without the beginning that all web addresses have, so that their other parts are in sight. */
export function shortUrl(text: string): string {
  return text.replace(/^https?:\/\/(www\.)?/, '');
}
