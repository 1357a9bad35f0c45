// How the labels of other people's sentences map to the members of filters. The sets are the people and company benchmarks of
// exa-labs/benchmarks (MIT), whose labels are made for a search engine of the web.
import type { CompanyDefinition } from '../../../src/queries/query-definition.js';
import { otherNames, plain } from './label-names.js';

interface Constraint {
  readonly eq?: string | number;
  readonly not_eq?: number;
  readonly gte?: number | string;
  readonly lte?: number | string;
  readonly contains?: string;
  readonly not_contains?: string;
  readonly homepage?: string;
}

export interface CompanyCase {
  readonly id: string;
  readonly text: string;
  readonly bucket: string;
  readonly constraints: Readonly<Record<string, Constraint>>;
}

/** Words for what companies do that mean the same for the set. */
const sameActivity: readonly (readonly string[])[] = [
  ['financial', 'fintech', 'banking', 'payments', 'financial services', 'insurtech', 'crypto', 'neobank'],
  ['insurance', 'insurtech'],
  ['real estate', 'proptech'],
  ['construction', 'contech'],
  ['education', 'edtech'],
  ['security', 'cybersecurity', 'network security'],
  ['ai', 'artificial-intelligence', 'artificial intelligence', 'genai', 'machine learning'],
  ['biotech', 'biotechnology'],
  ['semiconductor', 'semiconductors', 'chips', 'chip'],
  ['e-commerce', 'ecommerce'],
  ['health', 'healthtech', 'health technology', 'digital health'],
  ['cleantech', 'renewable energy'],
  ['content management', 'headless cms', 'cms'],
  ['technology', 'deep tech', 'deeptech'],
  ['robotics', 'robots'],
  ['enterprise', 'enterprise software'],
  ['space', 'spacetech'],
  ['gaming', 'games', 'video games'],
  ['climate', 'climate tech', 'climatetech'],
  ['automotive', 'mobility'],
  ['software', 'saas', 'vertical saas'],
  ['agriculture', 'agritech'],
  ['legal', 'legaltech'],
  ['hr', 'hrtech', 'human resources'],
  ['logistics', 'supply chain'],
  ['food', 'foodtech', 'food and beverage'],
];

const regionOfLabel: Readonly<Record<string, readonly string[]>> = {
  europe: ['germany', 'france', 'poland'],
  nordics: ['sweden', 'norway', 'denmark', 'finland'],
  scandinavia: ['sweden', 'norway', 'denmark'],
  benelux: ['belgium', 'netherlands'],
  dach: ['germany', 'austria', 'switzerland'],
  apac: ['japan', 'singapore'],
  asia: ['japan', 'singapore'],
  'southeast asia': ['singapore', 'indonesia'],
  baltics: ['estonia'],
  latam: ['brazil', 'mexico'],
  'latin america': ['brazil', 'mexico'],
  africa: ['nigeria', 'kenya'],
  'middle east': ['israel', 'saudi arabia'],
};

const typeOfLabel: Readonly<Record<string, string>> = {
  'public company': 'public',
  'privately held': 'private',
  nonprofit: 'nonprofit',
  'government agency': 'government',
  educational: 'educational',
  partnership: 'partnership',
};

const ourMembers = new Set([
  'country',
  'region',
  'category',
  'industry',
  'employees',
  'founded_year',
  'company_type',
  'funding_stage',
  'funding_date',
  'company',
]);

/** Whether all constraints of a sentence can be said with members of filters. */
export function usesOnlyOurMembers({ constraints }: CompanyCase): boolean {
  return Object.keys(constraints).every((name) => ourMembers.has(name)) && constraints.funding_date?.lte === undefined;
}

interface CompanyVerdict {
  readonly missing: readonly string[];
  readonly wrong: readonly string[];
}

export function judgeCompany(where: CompanyDefinition, { constraints, text }: CompanyCase): CompanyVerdict {
  const missing: string[] = [];
  const wrong: string[] = [];
  const check = (name: string, isThere: boolean, isRight: boolean) => {
    if (!isThere) missing.push(name);
    else if (!isRight) wrong.push(name);
  };
  const {
    country,
    region,
    category,
    industry,
    employees,
    founded_year: founded,
    company_type: type,
    funding_stage: stage,
    company,
  } = constraints;
  const countries = valuesOf(where, 'countries').map(plain);
  const activities = [...valuesOf(where, 'industries'), ...valuesOf(where, 'keywords')].map(plain);
  const types = valuesOf(where, 'account_types').map(plain);
  const isPlaced = countries.length + valuesOf(where, 'localities').length + valuesOf(where, 'regions').length > 0;
  if (country?.eq !== undefined)
    check(
      'country',
      isPlaced,
      countries.length === 0 || countries.includes(otherNames[plain(String(country.eq))] ?? plain(String(country.eq))),
    );
  else if (region?.contains !== undefined)
    check(
      'region',
      isPlaced,
      (regionOfLabel[plain(region.contains)] ?? []).some((each) => countries.includes(each)),
    );
  for (const { contains } of [category, industry].filter((each) => each !== undefined))
    if (contains !== undefined)
      check(
        'activity',
        activities.length > 0,
        activities.some((each) => isSame(each, plain(contains))),
      );
  if (employees !== undefined)
    check('employees', where.employee_count !== undefined, isRange(where.employee_count, employees));
  else if (where.employee_count !== undefined && constraints.criteria === undefined) wrong.push('employees');
  if (founded !== undefined && founded.not_eq === undefined)
    check('founded_year', where.founded_year !== undefined, isRange(where.founded_year, founded));
  else if (where.founded_year !== undefined && founded === undefined) wrong.push('founded_year');
  if (type?.eq !== undefined)
    check(
      'company_type',
      types.length > 0,
      types.some((each) => each.startsWith(typeOfLabel[plain(String(type.eq))] ?? '?')),
    );
  else if (types.length > 0) wrong.push('company_type');
  const stages = valuesOf(where, 'funding_types').map(plain);
  if (stage?.contains !== undefined) check('funding_stage', stages.length > 0, stages.includes(plain(stage.contains)));
  else if (stages.length > 0 && !/series|seed/iu.test(text)) wrong.push('funding_stage');
  const names = valuesOf(where, 'names').map(squeezed);
  if (company?.homepage !== undefined) {
    const host = squeezed(new URL(company.homepage).host.replace(/^www\./u, ''));
    const { names: _, ...others } = where;
    check(
      'name',
      names.length > 0 || Object.keys(others).length > 0,
      names.some((name) => host.startsWith(name) || name.startsWith(host.slice(0, 4))) &&
        Object.keys(others).length === 0,
    );
  } else if (names.length > 0) wrong.push('names');
  if (
    country === undefined &&
    region === undefined &&
    company === undefined &&
    countries.length > 0 &&
    !isPlaceNamed(text, where)
  )
    wrong.push('countries');
  return { missing, wrong };
}

/** Whether a sentence has a capital behind its beginning or an adjective of a place, so that a place without a label is no invention. */
function isPlaceNamed(text: string, where: CompanyDefinition): boolean {
  return (
    /\b(?:US|UK|EU|SEA|NZ|[A-Z][a-z]+(?:ish|an|ese|ch|ic|ss|pe|ia|tch|any|land))\b/u.test(text) &&
    where.countries !== undefined
  );
}

function isSame(value: string, label: string): boolean {
  if (value.includes(label) || label.includes(value)) return true;
  return sameActivity.some(
    (words) => words.includes(label) && words.some((word) => value === word || value.split(/[\s-]/u).includes(word)),
  );
}

/** Whether bounds are those of the label. "After 2020" may be 2021 or 2020, and "under 50" may be 49 or 50. */
function isRange(found: { min?: number; max?: number } | undefined, { eq, gte, lte }: Constraint): boolean {
  const [low, high] = [Number(eq ?? gte ?? Number.NaN), Number(eq ?? lte ?? Number.NaN)];
  const isLow = Number.isNaN(low) ? found?.min === undefined : [low, low + 1].includes(found?.min ?? -1);
  const isHigh = Number.isNaN(high) ? found?.max === undefined : [high, high - 1].includes(found?.max ?? -1);
  return isLow && isHigh;
}

/** The values of a member, also those in `all` and `any`. */
function valuesOf(
  where: CompanyDefinition,
  member:
    | 'countries'
    | 'regions'
    | 'localities'
    | 'industries'
    | 'keywords'
    | 'account_types'
    | 'funding_types'
    | 'names',
): string[] {
  return [
    ...(where[member] ?? []),
    ...[...(where.all ?? []), ...(where.any ?? [])].flatMap((each) => valuesOf(each, member)),
  ];
}

function squeezed(text: string): string {
  return plain(text).replace(/[^a-z0-9]/gu, '');
}
