import type {
  AllowSignals,
  CallOptions,
  CompanyIdentifier,
  CreditFeature,
  DataAccessClient,
  FieldsResponse,
  PersonIdentifier,
  Result,
  ResponseInfo,
} from 'data-access-client';

export type Kind = 'companies' | 'persons';

export const kindNames: readonly (readonly [Kind, string])[] = [
  ['companies', 'Companies'],
  ['persons', 'Persons'],
];

/** The words for one and for several records. */
export const wordsFor: Readonly<Record<Kind, readonly [one: string, many: string]>> = {
  companies: ['company', 'companies'],
  persons: ['person', 'persons'],
};

/**
 * The values that identify a company or a person, by the names that the API gives these values: `{ website: 'siemens.com' }`.
 */
export type Identifier = Readonly<Record<string, string>>;

/** What the user wants to know about companies or persons. */
export interface Choice {
  readonly kind: Kind;
  /** Names from the catalogue and names of query fields. Their order is that of the screen, so that equal choices make equal requests. */
  readonly fields: readonly string[];
  /** Whether subdomains, aliases and other spellings match, too. If false, only the exact website, page or id matches. */
  readonly enhanced: boolean;
  readonly metadata: boolean;
  readonly personas: boolean;
  readonly contactData: boolean;
  /** The fields of the person's employer. An empty list asks for all fields, null asks for no data of the employer. */
  readonly employer: readonly string[] | null;
  /** The filter of the signals; null asks for no signals. */
  readonly signals: AllowSignals | null;
  /** Whether to ask why each record matches, and where its values come from. */
  readonly evidence: boolean;
  /** Absent if any match counts. */
  readonly conditions?: Conditions;
}

/** Under which conditions a record counts as a match, and the request is answered. */
export interface Conditions {
  /** The lowest confidence of a match, as the user has written it; empty for any. */
  readonly lowestConfidence: string;
  /** The maximum cost of the request, as the user has written it; empty for any. */
  readonly maximumCredits: string;
  /** Whether a record needs a value in each of the chosen fields. */
  readonly isComplete: boolean;
}

export const noConditions: Conditions = { lowestConfidence: '', maximumCredits: '', isComplete: false };

/** The result for one company or person. */
export type AnyResult = Result<Identifier, Readonly<Record<string, unknown>>>;

/** The answer to one enrichment request. */
export interface Enriched {
  readonly results: readonly AnyResult[];
  /** Credits, limits and id of the request. Null if the service refused every identifier; that costs nothing. */
  readonly response: ResponseInfo | null;
}

/** The choice that a form begins with: a few fields that most users want, and no options. */
export function firstChoice(kind: Kind): Choice {
  const fields =
    kind === 'companies'
      ? ['name', 'industry', 'employee_count', 'website', 'location_country']
      : ['full_name', 'job_title', 'contact_country', 'company_website'];
  return {
    kind,
    fields,
    enhanced: true,
    metadata: false,
    personas: false,
    contactData: false,
    employer: null,
    signals: null,
    evidence: false,
  };
}

/** The members of the request body except the identifiers. Options that have their default value are left out. */
export function askedMembers(choice: Choice): Readonly<Record<string, unknown>> {
  const { kind, fields, signals } = choice;
  const ofCompanies = {
    ...(choice.metadata ? { include_metadata: true } : {}),
    ...(choice.enhanced ? {} : { enhanced_matching: false }),
  };
  const ofPersons = {
    ...(choice.personas ? { include_personas: true } : {}),
    ...(choice.contactData ? { include_contact_data: true } : {}),
    ...(choice.employer === null ? {} : { enrich_company: choice.employer.length === 0 || choice.employer }),
  };
  return {
    fields,
    ...(kind === 'companies' ? ofCompanies : ofPersons),
    ...(signals === null ? {} : { allow_signals: signals }),
    ...(choice.evidence ? { include_match: true, include_sources: true } : {}),
    ...membersOf(choice),
    explain: true,
  };
}

function membersOf({ fields, conditions = noConditions }: Choice): Readonly<Record<string, unknown>> {
  const { lowestConfidence, maximumCredits, isComplete } = conditions;
  return {
    ...(lowestConfidence === '' ? {} : { min_confidence: numberOf(lowestConfidence) }),
    ...(isComplete && fields.length > 0 ? { required: fields } : {}),
    ...(maximumCredits === '' ? {} : { max_credits: numberOf(maximumCredits) }),
  };
}

/** The number that a user has written. Any other text is sent as it is, so that the service says what is wrong with it. */
function numberOf(written: string): number | string {
  const number = Number(written.trim().replace(',', '.'));
  return Number.isFinite(number) ? number : written;
}

/**
 * Sends one enrichment request.
 * @param identifiers at most as many as one request may have
 * @throws DataAccessError and its subclasses, as the client throws them
 */
export async function enrich(
  client: DataAccessClient,
  choice: Choice,
  identifiers: readonly Identifier[],
  options: CallOptions & { readonly idempotencyKey?: string },
): Promise<Enriched> {
  const { fields: _, ...members } = askedMembers(choice);
  // The client has two options for fields, because this lets it give precise types. Both options are sent as `fields`, so any
  // name can be in either one here.
  const asked = { ...members, ...options, queryFields: choice.fields };
  const enrichment =
    choice.kind === 'companies'
      ? client.enrichCompanies<object>(identifiers as readonly CompanyIdentifier[], asked)
      : client.enrichPersons<object>(identifiers as readonly PersonIdentifier[], asked);
  const { data, responses } = await enrichment.withResponse();
  return { results: data as readonly unknown[] as readonly AnyResult[], response: responses[0] ?? null };
}

/** Whether the choice asks for nothing: no field, and no option that adds one. The service would refuse such a request. */
export function isEmpty(choice: Choice): boolean {
  const { fields, ...others } = askedMembers({ ...choice, evidence: false, conditions: noConditions });
  const isFree = (name: string): boolean => name === 'enhanced_matching' || name === 'explain';
  return (fields as readonly string[]).length === 0 && Object.keys(others).every(isFree);
}

/** The maximum number of credits that a request can cost: those that are charged if every identifier is matched. */
export function costAtMost(choice: Choice, identifiers: number): Partial<Record<CreditFeature, number>> {
  const isCharged =
    choice.fields.length > 0 ||
    (choice.kind === 'companies' ? choice.metadata : choice.contactData || choice.employer !== null);
  return {
    ...(isCharged ? { data_access: identifiers } : {}),
    ...(choice.kind === 'persons' && choice.contactData ? { contact_data: identifiers } : {}),
  };
}

/** Where a value is in the `data` of a result: `['name']` is `data.name`, `['company', 'name']` is `data.company.name`. */
export type Column = readonly [name: string] | readonly [name: string, member: string];

/** The columns of a table of results, in the order in which they are shown. */
export function columnsOf(choice: Choice, { company, query_fields: queries }: FieldsResponse): Column[] {
  if (choice.kind === 'companies') return choice.fields.map((name) => [name]);
  const all = [...company, ...queries.filter(({ scope }) => scope !== 'person')].map(({ name }) => name);
  const employer = choice.employer?.length === 0 ? all : (choice.employer ?? []);
  return [
    ...choice.fields.map((name): Column => [name]),
    ...(choice.personas ? [['personas'] as const, ['seniority'] as const] : []),
    ...(choice.contactData ? [['email'] as const, ['phone'] as const] : []),
    ...employer.map((name): Column => ['company', name]),
  ];
}

export function valueAt(data: Readonly<Record<string, unknown>>, [name, member]: Column): unknown {
  const value = data[name];
  return member === undefined ? value : ((value ?? {}) as Readonly<Record<string, unknown>>)[member];
}
