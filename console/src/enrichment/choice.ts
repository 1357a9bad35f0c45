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

/** An identifier of either kind, by the names of the API. */
export type Identifier = Readonly<Record<string, string>>;

/** What is asked about companies or persons. */
export interface Choice {
  readonly kind: Kind;
  /** Catalogue and query fields, in the order in which they are shown, so that the same choice is the same request. */
  readonly fields: readonly string[];
  /** False requires the exact website, page and id. */
  readonly enhanced: boolean;
  readonly metadata: boolean;
  readonly personas: boolean;
  readonly contactData: boolean;
  /** The fields of the employer; empty for all, null for no employer. */
  readonly employer: readonly string[] | null;
  /** Null for no signals. */
  readonly signals: AllowSignals | null;
}

/** A result of either kind. */
export type AnyResult = Result<Identifier, Readonly<Record<string, unknown>>>;

/** What an enrichment answered. */
export interface Enriched {
  readonly results: readonly AnyResult[];
  /** Null if the service refused every identifier, which costs nothing. */
  readonly response: ResponseInfo | null;
}

/** The usual fields, in the order in which they are shown. */
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
  };
}

/** The members of the request beside its identifiers; what the service assumes anyway is omitted. */
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
    explain: true,
  };
}

/** Asks for at most as many identifiers as one request may have. @throws what the client throws */
export async function enrich(
  client: DataAccessClient,
  choice: Choice,
  identifiers: readonly Identifier[],
  options: CallOptions & { readonly idempotencyKey?: string },
): Promise<Enriched> {
  const { fields: _, ...members } = askedMembers(choice);
  // The client tells catalogue and query fields apart for its types only; here both are known when the console runs.
  const asked = { ...members, ...options, queryFields: choice.fields };
  const enrichment =
    choice.kind === 'companies'
      ? client.enrichCompanies<object>(identifiers as readonly CompanyIdentifier[], asked)
      : client.enrichPersons<object>(identifiers as readonly PersonIdentifier[], asked);
  const { data, responses } = await enrichment.withResponse();
  return { results: data as readonly unknown[] as readonly AnyResult[], response: responses[0] ?? null };
}

/** Whether there is anything to ask for. */
export function isEmpty(choice: Choice): boolean {
  const { fields, explain: _, ...others } = askedMembers(choice);
  return (
    (fields as readonly string[]).length === 0 && Object.keys(others).every((name) => name === 'enhanced_matching')
  );
}

/** The credits that a number of identifiers costs if all are matched. */
export function costAtMost(choice: Choice, identifiers: number): Partial<Record<CreditFeature, number>> {
  const isCharged =
    choice.fields.length > 0 ||
    (choice.kind === 'companies' ? choice.metadata : choice.contactData || choice.employer !== null);
  return {
    ...(isCharged ? { data_access: identifiers } : {}),
    ...(choice.kind === 'persons' && choice.contactData ? { contact_data: identifiers } : {}),
  };
}

/** Where a value of a result stands: a member of `data`, or of a member of it. */
export type Column = readonly [name: string] | readonly [name: string, member: string];

/** The columns that a table of results has. */
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
