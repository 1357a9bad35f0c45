import type { FieldsResponse } from 'data-access-client';
import type { Kind } from './choice.js';

interface ShownField {
  readonly name: string;
  /** What the value of the field means, as shown to the user. */
  readonly hint: string;
}

export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly ShownField[];
}

/**
 * The groups in which the screen shows fields. A field belongs to the first group whose pattern matches its name. The last pattern
 * matches every name. The screen shows the groups in the reverse order, so the last one is at the top.
 */
const companyGroups: readonly (readonly [title: string, pattern: RegExp])[] = [
  ['Location', /^location_/],
  ['Funding', /^funding_/],
  ['Social pages', /^social_/],
  ['Contact', /^account_(phones|emails)$/],
  ['Written summaries', /^(ai_|account_(keywords|description)|tagline|specialities)/],
  ['Identity', /^(company_|network_|website$)/],
  ['Company', /^/],
];

const personGroups: typeof companyGroups = [
  ['Identity', /^contact_network_/],
  ['Employer', /^company_/],
  ['Location', /^(location_|contact_(country|region))/],
  ['Person', /^/],
];

/**
 * The words of a field's name as the form calls them: `company profile page` for `company_network_url`. Abbreviations are in capital
 * letters: `is B2B` for `is_b2b`.
 */
export function plainWords(name: string): string {
  return name
    .replaceAll(/[._]/g, ' ')
    .replace('network url', 'profile page')
    .replace('network id', 'numeric id')
    .replace(/\bemail$/, 'e-mail address')
    .replace(/\b(ai|b2b|url)\b/g, (word) => word.toUpperCase());
}

/** The name of a field in plain words: `Employee count` for `employee_count`, and `Company industry` for `company.industry`. */
export function plainName(name: string): string {
  const words = plainWords(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Sorts names of fields into groups. The group that is used most comes first, and the tenant's query fields come last. A group without
 * a name is left out.
 */
export function grouped(
  { query_fields: queries }: FieldsResponse,
  kind: Kind,
  names: Iterable<string>,
): (readonly [title: string, names: readonly string[]])[] {
  const patterns = kind === 'companies' ? companyGroups : personGroups;
  const own = 'Your query fields';
  const titleOf = (name: string): string =>
    queries.some((query) => query.name === name)
      ? own
      : (patterns.find(([, pattern]) => pattern.test(name))?.[0] ?? own);
  const byTitle = Map.groupBy(names, titleOf);
  return [own, ...patterns.map(([title]) => title)].reverse().flatMap((title) => {
    const here = byTitle.get(title);
    return here === undefined ? [] : [[title, here] as const];
  });
}

/** The fields of companies or persons in groups, in the order of {@link grouped}. */
export function groupsOf(catalogue: FieldsResponse, kind: Kind): FieldGroup[] {
  const known = kind === 'companies' ? catalogue.company : catalogue.person;
  const own = catalogue.query_fields.filter(({ scope }) => scope !== (kind === 'companies' ? 'person' : 'company'));
  const hints = new Map([
    ...known.map(({ name, description }) => [name, description] as const),
    ...own.map(({ name, counted }) => [name, hintOf(kind, counted)] as const),
  ]);
  return grouped(catalogue, kind, hints.keys()).map(([title, names]) => ({
    title,
    fields: names.map((name) => ({ name, hint: hints.get(name) ?? '' })),
  }));
}

function hintOf(kind: Kind, isCounted: boolean): string {
  if (kind === 'persons') return '1 if the person matches the query, 0 if not.';
  return isCounted
    ? 'Number of employees who match the query.'
    : 'Number of employees who match the query. The service has not counted all of these employees yet.';
}

/** The fields whose name or hint contains every word of the search text, in their groups. A group without such a field is left out. */
export function searched(groups: readonly FieldGroup[], text: string): FieldGroup[] {
  const words = text.toLowerCase().split(/\s+/);
  const isFound = ({ name, hint }: ShownField): boolean => {
    const place = `${name} ${name.replaceAll('_', ' ')} ${plainWords(name)} ${hint}`.toLowerCase();
    return words.every((word) => place.includes(word));
  };
  return groups.flatMap(({ title, fields }) => {
    const found = fields.filter(isFound);
    return found.length === 0 ? [] : [{ title, fields: found }];
  });
}
