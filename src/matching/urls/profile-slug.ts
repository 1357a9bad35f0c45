import { Table } from '../../platform/tables/table.js';
import { isNothing } from '../nothing.js';
import { trimmed } from './pasted-text.js';
import type { ProfileKind } from './profile-path.js';

const table = Table.read(new URL('data/profile-pages.txt', import.meta.url));
const wordsOfSite: ReadonlySet<string> = new Set(table.words('words of the site'));

/** The maximum length of a slug, in UTF-16 code units. Much longer slugs would not fit into an entry of a PostgreSQL index. */
export const maxSlugLength = 512;

/** The maximum length of a word for nothing. Longer slugs need not be compared with such words. */
const maxNothingLength = 24;

const notInASlug = /[\s\p{Cc}/\\?#:{}<>[\]|"^`$*]/u;
const letterDigitOrEmoji = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;
/** The start of a variable in a template whose value is missing: `{{slug}}`, `[object Object]`. */
const template = /[{[]/;
const letterOrDigit = /[\p{L}\p{N}]/u;
const onlyZeros = /^0+$/;
const joints = /[-_+]/g;
/** The start of what follows a slug: a parameter without question mark (`&trk=x`), or a list of pages. */
const behindSlug = /&[a-z_]+=|[,;|]/i;
/**
 * The id of a member, which stands in place of a chosen name: `ACoAAABcDeFgHiJk`. It is in base64, so letter case counts. The first letters
 * are the kind of page from which the id comes.
 */
const memberId = /^(?:AC[ow]A[\w-]{8,}|AEMAA(?=[A-Z]*[a-z0-9_-])[\w-]{8,})$/;

/**
 * Reads the segment of a URL that names a profile page, as it is stored: percent-decoded, in NFC and in lower case, except for the id of a
 * member. What people paste behind an address is cut off. Null for a text that can be no page.
 */
export function profileSlug(segment: string, kind: ProfileKind): string | null {
  const decoded = decodeOnce(segment);
  if (decoded === null || template.test(decoded)) return null;
  // NFC turns some characters into marks, so it comes before the marks are cut off.
  const written = trimmed(decoded.normalize('NFC').split(behindSlug, 1)[0] ?? '');
  if (kind === 'in' && memberId.test(written)) return written;
  const slug = written.toLowerCase();
  return slug.length <= maxSlugLength && !notInASlug.test(slug) && canBePage(slug) ? slug : null;
}

/** Whether a slug depends on letter case, because it is the id of a member. */
export function isMemberId(slug: string): boolean {
  return memberId.test(slug);
}

/** Whether a slug is neither a word of the site's own addresses, nor a word for nothing, nor zero. */
export function canBePage(slug: string): boolean {
  if (wordsOfSite.has(slug) || onlyZeros.test(slug) || !letterDigitOrEmoji.test(slug)) return false;
  if (slug.length > maxNothingLength || !letterOrDigit.test(slug)) return true;
  return !(isNothing(slug) || isNothing(slug.replace(joints, ' ')) || isNothing(slug.replace(joints, '/')));
}

/**
 * Decodes the percent sequences of a slug, except an encoded percent sign (`%25`). So a slug that was encoded twice does not change
 * when its canonical URL is parsed again. Null for an invalid sequence.
 */
function decodeOnce(segment: string): string | null {
  if (!segment.includes('%')) return segment;
  try {
    return segment.split('%25').map(decodeURIComponent).join('%25');
  } catch {
    return null;
  }
}
