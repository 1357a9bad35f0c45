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
import { textOf } from '../../../src/platform/tables/csv.js';
import { count } from '../format.js';

export type Kind = 'companies' | 'persons';

export const kindNames: readonly (readonly [Kind, string])[] = [
  ['companies', 'Companies'],
  ['persons', 'Persons'],
];

/** For each kind of records, the word for one record and the word for several: `company` and `companies`. */
export const wordsFor: Readonly<Record<Kind, readonly [one: string, many: string]>> = {
  companies: ['company', 'companies'],
  persons: ['person', 'persons'],
};

/** The values that identify one company or person, each under its name in the API: `{ website: 'siemens.com' }`. */
export type Identifier = Readonly<Record<string, string>>;

/** What the user wants to know about companies or persons. */
export interface Choice {
  readonly kind: Kind;
  /**
   * The names of the chosen fields of the catalogue and query fields. They are in the order of the screen, not of the clicks, so
   * that equal choices make equal requests.
   */
  readonly fields: readonly string[];
  /**
   * Whether subdomains, alias domains and other spellings of a profile page match, too. If false, a website, profile page or id
   * must be exactly that of the company.
   */
  readonly enhanced: boolean;
  readonly metadata: boolean;
  readonly personas: boolean;
  readonly contactData: boolean;
  /** The fields of the person's employer. An empty list asks for all fields; null asks for nothing about the employer. */
  readonly employer: readonly string[] | null;
  /** The filter of the signals; null asks for no signals. */
  readonly signals: AllowSignals | null;
  /** Whether to ask why each record matches, and where its values come from. */
  readonly evidence: boolean;
  /** The conditions for a match. Absent if the user has set none. */
  readonly conditions?: Conditions;
}

/**
 * The conditions that the user has set. Two of them decide whether a record counts as a match; the third limits the cost of the
 * request.
 */
export interface Conditions {
  /** The lowest confidence that a match may have, as the user has typed it. Empty if any confidence is accepted. */
  readonly lowestConfidence: string;
  /** The most credits that the request may cost, as the user has typed it. Empty if there is no limit. */
  readonly maximumCredits: string;
  /** Whether a record counts as a match only if it has a value in each of the chosen fields. */
  readonly isComplete: boolean;
}

export const noConditions: Conditions = { lowestConfidence: '', maximumCredits: '', isComplete: false };

/** The result for one company or person. */
export type AnyResult = Result<Identifier, Readonly<Record<string, unknown>>>;

/** The answer to one enrichment request. */
export interface Enriched {
  readonly results: readonly AnyResult[];
  /**
   * What the headers of the answer say, such as credits and request id. Null if the service refused every identifier, which costs
   * nothing.
   */
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

/** The members of the request body apart from the identifiers. An option that has its default value is left out. */
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

/** The number in a text that a user has typed. A text that is no number is sent unchanged; the service then says what is wrong with it. */
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
  const asked = { ...clientOptions(choice), ...options };
  const enrichment =
    choice.kind === 'companies'
      ? client.enrichCompanies<object>(identifiers as readonly CompanyIdentifier[], asked)
      : client.enrichPersons<object>(identifiers as readonly PersonIdentifier[], asked);
  const { data, responses } = await enrichment.withResponse();
  return { results: data as readonly unknown[] as readonly AnyResult[], response: responses[0] ?? null };
}

/** The choice as options of the client. */
export function clientOptions(choice: Choice): object {
  const { fields, ...members } = askedMembers(choice);
  // The client has two options for names, `fields` and `queryFields`, so that it can give precise types to the values. It sends the
  // names of both as `fields`. So all names can be passed as `queryFields` here.
  return { ...members, queryFields: fields };
}

/** Whether the choice requests no data: it has no field, and no option that adds data. The service would refuse such a request. */
export function isEmpty(choice: Choice): boolean {
  const { fields, ...others } = askedMembers({ ...choice, evidence: false, conditions: noConditions });
  const isFree = (name: string): boolean => name === 'enhanced_matching' || name === 'explain';
  return (fields as readonly string[]).length === 0 && Object.keys(others).every(isFree);
}

/** The maximum number of credits that a request can cost, by feature. This is what it costs if every identifier is matched. */
export function costAtMost(choice: Choice, identifiers: number): Partial<Record<CreditFeature, number>> {
  const isCharged =
    choice.fields.length > 0 ||
    (choice.kind === 'companies' ? choice.metadata : choice.contactData || choice.employer !== null);
  return {
    ...(isCharged ? { data_access: identifiers } : {}),
    ...(choice.kind === 'persons' && choice.contactData ? { contact_data: identifiers } : {}),
  };
}

/**
 * A column of a table of results, as the place of its value in the `data` of a result. `['name']` stands for `data.name`, and
 * `['company', 'name']` for `data.company.name`.
 */
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

/** A value in the form that a reader expects: `317,000` for a number of employees, but `1847` for a year. */
export function valueText(name: string, value: unknown): string {
  if (typeof value === 'number' && !name.endsWith('year')) return count(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return textOf(value);
}

export function valueAt(data: Readonly<Record<string, unknown>>, [name, member]: Column): unknown {
  const value = data[name];
  return member === undefined ? value : ((value ?? {}) as Readonly<Record<string, unknown>>)[member];
}
