import type { FieldsResponse } from 'data-access-client';
import type { Kind } from './choice.js';

interface ShownField {
  readonly name: string;
  /** What its value means. */
  readonly hint: string;
}

export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly ShownField[];
}

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
  ['Employer', /^company_/],
  ['Location', /^(location_|contact_(country|region))/],
  ['Person', /^/],
];

/** The catalogue of a kind in groups, the most asked for first, and the fields of the tenant. */
export function groupsOf(catalogue: FieldsResponse, kind: Kind): FieldGroup[] {
  const patterns = kind === 'companies' ? companyGroups : personGroups;
  const byTitle = new Map<string, ShownField[]>([...patterns].reverse().map(([title]) => [title, []]));
  for (const { name, description } of kind === 'companies' ? catalogue.company : catalogue.person) {
    const title = patterns.find(([, pattern]) => pattern.test(name))?.[0] ?? '';
    byTitle.get(title)?.push({ name, hint: description });
  }
  const own = catalogue.query_fields.filter(({ scope }) => scope !== (kind === 'companies' ? 'person' : 'company'));
  byTitle.set(
    'Your query fields',
    own.map(({ name, counted }) => ({ name, hint: hintOf(kind, counted) })),
  );
  return [...byTitle].flatMap(([title, fields]) => (fields.length === 0 ? [] : [{ title, fields }]));
}

function hintOf(kind: Kind, isCounted: boolean): string {
  if (kind === 'persons') return '1 if the person matches, else 0.';
  return isCounted ? 'Number of matching employees.' : 'Number of matching employees; still being counted.';
}

/** The groups with the fields that a text finds in a name or hint. */
export function searched(groups: readonly FieldGroup[], text: string): FieldGroup[] {
  const words = text.toLowerCase().split(/\s+/);
  const isFound = ({ name, hint }: ShownField): boolean => {
    const place = `${name} ${name.replaceAll('_', ' ')} ${hint}`.toLowerCase();
    return words.every((word) => place.includes(word));
  };
  return groups.flatMap(({ title, fields }) => {
    const found = fields.filter(isFound);
    return found.length === 0 ? [] : [{ title, fields: found }];
  });
}
