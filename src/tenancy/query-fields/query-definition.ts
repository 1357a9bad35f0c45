import { z } from 'zod';
import { hasControlCharacters, isTypeable } from '../../platform/database/text.js';
import { CodedCommandError, unknownMembers } from '../../platform/errors/command-error.js';
import type { Problem } from '../../platform/errors/refusal.js';
import { seniorities, type Seniority } from '../../titles/seniority.js';

const asciiOnly = /^[\0-\x7f]*$/;
/** Accents and invisible characters, which are removed. Vowel signs of Indic scripts are not among them; they are parts of words. */
const accents = /[\p{Script=Inherited}\p{Cf}]/gu;
/** The plain forms of letters that Unicode normalisation (NFKD) does not decompose, and of the Greek final sigma. */
const otherLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
};
const otherLetter = /[øłđðæœþς]/g;
/** The characters of scripts that put no spaces between words. Each of them counts as a word. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/**
 * The words of a folded text: `.net` (also at the end of `asp.net`), `c++` and `c#`, `r&d`, `v.p.`, and any other run of
 * letters and digits. The words with signs need patterns of their own. Otherwise they would be divided into words with
 * another meaning, such as `c` or `net`.
 */
const wordPattern =
  /\.net(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:[a-z](?:\+\+|#)|[a-z] ?& ?[a-z](?![\p{L}\p{N}])|(?:[a-z]\.)+[a-z](?![\p{L}\p{N}]))|[\p{L}\p{N}\p{M}]+/gu;
const joined = /^[a-z][ &.]/;

/** Normalises a text for comparison: letter case, accents, letter width and surrounding spaces do not matter. `Café` → `cafe`. */
export function fold(text: string): string {
  if (asciiOnly.test(text)) return text.trim().toLowerCase();
  // Upper case comes first, because only upper case turns ß into SS and ı into I.
  const plain = text.toUpperCase().normalize('NFKD').replace(accents, '').toLowerCase();
  return plain.replace(otherLetter, (letter) => otherLetters[letter] ?? letter).trim();
}

/** The folded words of a job title or keyword, in their order: `V.P. of R & D` → `vp`, `of`, `r&d`. Signs alone give no words. */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  const spaced = asciiOnly.test(folded) ? folded : folded.replace(spaceless, ' $& ');
  return (spaced.match(wordPattern) ?? []).map((word) => (joined.test(word) ? word.replace(/[ .]/g, '') : word));
}

const maxEntries = 500;
const maxLength = 200;

const entry = z
  .string('must be a text')
  .trim()
  .refine((text) => fold(text) !== '', 'must not be empty')
  .max(maxLength, `must have at most ${maxLength} characters`)
  .refine((text) => !hasControlCharacters(text), 'must not hold control characters');

const keyword = entry.refine((text) => fold(text) === '' || wordsOf(text).length > 0, 'must hold a letter or a digit');

const seniority = entry.transform((text, context): Seniority => {
  const written = text.toLowerCase();
  const known = seniorities.find((id) => id === written || id === `seniority_${written}`);
  if (known !== undefined) return known;
  const choices = seniorities.toReversed().map((id) => id.replace('seniority_', ''));
  context.addIssue({ code: 'custom', message: `must be one of ${choices.join(', ')}` });
  return z.NEVER;
});

/** A list without duplicates. An empty list counts as absent, because otherwise no person could match. */
const listOf = <Item extends z.ZodType<string>>(item: Item) =>
  z
    .array(item, 'must be a list of texts')
    .max(maxEntries, `must have at most ${maxEntries} entries`)
    .transform((entries) => (entries.length === 0 ? undefined : [...new Set(entries)]))
    .optional();

const members = {
  titles: listOf(keyword),
  exclude_titles: listOf(keyword),
  seniorities: listOf(seniority),
  personas: listOf(entry),
  technologies: listOf(entry),
  countries: listOf(entry),
};

const queryDefinition = z.strictObject(members, {
  error: ({ code }) => (code === 'unrecognized_keys' ? undefined : 'must be an object'),
});

/**
 * The conditions of a query. A person matches if all of them hold:
 * - `titles`: the job title contains one of the keywords.
 * - `exclude_titles`: the job title contains none of the keywords.
 * - Each other member: the value of the person, or one of the values, is in the list.
 *
 * A definition without members matches every person.
 */
export type QueryDefinition = z.infer<typeof queryDefinition>;

const maxErrors = 3;

/**
 * Validates and normalises a definition. Texts are trimmed, duplicates and empty lists are removed, and seniorities get their full
 * names: `director` → `seniority_director`.
 * @throws CommandError with a one-line message that names each error and its path
 */
export function readQueryDefinition(value: unknown): QueryDefinition {
  const parsed = queryDefinition.safeParse(value);
  if (!parsed.success) {
    const problems = parsed.error.issues.slice(0, maxErrors).map(problem);
    throw new CodedCommandError({ code: 'UNUSABLE_DEFINITION', values: { problems } });
  }
  const lists = Object.entries<readonly string[] | undefined>(parsed.data);
  return Object.fromEntries(lists.filter(([, list]) => list !== undefined));
}

function problem(issue: z.core.$ZodIssue): Problem {
  if (issue.code === 'unrecognized_keys')
    return { path: '', message: unknownMembers(issue.keys, members), unknown: issue.keys };
  const [member = '', index] = issue.path;
  return { path: `${String(member)}${index === undefined ? '' : `[${String(index)}]`}`, message: issue.message };
}

export const maxNameLength = 100;

/** Whether a query field may have this name. It must be a name that a client can type in a request. */
export function isValidName(name: string): boolean {
  return name !== '' && name.length <= maxNameLength && isTypeable(name);
}
