import type { PersonIdentifiers } from './suppression.reader.js';

/** What a name or an address goes on with. */
const word = '\\p{L}\\p{M}\\p{N}';

/**
 * Finds mentions of a person in a text: an e-mail address, or a profile page as callers write it, on any host,
 * percent-encoded or not, in any case of letters. What only begins like one is another's.
 */
export function mentionsOf({ networkUrls, emails }: PersonIdentifiers): (text: string) => boolean {
  const patterns = [...networkUrls.flatMap(pagePatterns), ...emails.map(emailPattern)].map(
    (pattern) => new RegExp(pattern, 'iu'),
  );
  return (text) => patterns.some((pattern) => pattern.test(text));
}

/** Callers may have written a tag (`jane+crm@acme.com`), which is not stored; a dot may end a sentence. */
function emailPattern(address: string): string {
  const at = address.lastIndexOf('@');
  const [localPart, domain] = [address.slice(0, at), address.slice(at)];
  return `(?<![${word}._-])${literal(localPart)}([+][^@" ]*)?${literal(domain)}(?![${word}-]|[.][${word}-])`;
}

/** A slug ends at the end of the address, or of the text that it stands in. */
function pagePatterns(canonical: string): string[] {
  const slug = canonical.slice(canonical.lastIndexOf('/') + 1);
  const spellings = new Set([slug, slug.toUpperCase(), encodeURIComponent(slug)]);
  return [...spellings].map((spelling) => `/(in|pub)/${literal(spelling)}(?![${word}._%-])`);
}

function literal(text: string): string {
  return text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`);
}
