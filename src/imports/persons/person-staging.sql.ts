// SQL for a temporary table of persons that is filled with COPY.
import type { CopyValue } from '../merging/copy-text.js';
import type { PersonRow } from './person-record.js';
import type { PersonState } from './person-state.js';

/**
 * The staging table: it holds imported persons while the merge statements update the stored ones with them. It is a temporary table of
 * the database session of the import.
 */
export const personStaging = 'person_import';

/**
 * The columns of `person` whose staged values always replace the stored ones, even if they are null. They were computed from the stored
 * person and the imported row together.
 */
export const decidedColumns = [
  'first_name',
  'last_name',
  'full_name',
  'job_title',
  'company_id',
  'company_name',
  'company_website',
  'company_network_url',
  'company_network_id',
  'personas',
  'seniority',
] as const;

/** The columns of a person's location. */
export const locationColumns = ['country', 'region', 'location_locality', 'location_postal_code'] as const;

/** The columns of `person` whose staged values come from the imported row alone. A staged null does not replace a stored value. */
export const givenColumns = ['network_url', 'network_id', ...locationColumns] as const;

/**
 * The position of the first e-mail address, and of the first phone number, from a record without a profile page. Addresses and numbers
 * from records with profile pages have lower positions, so they come first.
 */
export const placeWithoutPage = 1_000;

/** The positions that the first e-mail address and the first phone number of a row get in the stored lists of addresses and numbers. */
export function firstPlaceOf({ networkUrl }: PersonRow): number {
  return networkUrl === null ? placeWithoutPage : 0;
}

const columnTypes: Partial<Record<string, string>> = { company_id: 'bigint', personas: 'text[]' };

const listColumns = [
  ['email_addresses', 'text[]'],
  ['email_types', 'email_type[]'],
  ['email_places', 'integer[]'],
  ['phones', 'text[]'],
  ['phone_places', 'integer[]'],
  ['skills', 'text[]'],
  ['block_employers', 'text[]'],
  ['block_tokens', 'text[]'],
  ['schools', 'text[]'],
  ['school_starts', 'integer[]'],
  ['school_ends', 'integer[]'],
  ['school_flags', 'boolean[]'],
  ['position_titles', 'text[]'],
  ['position_company_ids', 'bigint[]'],
  ['position_names', 'text[]'],
  ['position_websites', 'text[]'],
  ['position_urls', 'text[]'],
  ['position_starts', 'date[]'],
  ['position_ends', 'date[]'],
  ['position_flags', 'boolean[]'],
] as const;

const columns = [
  ['person_id', 'bigint'],
  ['sources', 'jsonb'],
  ...[...decidedColumns, ...givenColumns].map((name) => [name, columnTypes[name] ?? 'text'] as const),
  ...listColumns,
] as const;

export const createPersonStaging = `
  create temporary table ${personStaging} (${columns.map(([name, type]) => `${name} ${type}`).join(', ')})
  on commit delete rows`;

export const personStagingColumns: readonly string[] = columns.map(([name]) => name);

/**
 * The values of {@link decidedColumns} and {@link givenColumns}, in this order.
 * @param networkId null if the record has no network id, or if the id belongs to another person
 */
export function personValues(person: PersonState, networkId: string | null): CopyValue[] {
  const { row, naming, employer } = person;
  return [
    ...[naming.firstName, naming.lastName, naming.fullName, person.jobTitle, person.companyId],
    ...[employer.name, employer.website, employer.networkUrl, employer.networkId, person.personas, person.seniority],
    ...[row.networkUrl, networkId, row.country, row.region, row.locality, row.postalCode],
  ];
}

/**
 * The values of a row of the staging table, in the order of {@link personStagingColumns}.
 * @param networkId null if the record has no network id, or if the id belongs to another person
 */
export function stagedPerson(
  person: PersonState,
  personId: string,
  networkId: string | null,
  sources: string | null,
): CopyValue[] {
  return [personId, sources, ...personValues(person, networkId), ...lists(person)];
}

function lists({ row, blocks, newEducation, newExperience }: PersonState): CopyValue[] {
  const first = firstPlaceOf(row);
  return [
    each(row.emails, ({ address }) => address),
    each(row.emails, ({ type }) => type),
    each(row.emails, (_, index) => first + index),
    row.phones,
    each(row.phones, (_, index) => first + index),
    row.skills,
    blocks.employers,
    blocks.tokens,
    each(newEducation, ({ school }) => school),
    each(newEducation, ({ startYear }) => startYear),
    each(newEducation, ({ endYear }) => endYear),
    each(newEducation, ({ withoutPage }) => withoutPage === true),
    each(newExperience, ({ title }) => title),
    each(newExperience, ({ companyId }) => companyId),
    each(newExperience, ({ employer }) => employer.name),
    each(newExperience, ({ employer }) => employer.website),
    each(newExperience, ({ employer }) => employer.networkUrl),
    each(newExperience, ({ startDate }) => startDate),
    each(newExperience, ({ endDate }) => endDate),
    each(newExperience, ({ withoutPage }) => withoutPage === true),
  ];
}

function each<T, Value extends string | number | boolean | null>(
  items: readonly T[] | null,
  valueOf: (item: T, index: number) => Value,
): Value[] | null {
  return items === null ? null : items.map(valueOf);
}
