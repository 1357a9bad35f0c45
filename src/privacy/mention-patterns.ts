import type { PersonIdentifiers } from './suppression.reader.js';

/** The characters that continue a slug or an address. */
const wordCharacters = '\\p{L}\\p{M}\\p{N}';

/**
 * Returns a function that finds mentions of a person in a text: an e-mail address, or a profile page on any host, percent-encoded
 * or not, in any letter case. A longer address or slug with the same beginning is no mention.
 */
export function mentionMatcher({ networkUrls, emails }: PersonIdentifiers): (text: string) => boolean {
  const patterns = [...networkUrls.flatMap(pagePatterns), ...emails.map(emailPattern)].map(
    (pattern) => new RegExp(pattern, 'iu'),
  );
  return (text) => patterns.some((pattern) => pattern.test(text));
}

/** Accepts a tag (`jane+crm@acme.com`), which identifiers in storage lack, and a dot that ends a sentence. */
function emailPattern(address: string): string {
  const at = address.lastIndexOf('@');
  const [localPart, domain] = [address.slice(0, at), address.slice(at)];
  return `(?<![${wordCharacters}._-])${escapePattern(localPart)}([+][^@" ]*)?${escapePattern(domain)}(?![${wordCharacters}-]|[.][${wordCharacters}-])`;
}

/** The slug must end at the end of the match. */
function pagePatterns(canonical: string): string[] {
  const slug = canonical.slice(canonical.lastIndexOf('/') + 1);
  const spellings = new Set([slug, slug.toUpperCase(), encodeURIComponent(slug)]);
  return [...spellings].map((spelling) => `/(in|pub)/${escapePattern(spelling)}(?![${wordCharacters}._%-])`);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`);
}
