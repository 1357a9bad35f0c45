// How the labels of other people's sentences map to the members of filters. The sets are the people and company benchmarks of
// exa-labs/benchmarks (MIT), whose labels are made for a search engine of the web.
import { iso31662 } from 'iso-3166/2.js';
import type { QueryDefinition } from '../../../src/queries/query-definition.js';
import { otherNames, plain, type Verdict } from './label-names.js';

export interface PersonCase {
  readonly id: string;
  readonly text: string;
  readonly role_title: string;
  readonly role_function: string;
  readonly role_seniority: string;
  readonly geo_name: string;
  readonly geo_type: string;
}

/**
 * The seniorities that a label accepts. The first is the plain reading of the label; the others are accepted, too, because the label and
 * the seniority divide titles in different ways: the set calls a Finance Manager "ic" and a Marketing Manager "manager", and a Product
 * Manager, who leads no people, "manager".
 */
const seniorityOfLabel: Readonly<Record<string, readonly string[]>> = {
  ic: ['ic', 'teamlead'],
  mid_ic: ['ic'],
  senior_ic: ['ic', 'teamlead'],
  specialized: ['ic', 'teamlead'],
  developer_relations: ['ic', 'teamlead'],
  manager: ['teamlead', 'ic'],
  director: ['director', 'executive', 'teamlead'],
  founding_team: ['ic', 'executive', 'director'],
};

/** The personas that a label accepts. The set has fewer functions, and puts several of our personas into one. */
const personasOfLabel: Readonly<Record<string, readonly string[]>> = {
  engineering: ['engineering', 'data', 'it', 'security', 'research', 'quality', 'project_management', 'product'],
  data_analytics: ['data', 'operations', 'research', 'finance'],
  sales: ['sales', 'partnerships', 'operations', 'engineering', 'customer_success'],
  marketing: ['marketing', 'communications', 'engineering', 'media', 'product', 'operations'],
  people_hr: ['people', 'finance', 'operations', 'education', 'data'],
  product: ['product', 'engineering', 'data', 'it', 'marketing', 'design'],
  design: ['design', 'product', 'marketing', 'media', 'research'],
  finance: ['finance', 'people', 'procurement'],
  legal: ['legal', 'finance'],
  customer_success: ['customer_success', 'customer_support', 'consulting', 'sales', 'operations', 'engineering'],
  operations: ['operations', 'strategy', 'project_management', 'data'],
  trust_safety: ['legal', 'security', 'operations', 'quality', 'marketing', 'engineering'],
  // The label is about the stage of the company. The function is that of the title.
  startup: ['founder', 'engineering', 'design', 'product', 'project_management', 'marketing', 'general_management'],
};

/** The main city of areas that the set calls a city or a metro. */
const areas: Readonly<Record<string, string>> = {
  'bay area': 'san francisco',
  'san francisco bay area': 'san francisco',
  'silicon valley': 'san jose',
  'research triangle': 'raleigh',
  'delhi ncr': 'delhi',
  ncr: 'delhi',
  dfw: 'dallas',
  'dallas-fort worth': 'dallas',
};

const states = new Map(
  iso31662
    .filter(({ parent }) => parent === 'US')
    .map(({ code, name }) => [code.slice(3).toLowerCase(), name.toLowerCase()]),
);

export function judgeSeniority(
  where: QueryDefinition,
  { role_seniority: label }: PersonCase,
): { plain: Verdict; stated: Verdict } {
  const found = (where.seniorities ?? []).map((id) => id.replace('seniority_', ''));
  const accepted = seniorityOfLabel[label] ?? [];
  const verdict = (right: readonly string[]) => verdictOf(found, (each) => right.includes(each));
  return { plain: verdict(accepted.slice(0, 1)), stated: verdict(accepted) };
}

/** Whether the strongest persona is one that the label accepts (`stated`), and whether all are (`plain`). */
export function judgeFunction(
  where: QueryDefinition,
  { role_function: label }: PersonCase,
): { plain: Verdict; stated: Verdict } {
  const found = where.personas ?? [];
  const accepted = personasOfLabel[label] ?? [];
  const isAccepted = (each: string) => accepted.includes(each);
  return { plain: verdictOf(found, isAccepted), stated: verdictOf(found.slice(0, 1), isAccepted) };
}

export function judgePlace(where: QueryDefinition, { geo_name: label, geo_type: type }: PersonCase): Verdict {
  const { countries = [], regions = [], localities = [] } = where;
  const named = plain(label);
  const usual = otherNames[named] ?? named;
  if (countries.length + regions.length + localities.length === 0) return 'missing';
  const only = (list: readonly string[]) => list.length === countries.length + regions.length + localities.length;
  if (usual === 'new york' || usual === 'washington') {
    return [...regions, ...localities].some((each) => plain(each).startsWith(usual)) && countries.length === 0
      ? 'right'
      : 'wrong';
  }
  if (type === 'country' || usual === 'singapore' || usual === 'hong kong')
    return only(countries) && countries.some((each) => plain(each) === usual) ? 'right' : 'wrong';
  if (type === 'state') {
    const name = states.get(named) ?? named;
    return only(regions) && regions.some((each) => plain(each) === name) ? 'right' : 'wrong';
  }
  if (type === 'region')
    return (only(countries) || only(regions)) && where.localities === undefined ? 'right' : 'wrong';
  const city = areas[named] ?? usual.replace(/^greater /u, '');
  const main = otherNames[city] ?? city;
  return only(localities) && localities.some((each) => (otherNames[plain(each)] ?? plain(each)) === main)
    ? 'right'
    : 'wrong';
}

/** Whether a member is there that the sentence does not have: a title with words outside the role, an employer or a contact. */
export function hasForeignMember(where: QueryDefinition, { role_title: label, text }: PersonCase): boolean {
  const own = new Set([...plain(label).split(/[^a-z0-9+#&]+/u), 'of']);
  const isForeign = (title: string) =>
    plain(text).includes(plain(title)) &&
    plain(title)
      .split(/[^a-z0-9+#&]+/u)
      .some((word) => !own.has(word) && !own.has(word.replace(/s$/u, '')));
  return (
    (where.titles ?? []).some(isForeign) ||
    where.company?.names !== undefined ||
    where.company?.localities !== undefined ||
    where.months_in_role !== undefined ||
    where.has !== undefined ||
    where.none !== undefined
  );
}

function verdictOf(found: readonly string[], isRight: (each: string) => boolean): Verdict {
  if (found.length === 0) return 'missing';
  return found.every(isRight) ? 'right' : 'wrong';
}
