import { z } from 'zod';
import { hasControlCharacters } from '../../../platform/database/text.js';
import { parseProfileUrl } from '../../../matching/urls/profile-url.js';
import { personasOf, seniorities, type Seniority } from '../../../titles/seniority.js';
import { CodedCommandError, unknownMembers } from '../../../platform/errors/command-error.js';
import type { Problem } from '../../../platform/errors/refusal.js';
import { comparable, comparableWords } from '../facts/text.js';

const maxEntries = 500;
const maxCharacters = 200;
const maxTalkingPointLength = 2_000;
const resultsLimit = 500;
/** The default of `max_results`. It is a number of prospects that a team can contact. */
export const usualResults = 50;

const textOf = (maxLength: number) =>
  z
    .string('must be a text')
    .trim()
    .min(1, 'must not be empty')
    .max(maxLength, `must have at most ${maxLength} characters`)
    .refine((text) => !hasControlCharacters(text), 'must not hold control characters');

const entry = textOf(maxCharacters);
const worded = entry.refine((text) => text === '' || comparableWords(text) !== '', 'must hold a letter or a digit');

const seniority = entry.transform((text, context): Seniority => {
  const written = text.toLowerCase().replace(/[\s_-]+/g, '');
  const known = seniorities.find((id) => written === id.replace('_', '') || written === id.replace('seniority_', ''));
  if (known !== undefined) return known;
  const choices = seniorities.map((id) => id.replace('seniority_', ''));
  context.addIssue({ code: 'custom', message: `must be one of ${choices.join(', ')}` });
  return z.NEVER;
});

const share = z
  .number('must be a number')
  .min(0, 'must not be negative')
  .max(1_000_000, 'must not be greater than 1000000');

/** An optional list. An empty list means the same as no list. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item, 'must be a list')
    .max(maxEntries, `must have at most ${maxEntries} entries`)
    .transform((entries) => (entries.length === 0 ? undefined : entries))
    .optional();

/** An object with only these members. An optional member that is missing stays missing; no default replaces it. */
const objectOf = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? unknownMembers(issue.keys, shape) : 'must be an object'),
  });

const region = objectOf({ name: entry, countries: listOf(worded) });

const persona = objectOf({
  name: worded,
  titles: listOf(worded),
  seniorities: listOf(seniority),
  weight: share.optional(),
}).refine(
  ({ name, titles, seniorities: ranks }) => titles !== undefined || ranks !== undefined || fieldsIn(name).length > 0,
  {
    error: 'must have titles or seniorities, because its name does not name a field of work',
    abort: true,
  },
);

const talkingPoint = objectOf({
  persona: entry.optional(),
  technology: entry.optional(),
  text: textOf(maxTalkingPointLength),
}).refine((point) => (point.persona === undefined) !== (point.technology === undefined), {
  error: 'must have either persona or technology',
});

const weights = objectOf({
  technical: share.optional(),
  buyer: share.optional(),
  receptive: share.optional(),
  warm_intro: share.optional(),
}).refine((given) => Object.values(given).some((weight) => weight !== 0), {
  error: 'must have a weight above zero',
});

const clientPage = entry.transform((text, context): string => {
  const page = parseProfileUrl(text);
  if (page !== null && page.kind !== 'in') return page.canonical;
  context.addIssue({ code: 'custom', message: 'must be the profile page of a company' });
  return z.NEVER;
});

const teamSchema = objectOf({
  regions: listOf(region),
  personas: listOf(persona),
  exclude_titles: listOf(worded),
  client_technologies: listOf(entry),
  competitor_technologies: listOf(entry),
  complementary_technologies: listOf(entry),
  client_company_network_url: clientPage.optional(),
  talking_points: listOf(talkingPoint),
  weights: weights.optional(),
  max_results: z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(resultsLimit, `must be at most ${resultsLimit}`)
    .optional(),
}).superRefine(({ personas }, context) => {
  const names = (personas ?? []).map(({ name }) => comparable(name));
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) === index) continue;
    context.addIssue({ code: 'custom', path: ['personas', index, 'name'], message: 'is the name of another persona' });
  }
});

/** The schema of a team as an operator writes it; `docs/prospecting-scores.md` explains each member. */
export type TeamSchema = z.infer<typeof teamSchema>;
export type TeamPersona = NonNullable<TeamSchema['personas']>[number];
export type TalkingPoint = NonNullable<TeamSchema['talking_points']>[number];

/** The maximum number of problems in one message. If a schema has more, the others are reported after the first ones are corrected. */
const maxFlaws = 3;

/**
 * Checks a team's schema and normalises it: texts are trimmed, empty lists are left out, seniorities get their full name
 * (`director` becomes `seniority_director`), and the client's page gets its canonical address. Defaults are not filled in. The
 * result is again a valid schema.
 * @throws CommandError with one line that names up to three problems, each with its path
 */
export function readTeamSchema(value: unknown): TeamSchema {
  const parsed = teamSchema.safeParse(value);
  if (parsed.success) return JSON.parse(JSON.stringify(parsed.data)) as TeamSchema;
  const problems = unknownFirst(parsed.error.issues).slice(0, maxFlaws).map(problem);
  throw new CodedCommandError({ code: 'UNUSABLE_SCHEMA', values: { problems } });
}

/**
 * Tags whose names are no job titles, so the classifier does not find them in these names: "board" alone does not get the tag
 * `board`. A persona with such a name gets the tag without the classifier.
 */
const untitledTags: readonly string[] = ['board', 'hospitality'];
/**
 * Words for roles in a purchase. They are removed from the name of a persona before it is classified, because in a job title they
 * mean something else: a buyer works in procurement.
 */
const buyingRoles =
  /\b(?:decision makers?|(?:economic |technical )?(?:buyers?|evaluators?)|(?:end )?users?|influencers?|(?:budget )?(?:holders?|owners?)|c (?:level|suite))\b/g;

/**
 * The fields of work in the name of a persona, as tags. The name is classified like a job title, but without words for roles in a
 * purchase: "Platform engineering buyer" is classified as "platform engineering". The result is empty for a name without a field of
 * work, such as "Decision maker".
 */
export function fieldsIn(name: string): readonly string[] {
  const words = comparableWords(name).replace(buyingRoles, '').trim();
  return untitledTags.includes(words) ? [words] : personasOf(words);
}

/** Puts the problems with unknown members first, because a misspelt member is often the reason why another one is missing. */
function unknownFirst(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const isUnknown = ({ code }: z.core.$ZodIssue): boolean => code === 'unrecognized_keys';
  return [...issues.filter(isUnknown), ...issues.filter((issue) => !isUnknown(issue))];
}

function problem(issue: z.core.$ZodIssue): Problem {
  const where = issue.path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  const unknown = issue.code === 'unrecognized_keys' ? { unknown: issue.keys } : {};
  return { path: where.replace(/^\./, ''), message: issue.message, ...unknown };
}
