import type { PersonIdentifiers } from './suppression.repository.js';

const SAFE_BYTE = /[a-z0-9]/;

/**
 * Regular expressions of PostgreSQL that find mentions of a person in `lower(encode(body, 'escape'))`, whatever else the
 * body holds: an e-mail address, or a profile page as callers write it, on any host, percent-encoded or not. What only
 * begins like one is another's.
 */
export function mentionPatterns({ networkUrls, emails }: PersonIdentifiers): string[] {
  return [...networkUrls.flatMap(pagePatterns), ...emails.map(emailPattern)];
}

/** Callers may have written a tag (`jane+crm@acme.com`), which is not stored; a dot may end a sentence. */
function emailPattern(address: string): string {
  const at = address.lastIndexOf('@');
  const [localPart, domain] = [address.slice(0, at), address.slice(at)];
  return `(^|[^a-z0-9._-])${literal(localPart)}([+][^@" ]*)?${literal(domain)}($|[^a-z0-9.-]|[.]($|[^a-z0-9-]))`;
}

/** A slug ends at the end of the address, or of the text that it stands in. */
function pagePatterns(canonical: string): string[] {
  const slug = canonical.slice(canonical.lastIndexOf('/') + 1);
  const spellings = new Set([slug, slug.toUpperCase(), encodeURIComponent(slug)]);
  return [...spellings].map((spelling) => `/(in|pub)/${literal(spelling)}($|[^a-z0-9._%\\\\-])`);
}

/** The text byte by byte, as `encode(…, 'escape')` writes it: beyond ASCII a backslash and three octal digits. */
function literal(text: string): string {
  return [...Buffer.from(lowerAscii(text), 'utf8')].map(byteLiteral).join('');
}

function byteLiteral(byte: number): string {
  const character = String.fromCharCode(byte);
  if (byte >= 0x80) return `\\\\${byte.toString(8)}`;
  return SAFE_BYTE.test(character) ? character : `[${character === '^' || character === '\\' ? '\\' : ''}${character}]`;
}

/** What PostgreSQL's lower() does to escaped text. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
