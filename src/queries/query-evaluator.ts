import { companyNameKeys } from '../matching/companies/company-name.js';
import { CommandError } from '../platform/errors/command-error.js';
import { monthsBefore } from './months.js';
import {
  type Bounds,
  type Combined,
  type CompanyDefinition,
  type ContactKind,
  nestedOf,
  type QueryDefinition,
  readQueryDefinition,
  type SignalCondition,
} from './query-definition.js';
import { fold, wordsOf } from './words.js';

/** A signal about a record: the tenant that has it, its type and its day. */
type StoredSignal = readonly [tenantId: string, type: string, day: string];

interface StoredContacts {
  readonly has?: readonly ContactKind[] | null | undefined;
  readonly signals?: readonly StoredSignal[] | null | undefined;
}

/** The stored data of a company that queries compare. A list that is null counts as empty. */
export interface StoredCompanyFacts extends StoredContacts {
  /** The normalised names, former names and aliases, as `companyNameKeys` makes them. */
  readonly nameKeys?: readonly string[] | null | undefined;
  readonly industry: string | null;
  readonly country: string | null;
  readonly region: string | null;
  readonly locality: string | null;
  readonly size: string | null;
  readonly employeeCount: number | null;
  readonly foundedYear: number | null;
  readonly accountType: string | null;
  readonly keywords: readonly string[] | null;
  readonly fundingType: string | null;
  /** The day of the last funding, as `YYYY-MM-DD`. */
  readonly fundingDay: string | null;
  readonly technologies?: readonly string[] | null | undefined;
  /** The numbers of matching employees, by the name of the tenant's query field; a field that is not counted yet has none. */
  readonly counts?: ReadonlyMap<string, number> | undefined;
}

/** The stored data of a person that queries compare. A list that is null counts as empty. What is undefined was not read. */
export interface StoredFacts extends StoredContacts {
  readonly jobTitle: string | null;
  /** The full name of the seniority, such as `seniority_executive`. */
  readonly seniority: string | null;
  readonly personas: readonly string[] | null;
  readonly country: string | null;
  readonly skills: readonly string[] | null;
  readonly region?: string | null | undefined;
  readonly locality?: string | null | undefined;
  /** The start of the latest position that has no end, as `YYYY-MM-DD`. */
  readonly roleStart?: string | null | undefined;
  readonly company?: StoredCompanyFacts | null | undefined;
}

/** A person whom queries evaluate. The normalised values are computed once, when a query first needs them. */
export class PersonFacts {
  private words: readonly string[] | undefined;
  private readonly folded = new Map<string, readonly string[]>();

  constructor(readonly stored: StoredFacts) {}

  get titleWords(): readonly string[] {
    return (this.words ??= wordsOf(this.stored.jobTitle ?? ''));
  }

  /** The folded values of a member; none if it has no value. */
  valuesOf(member: 'personas' | 'country' | 'skills' | 'region' | 'locality'): readonly string[] {
    const known = this.folded.get(member);
    if (known !== undefined) return known;
    const values = foldedValues(this.stored[member]);
    this.folded.set(member, values);
    return values;
  }
}

function foldedValues(stored: string | readonly string[] | null | undefined): readonly string[] {
  if (stored === null || stored === undefined) return [];
  return typeof stored === 'string' ? [fold(stored)] : stored.map(fold);
}

/** A compiled query: a function that tells whether a person matches. */
export type PersonQuery = (person: PersonFacts) => boolean;
type CompanyQuery = (company: StoredCompanyFacts) => boolean;
type Condition<Facts> = (facts: Facts) => boolean;

/** What conditions about the tenant or the time refer to. */
export interface QueryContext {
  /** The tenant whose signals count. */
  readonly tenantId?: string;
  /** The day from which months are counted, as `YYYY-MM-DD`; by default today in UTC. */
  readonly today?: string;
  /** The queries of the tenant's query fields for persons, by name. */
  readonly fields?: ReadonlyMap<string, PersonQuery>;
}

/**
 * Compiles a definition into a predicate, which is used for the counts of companies, the query fields of persons, and prospecting. A
 * long list costs hardly more time than a short one.
 */
export function compileQuery(definition: QueryDefinition, context: QueryContext = {}): PersonQuery {
  const { titles, exclude_titles: excluded, company, query_fields: fields } = definition;
  const anyOf = (values: readonly string[] | undefined, member: Parameters<PersonFacts['valuesOf']>[0]) =>
    listed(
      values?.map(fold),
      (listing) => (person: PersonFacts) => person.valuesOf(member).some((v) => listing.has(v)),
    );
  const ofCompany = company && compileCompanyQuery(company, context);
  // The cheapest conditions come first.
  return allOf([
    listed(definition.seniorities, (listing) => (person) => listing.has(person.stored.seniority ?? '')),
    anyOf(definition.countries, 'country'),
    anyOf(definition.regions, 'region'),
    anyOf(definition.localities, 'locality'),
    anyOf(definition.personas, 'personas'),
    titles && mentionsAny(titles),
    excluded && not(mentionsAny(excluded)),
    anyOf(definition.technologies, 'skills'),
    startedWithin(definition.months_in_role, context),
    ...contactConditions<PersonFacts>(definition, context, ({ stored }) => stored),
    ofCompany && (({ stored }) => stored.company !== null && stored.company !== undefined && ofCompany(stored.company)),
    ...(fields ?? []).map((name) => context.fields?.get(name) ?? (() => false)),
    ...combined(definition, (nested) => compileQuery(nested, context)),
  ]);
}

/** Compiles a definition for companies into a predicate. */
export function compileCompanyQuery(definition: CompanyDefinition, context: QueryContext = {}): CompanyQuery {
  const { names, keywords, technologies, funding_since: since } = definition;
  const anyOf = (
    values: readonly string[] | undefined,
    valueOf: (company: StoredCompanyFacts) => string | readonly string[] | null | undefined,
  ) =>
    listed(
      values?.map(fold),
      (listing) => (company: StoredCompanyFacts) => foldedValues(valueOf(company)).some((value) => listing.has(value)),
    );
  return allOf([
    listed(
      names?.flatMap(companyNameKeys),
      (listing) =>
        ({ nameKeys }) =>
          (nameKeys ?? []).some((key) => listing.has(key)),
    ),
    anyOf(definition.industries, ({ industry }) => industry),
    anyOf(definition.countries, ({ country }) => country),
    anyOf(definition.regions, ({ region }) => region),
    anyOf(definition.localities, ({ locality }) => locality),
    anyOf(definition.sizes, ({ size }) => size),
    anyOf(definition.account_types, ({ accountType }) => accountType),
    anyOf(definition.funding_types, ({ fundingType }) => fundingType),
    anyOf(keywords, (company) => company.keywords),
    anyOf(technologies, (company) => company.technologies),
    within(definition.employee_count, ({ employeeCount }) => employeeCount),
    within(definition.founded_year, ({ foundedYear }) => foundedYear),
    since === undefined ? undefined : ({ fundingDay }) => fundingDay !== null && fundingDay >= since,
    ...contactConditions<StoredCompanyFacts>(definition, context, (company) => company),
    ...Object.entries(definition.query_fields ?? {}).map(([name, bounds]) =>
      within<StoredCompanyFacts>(bounds, ({ counts }) => counts?.get(name) ?? null),
    ),
    ...combined(definition, (nested) => compileCompanyQuery(nested, context)),
  ]);
}

/** The conditions of `has` and `signals`, which persons and companies share. */
function contactConditions<Facts>(
  {
    has,
    signals,
  }: { readonly has?: readonly ContactKind[] | undefined; readonly signals?: SignalCondition | undefined },
  { tenantId }: QueryContext,
  storedOf: (facts: Facts) => StoredContacts,
): (Condition<Facts> | undefined)[] {
  const { types, since = '' } = signals ?? {};
  return [
    has && ((facts) => has.every((kind) => (storedOf(facts).has ?? []).includes(kind))),
    signals &&
      ((facts) =>
        (storedOf(facts).signals ?? []).some(
          ([owner, type, day]) => owner === tenantId && (types?.includes(type) ?? true) && day >= since,
        )),
  ];
}

function combined<Definition, Facts>(
  definition: Combined<Definition>,
  compile: (nested: Definition) => Condition<Facts>,
): (Condition<Facts> | undefined)[] {
  const of = (member: string) =>
    nestedOf(definition).flatMap(({ path, nested }) => (path[0] === member ? [compile(nested)] : []));
  const [any, none] = [of('any'), of('none')];
  return [
    ...of('all'),
    any.length === 0 ? undefined : (facts) => any.some((holds) => holds(facts)),
    none.length === 0 ? undefined : (facts) => !none.some((holds) => holds(facts)),
  ];
}

function startedWithin(bounds: Bounds | undefined, context: QueryContext): PersonQuery | undefined {
  if (bounds === undefined) return undefined;
  // A compiled query is kept for days, so the days are computed anew for each person.
  return ({ stored: { roleStart } }) => {
    if (roleStart === null || roleStart === undefined) return false;
    const { before, after } = roleStartWithin(bounds, context.today);
    return roleStart <= before && (after === null || roleStart > after);
  };
}

/** The days between which a position must have started so that its full months are within the bounds. */
export function roleStartWithin(
  { min = 0, max }: Bounds,
  today = new Date().toISOString().slice(0, 10),
): { readonly before: string; readonly after: string | null } {
  return { before: monthsBefore(today, min), after: max === undefined ? null : monthsBefore(today, max + 1) };
}

function within<Facts>(
  bounds: Bounds | undefined,
  numberOf: (facts: Facts) => number | null,
): Condition<Facts> | undefined {
  if (bounds === undefined) return undefined;
  const { min = 0, max = Infinity } = bounds;
  return (facts) => {
    const number = numberOf(facts);
    return number !== null && number >= min && number <= max;
  };
}

function allOf<Facts>(conditions: readonly (Condition<Facts> | undefined)[]): Condition<Facts> {
  const defined = conditions.filter((condition) => condition !== undefined);
  return (facts) => defined.every((holds) => holds(facts));
}

/** Data of a person that is not in the person's own row, so that it is read only when a query needs it. */
export type FactNeed =
  | 'skills'
  | 'roleStart'
  | 'contacts'
  | 'signals'
  | 'company'
  | 'companyNames'
  | 'companyTechnologies'
  | 'companySignals';

/** The data that a query needs besides the person's own row. */
export function needsOf(definition: QueryDefinition): ReadonlySet<FactNeed> {
  const needs = new Set<FactNeed>(nestedOf<QueryDefinition>(definition).flatMap(({ nested }) => [...needsOf(nested)]));
  if (definition.technologies !== undefined) needs.add('skills');
  if (definition.months_in_role !== undefined) needs.add('roleStart');
  if (definition.has !== undefined) needs.add('contacts');
  if (definition.signals !== undefined) needs.add('signals');
  if (definition.company !== undefined) {
    needs.add('company');
    for (const need of needsOfCompany(definition.company)) needs.add(need);
  }
  return needs;
}

function needsOfCompany(definition: CompanyDefinition): FactNeed[] {
  return [
    ...(definition.names === undefined ? [] : (['companyNames'] as const)),
    ...(definition.technologies === undefined ? [] : (['companyTechnologies'] as const)),
    ...(definition.signals === undefined ? [] : (['companySignals'] as const)),
    ...nestedOf<CompanyDefinition>(definition).flatMap(({ nested }) => needsOfCompany(nested)),
  ];
}

function listed<Facts>(
  values: readonly string[] | undefined,
  condition: (listing: ReadonlySet<string>) => Condition<Facts>,
): Condition<Facts> | undefined {
  return values && condition(new Set(values));
}

function not(query: PersonQuery): PersonQuery {
  return (person) => !query(person);
}

/** The condition that the job title has all words of one keyword, one directly after the other. */
function mentionsAny(keywords: readonly string[]): PersonQuery {
  const restsByFirst = new Map<string, string[][]>();
  for (const [first, ...rest] of keywords.map(wordsOf)) {
    if (first === undefined) continue;
    restsByFirst.set(first, [...(restsByFirst.get(first) ?? []), rest]);
  }
  return ({ titleWords }) =>
    titleWords.some((word, index) =>
      (restsByFirst.get(word) ?? []).some((rest) =>
        rest.every((expected, offset) => titleWords[index + 1 + offset] === expected),
      ),
    );
}

/** A compiled definition from the database. */
export interface StoredQuery {
  readonly definition: QueryDefinition;
  readonly matches: PersonQuery;
  readonly needs: ReadonlySet<FactNeed>;
}

/** The data that at least one of the queries needs besides the person's own row. */
export function needsOfAll(queries: Iterable<Pick<StoredQuery, 'needs'>>): ReadonlySet<FactNeed> {
  return new Set(Array.from(queries, ({ needs }) => [...needs]).flat());
}

/**
 * Compiles a definition from the database.
 * @param text the definition as JSON
 * @returns null if this version cannot read the definition, for example because a newer version has written it
 */
export function compileStoredQuery(text: string, context: QueryContext = {}): StoredQuery | null {
  try {
    const definition = readQueryDefinition(JSON.parse(text));
    return { definition, matches: compileQuery(definition, context), needs: needsOf(definition) };
  } catch (error) {
    if (error instanceof CommandError) return null;
    throw error;
  }
}
