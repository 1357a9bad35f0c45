import { z } from 'zod';
import { hasControlCharacters } from '../platform/database/text.js';
import { CodedCommandError, unknownMembers } from '../platform/errors/command-error.js';
import type { Problem } from '../platform/errors/refusal.js';
import { seniorities, type Seniority } from '../titles/seniority.js';
import { fold, wordsOf } from './words.js';

/** A range of whole numbers. Both ends belong to it; an end that is absent is open. */
export interface Bounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** A signal of the tenant. Without `types` any type counts, without `since` any day. */
export interface SignalCondition {
  readonly types?: readonly string[] | undefined;
  /** The first day, as `YYYY-MM-DD`. */
  readonly since?: string | undefined;
}

/** Definitions inside a definition: all, at least one, and none of them must hold. */
export interface Combined<Definition> {
  readonly all?: readonly Definition[] | undefined;
  readonly any?: readonly Definition[] | undefined;
  readonly none?: readonly Definition[] | undefined;
}

/** The kinds of contact data that a record can have. */
export const contactKinds = ['email', 'phone'] as const;
export type ContactKind = (typeof contactKinds)[number];

interface Shared {
  readonly countries?: readonly string[] | undefined;
  readonly regions?: readonly string[] | undefined;
  readonly localities?: readonly string[] | undefined;
  readonly technologies?: readonly string[] | undefined;
  /** Each of the named kinds of contact data must be on record. */
  readonly has?: readonly ContactKind[] | undefined;
  readonly signals?: SignalCondition | undefined;
}

/**
 * The conditions of a query for companies. A company matches if all of them hold. A list holds if the company has one of its values;
 * letter case and accents do not matter.
 */
export interface CompanyDefinition extends Shared, Combined<CompanyDefinition> {
  /** Names, former names or aliases; legal forms do not matter. */
  readonly names?: readonly string[] | undefined;
  readonly industries?: readonly string[] | undefined;
  readonly sizes?: readonly string[] | undefined;
  readonly employee_count?: Bounds | undefined;
  readonly founded_year?: Bounds | undefined;
  readonly account_types?: readonly string[] | undefined;
  /** Keywords, specialities or the category of the company. */
  readonly keywords?: readonly string[] | undefined;
  readonly funding_types?: readonly string[] | undefined;
  /** The last funding was on this day or later, as `YYYY-MM-DD`. */
  readonly funding_since?: string | undefined;
  /** Query fields of the tenant, with bounds for the number of matching employees. */
  readonly query_fields?: Readonly<Record<string, Bounds>> | undefined;
}

/**
 * The conditions of a query for persons. A person matches if all of them hold. A definition without members matches every person.
 * - `titles`: the job title contains one of the keywords.
 * - `exclude_titles`: the job title contains none of the keywords.
 * - Any other list: the value of the person, or one of the values, is in the list; letter case and accents do not matter.
 */
export interface QueryDefinition extends Shared, Combined<QueryDefinition> {
  readonly titles?: readonly string[] | undefined;
  readonly exclude_titles?: readonly string[] | undefined;
  readonly seniorities?: readonly Seniority[] | undefined;
  readonly personas?: readonly string[] | undefined;
  /** The full months since the start of the current position. */
  readonly months_in_role?: Bounds | undefined;
  /** Query fields of the tenant that the person must match, each of them. */
  readonly query_fields?: readonly string[] | undefined;
  /** The current employer. */
  readonly company?: CompanyDefinition | undefined;
}

const maxEntries = 500;
const maxLength = 200;
/** How deep definitions can be nested in `all`, `any`, `none` and `company`. */
const maxDepth = 4;
const maxNested = 20;
/** The maximum number of definitions in a definition, however they are nested, and of all texts in their lists. */
const maxDefinitions = 100;
const maxTexts = 5_000;

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

const contactKind = z.enum(contactKinds, `must be one of ${contactKinds.join(', ')}`);
const day = z.iso.date('must be a day such as 2026-03-31');

/** A list without duplicates. An empty list counts as absent, because otherwise no record could match. */
const listOf = <Item extends z.ZodType<string>>(item: Item) =>
  z
    .array(item, 'must be a list of texts')
    .max(maxEntries, `must have at most ${maxEntries} entries`)
    .transform((entries) => (entries.length === 0 ? undefined : [...new Set(entries)]))
    .optional();

/** The members of an object, of which no others are allowed. */
const objectOf = <Shape extends z.ZodRawShape>(members: Shape) =>
  z.strictObject(members, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? unknownMembers(issue.keys, members) : 'must be an object'),
  });

const boundsWithin = (least: number, most: number) => {
  const number = z
    .int('must be a whole number')
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`)
    .optional();
  return objectOf({ min: number, max: number })
    .refine(({ min, max }) => min !== undefined || max !== undefined, 'must have `min` or `max`')
    .refine(({ min, max }) => min === undefined || max === undefined || min <= max, '`min` must not be above `max`')
    .optional();
};

const maxInteger = 2_147_483_647;
const counts = boundsWithin(0, maxInteger);
const maxNameLength = 100;
const fieldName = z
  .string('must be a text')
  .min(1, 'must not be empty')
  .max(maxNameLength, `must have at most ${maxNameLength} characters`)
  .refine((text) => !hasControlCharacters(text), 'must not hold control characters');

const sharedMembers = {
  countries: listOf(entry),
  regions: listOf(entry),
  localities: listOf(entry),
  technologies: listOf(entry),
  has: listOf(contactKind),
  signals: objectOf({ types: listOf(entry), since: day.optional() }).optional(),
};

const companyMembers = {
  names: listOf(keyword),
  industries: listOf(entry),
  sizes: listOf(entry),
  employee_count: counts,
  founded_year: boundsWithin(0, 9_999),
  account_types: listOf(entry),
  keywords: listOf(entry),
  funding_types: listOf(entry),
  funding_since: day.optional(),
  query_fields: z.record(fieldName, counts.unwrap(), 'must be an object with bounds for each field').optional(),
  ...sharedMembers,
};

const personMembers = {
  titles: listOf(keyword),
  exclude_titles: listOf(keyword),
  seniorities: listOf(seniority),
  personas: listOf(entry),
  ...sharedMembers,
  months_in_role: boundsWithin(0, 1_200),
  query_fields: listOf(fieldName),
};

const tooDeep = z.undefined(`must not be nested deeper than ${maxDepth} definitions`).optional();

/** The members that nest definitions. @param nested the schema of a nested one; null at the greatest depth */
const combinations = <Definition>(nested: z.ZodType<Definition> | null) => {
  const list =
    nested === null
      ? tooDeep
      : z
          .array(nested, 'must be a list of definitions')
          .max(maxNested, `must have at most ${maxNested} definitions`)
          .transform((definitions) => (definitions.length === 0 ? undefined : definitions))
          .optional();
  return { all: list, any: list, none: list };
};

function companySchema(depth: number): z.ZodType<CompanyDefinition> {
  return objectOf({ ...companyMembers, ...combinations(depth === 0 ? null : companySchema(depth - 1)) });
}

function personSchema(depth: number): z.ZodType<QueryDefinition> {
  const company = depth === 0 ? tooDeep : companySchema(depth - 1).optional();
  return objectOf({ ...personMembers, company, ...combinations(depth === 0 ? null : personSchema(depth - 1)) });
}

const schemas = { persons: personSchema(maxDepth), companies: companySchema(maxDepth) } as const;

interface Definitions {
  readonly persons: QueryDefinition;
  readonly companies: CompanyDefinition;
}

/** What is wrong with a definition. */
export interface Flaw {
  /** The place of the wrong value in the definition. */
  readonly path: readonly (string | number)[];
  /** What is wrong, as the end of a sentence that begins with the path. */
  readonly message: string;
  /** The names of unknown members, if this is what is wrong; otherwise empty. */
  readonly unknown: readonly string[];
}

/** The definition, or what is wrong with it. */
type Reading<Definition> = { readonly definition: Definition } | { readonly flaws: readonly Flaw[] };

const maxFlaws = 3;

/**
 * Validates and normalises a definition. Texts are trimmed, duplicates and empty lists are removed, and seniorities get their full
 * names: `director` → `seniority_director`.
 * @returns the definition, or at most three flaws
 */
export function checkDefinition<Of extends keyof Definitions>(of: Of, value: unknown): Reading<Definitions[Of]> {
  const parsed = schemas[of].safeParse(value);
  if (!parsed.success) return { flaws: parsed.error.issues.slice(0, maxFlaws).map(flawOf) };
  const definition = compact(parsed.data) as Definitions[Of];
  const { definitions, texts } = sizeOf(definition);
  if (definitions > maxDefinitions) return tooLarge(`must have at most ${maxDefinitions} definitions in all`);
  if (texts > maxTexts) return tooLarge(`must have at most ${maxTexts} texts in all`);
  return { definition };
}

/**
 * Reads the definition of a query field. It can have every member but `query_fields`: a field that depends on another one would have to
 * be counted again whenever that one is changed.
 * @throws CommandError with a one-line message that names each error and its path
 */
export function readQueryDefinition(value: unknown): QueryDefinition {
  const reading = checkDefinition('persons', value);
  const flaws = 'flaws' in reading ? reading.flaws : namedFields(reading.definition).map(flawOfField);
  if (flaws.length > 0)
    throw new CodedCommandError({ code: 'UNUSABLE_DEFINITION', values: { problems: flaws.map(problemOf) } });
  return (reading as { readonly definition: QueryDefinition }).definition;
}

/** The nested definitions of a definition, with their places in it. */
export function nestedOf<Definition>(
  definition: Combined<Definition>,
): { readonly path: readonly (string | number)[]; readonly nested: Definition }[] {
  return (['all', 'any', 'none'] as const).flatMap((member) =>
    (definition[member] ?? []).map((nested, index) => ({ path: [member, index], nested })),
  );
}

/** A query field that a definition names. */
export interface NamedField {
  /** The place of the name in the definition. */
  readonly path: readonly (string | number)[];
  readonly kind: 'company' | 'person';
  readonly name: string;
}

/** The query fields that a definition names, also in nested definitions. */
export function namedFields(
  definition: QueryDefinition | CompanyDefinition,
  path: NamedField['path'] = [],
): NamedField[] {
  const fields: QueryDefinition['query_fields'] | CompanyDefinition['query_fields'] = definition.query_fields;
  const at = [...path, 'query_fields'];
  const own = Array.isArray(fields)
    ? fields.map((name: string, index): NamedField => ({ path: [...at, index], kind: 'person', name }))
    : Object.keys(fields ?? {}).map((name): NamedField => ({ path: [...at, name], kind: 'company', name }));
  const company = 'company' in definition ? definition.company : undefined;
  return [
    ...own,
    ...nestedOf<QueryDefinition | CompanyDefinition>(definition).flatMap((one) =>
      namedFields(one.nested, [...path, ...one.path]),
    ),
    ...(company === undefined ? [] : namedFields(company, [...path, 'company'])),
  ];
}

function flawOfField({ path }: NamedField): Flaw {
  return { path: path.slice(0, -1), message: 'cannot be used in the definition of a query field', unknown: [] };
}

/** Removes members without a value. */
function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, compact(member)]));
}

function sizeOf(value: unknown): { readonly definitions: number; readonly texts: number } {
  if (typeof value === 'string') return { definitions: 0, texts: 1 };
  if (typeof value !== 'object' || value === null) return { definitions: 0, texts: 0 };
  const parts = Object.values(value).map(sizeOf);
  return {
    definitions: parts.reduce((sum, part) => sum + part.definitions, Array.isArray(value) ? 0 : 1),
    texts: parts.reduce((sum, part) => sum + part.texts, 0),
  };
}

function tooLarge(message: string): { readonly flaws: readonly Flaw[] } {
  return { flaws: [{ path: [], message, unknown: [] }] };
}

function flawOf(issue: z.core.$ZodIssue): Flaw {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  return { path, message: issue.message, unknown: issue.code === 'unrecognized_keys' ? issue.keys : [] };
}

function problemOf({ path, message, unknown }: Flaw): Problem {
  const text = path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`));
  return { path: text.join(''), message, ...(unknown.length > 0 ? { unknown } : {}) };
}
