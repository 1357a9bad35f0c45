/** The kind of a profile page: `in` is the page of a person, the others are pages of organisations. */
export type ProfileKind = 'company' | 'school' | 'showcase' | 'in';

const kinds = new Map<string, ProfileKind>([
  ['company', 'company'],
  ['company-beta', 'company'],
  ['school', 'school'],
  ['showcase', 'showcase'],
  ['in', 'in'],
  ['pub', 'in'],
]);

/** Segments of the site in front of the kind of a page, for e-mails, phones and guests: `/comm/in/jane`. */
const prefixes = new Set(['comm', 'mwlite', 'm', 'mobile', 'organization-guest', 'sales']);
const schemes = new Set(['http:', 'https:']);

interface ProfilePath {
  /** As it is written, perhaps with a port. */
  readonly authority: string;
  readonly kind: ProfileKind;
  /** The segment that names the kind, in lower case: `pub` for an old page of a person. */
  readonly heading: string;
  readonly slug: string;
  /** The segments behind the slug. */
  readonly trail: readonly string[];
}

/**
 * Finds the parts of a profile page in the segments of a URL without scheme: `network.com`, `in`, `jane`. A start that was put in front of
 * the page twice counts once, as in `/in/in/jane` or `/company/https://network.com/company/acme`. Null for other paths.
 */
export function profilePath(segments: readonly string[]): ProfilePath | null {
  let authority = '';
  let heading: string | null = null;
  for (const [index, segment] of segments.entries()) {
    const word = segment.toLowerCase();
    const next = segments[index + 1]?.toLowerCase() ?? '';
    if (schemes.has(word)) {
      authority = '';
      heading = null;
    } else if (authority === '') authority = segment;
    else if (segment !== '' && heading !== null && isHostBeforeKind(word, next)) {
      authority = segment;
      heading = null;
    } else if (kinds.has(word) && (heading === null || next !== '')) heading = word;
    else if (heading !== null) {
      const kind = kinds.get(heading);
      return kind === undefined ? null : { authority, kind, heading, slug: segment, trail: segments.slice(index + 1) };
    } else if (!isFrame(word, next)) return null;
    else if (word.includes('.')) authority = segment;
  }
  return null;
}

/** Whether a segment may stand between the host and the kind of a page: `comm`, or a host once more. */
function isFrame(word: string, next: string): boolean {
  return schemes.has(next) || prefixes.has(word) || isHostBeforeKind(word, next);
}

function isHostBeforeKind(word: string, next: string): boolean {
  return word.includes('.') && kinds.has(next);
}
