import type { PersonIdentifiers } from './suppression.reader.js';

/**
 * A pattern for the letters, accents and digits of any script. If one of them follows a match, the match is only the beginning
 * of a longer slug or address.
 */
const wordCharacters = '\\p{L}\\p{M}\\p{N}';

/**
 * Returns a function that tells whether a text mentions a person by an e-mail address, or by a profile page on any host. Letter case
 * does not matter, and a page may be percent-encoded. `jane@acme.com` is not mentioned by `mary-jane@acme.com` or
 * `jane@acme.community`.
 */
export function mentionMatcher({ networkUrls, emails }: PersonIdentifiers): (text: string) => boolean {
  const patterns = [...networkUrls.flatMap(pagePatterns), ...emails.map(emailPattern)].map(
    (pattern) => new RegExp(pattern, 'iu'),
  );
  return (text) => patterns.some((pattern) => pattern.test(text));
}

const resolvedWithoutPage = /"resolved_network_url":\s*null/;

/** Whether an answer has a person without a profile page, who was found by an e-mail address or a name. */
export function namesPersonWithoutPage(text: string): boolean {
  return resolvedWithoutPage.test(text);
}

/**
 * The pattern of an address. It also finds the address with a tag, `jane+crm@acme.com`, because stored addresses have no tag. A
 * full stop after the address may end a sentence, so it is accepted.
 */
function emailPattern(address: string): string {
  const at = address.lastIndexOf('@');
  const [localPart, domain] = [address.slice(0, at), address.slice(at)];
  return `(?<![${wordCharacters}._-])${escapePattern(localPart)}([+][^@" ]*)?${escapePattern(domain)}(?![${wordCharacters}-]|[.][${wordCharacters}-])`;
}

/** The patterns of a profile page: `/in/` or `/pub/` and the slug. Nothing that could belong to a longer slug may follow. */
function pagePatterns(canonical: string): string[] {
  const slug = canonical.slice(canonical.lastIndexOf('/') + 1);
  const spellings = new Set([slug, slug.toUpperCase(), encodeURIComponent(slug)]);
  return [...spellings].map((spelling) => `/(in|pub)/${escapePattern(spelling)}(?![${wordCharacters}._%-])`);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`);
}
