const markdownLink = /^\[[^\]]*\]\(\s*([^()\s]+)[^()]*\)?$/;
/** Matches the name of an address in front of it: `Website: `, `URL=`, `LinkedIn ` before a scheme. */
const label =
  /^(?!h?t{1,3}ps?\b|mailto\b|ftp\b)\p{L}[\p{L}\p{N} _-]{0,29}(?::\s+|\s*=\s*|[:\s]\s*(?=https?:\/\/|www\.))/iu;
/** Matches one word and one address behind it: `Web acme.com`. */
const wordAndAddress = /^\p{L}{1,30}\s+(?=[^\s.]+\.\S+$)/u;
const openings = '@<([{"\'`“”„‚‘’«»‹›*';
const closings = '@>)]}"\'`“”‚‘’«»‹›*,;.!|';

/**
 * Removes what people paste around an address of the web: `<https://acme.com>`, `"acme.com"`, `[Acme](https://acme.com)`,
 * `Website: acme.com`, `Web acme.com` and `acme.com,` are `https://acme.com` or `acme.com`. Takes linear time.
 */
export function withoutPastedMarks(text: string): string {
  const link = markdownLink.exec(text)?.[1] ?? text;
  return trimmed(trimmed(link).replace(label, '').replace(wordAndAddress, ''));
}

/** Removes quotation marks, brackets, `@` and white space around a text, and marks that end a sentence behind it: `@acme,` is `acme`. */
export function trimmed(text: string): string {
  let start = 0;
  while (start < text.length && isOneOf(openings, text.charAt(start))) start += 1;
  // A closing bracket belongs to the text if its opening bracket does: `acme-(uk)`.
  const marks = text.includes('(', start) ? closings.replace(')', '') : closings;
  let end = text.length;
  while (end > start && isOneOf(marks, text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isOneOf(marks: string, character: string): boolean {
  return marks.includes(character) || character.trim() === '';
}
