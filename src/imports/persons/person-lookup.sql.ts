// SQL for reads with arrays of keys in the session of an import.
import type { CopyValue } from '../merging/copy-text.js';
import type { ImportSession } from '../merging/import-session.sql.js';
import { type Employer, employerOf } from './person-employment.js';
import type { Education, PersonRow } from './person-record.js';
import type { LinkedPosition, PersonState, StoredPerson } from './person-state.js';

/** The stored persons of rows, and the `person.id` of the owner of each network id. */
export interface KnownPersons {
  readonly byNetworkUrl: ReadonlyMap<string, StoredPerson>;
  readonly ownersOfNetworkId: ReadonlyMap<string, string>;
}

type PositionRow = [
  title: string | null,
  name: string | null,
  website: string | null,
  url: string | null,
  start: string | null,
  end: string | null,
  companyId: string | null,
];
type EducationRow = [school: string, start: number | null, end: number | null];
type Row = [
  url: string,
  id: string,
  names: [first: string | null, last: string | null, full: string | null],
  jobTitle: string | null,
  companyId: string | null,
  employer: [name: string | null, website: string | null, url: string | null, id: string | null],
  positions: PositionRow[] | null,
  education: EducationRow[] | null,
];

const findPersons = `
  select p.network_url, p.id, array[p.first_name, p.last_name, p.full_name], p.job_title, p.company_id,
    array[p.company_name, p.company_website, p.company_network_url, p.company_network_id],
    (select json_agg(json_build_array(e.title, e.company_name, e.company_website, e.company_network_url,
        e.start_date, e.end_date, e.company_id::text) order by e.id)
      from person_experience e where e.person_id = p.id),
    (select json_agg(json_build_array(s.school, s.start_year, s.end_year) order by s.id)
      from person_education s where s.person_id = p.id)
  from unnest($1::text[]) as key join person p on p.network_url = key`;

const findOwners = `select network_id, id from unnest($1::text[]) as key join person on network_id = key`;

/** Looks up the stored persons of rows by profile page. */
export async function lookUpPersons(session: ImportSession, rows: readonly PersonRow[]): Promise<KnownPersons> {
  const persons = (await session.rows(findPersons, [rows.map(({ networkUrl }) => networkUrl)])) as Row[];
  const ids = rows.flatMap(({ networkId }) => networkId ?? []);
  const owners = ids.length === 0 ? [] : ((await session.rows(findOwners, [ids])) as [string, string][]);
  return {
    byNetworkUrl: new Map(persons.map((row) => [row[0], storedPerson(row)])),
    ownersOfNetworkId: new Map(owners),
  };
}

function storedPerson([, id, names, jobTitle, companyId, employer, positions, education]: Row): StoredPerson {
  const [firstName, lastName, fullName] = names;
  return {
    id,
    naming: { firstName, lastName, fullName },
    jobTitle,
    employer: storedEmployer(employer),
    companyId,
    experience: (positions ?? []).map(storedPosition),
    education: (education ?? []).map(storedEducation),
  };
}

function storedEmployer([name, website, networkUrl, networkId]: Row[5]): Employer {
  return { name, website, networkUrl, networkId };
}

function storedPosition([
  title,
  name,
  website,
  networkUrl,
  startDate,
  endDate,
  companyId,
]: PositionRow): LinkedPosition {
  return { title, employer: employerOf({ name, website, networkUrl }), startDate, endDate, companyId };
}

function storedEducation([school, startYear, endYear]: EducationRow): Education {
  return { school, startYear, endYear };
}

/** The staging table of a round of persons; temporary in the session of the import. */
export const personStaging = 'person_import';

/** Columns whose staged values replace the stored ones; they were computed from both. */
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

/** Columns whose staged values replace the stored ones unless they are null. */
export const givenColumns = ['network_id', 'country', 'region', 'location_locality', 'location_postal_code'] as const;

const columnTypes: Partial<Record<string, string>> = { company_id: 'bigint', personas: 'text[]' };

const listColumns = [
  ['email_addresses', 'text[]'],
  ['email_types', 'email_type[]'],
  ['email_places', 'integer[]'],
  ['phones', 'text[]'],
  ['phone_places', 'integer[]'],
  ['skills', 'text[]'],
  ['blocks', 'text[]'],
  ['schools', 'text[]'],
  ['school_starts', 'integer[]'],
  ['school_ends', 'integer[]'],
  ['position_titles', 'text[]'],
  ['position_company_ids', 'bigint[]'],
  ['position_names', 'text[]'],
  ['position_websites', 'text[]'],
  ['position_urls', 'text[]'],
  ['position_starts', 'date[]'],
  ['position_ends', 'date[]'],
] as const;

const columns = [
  ['person_id', 'bigint'],
  ['is_new', 'boolean'],
  ['network_url', 'text'],
  ...[...decidedColumns, ...givenColumns].map((name) => [name, columnTypes[name] ?? 'text'] as const),
  ...listColumns,
] as const;

export const createPersonStaging = `
  create temporary table ${personStaging} (${columns.map(([name, type]) => `${name} ${type}`).join(', ')})
  on commit delete rows`;

export const personStagingColumns: readonly string[] = columns.map(([name]) => name);

/**
 * A row in the order of {@link personStagingColumns}.
 * @param networkId null if the record has none or it belongs to another person
 */
export function stagedPerson(person: PersonState, personId: string, networkId: string | null): CopyValue[] {
  const { row, naming, employer } = person;
  return [
    personId,
    person.stored === null,
    row.networkUrl,
    ...[naming.firstName, naming.lastName, naming.fullName, person.jobTitle, person.companyId],
    ...[employer.name, employer.website, employer.networkUrl, employer.networkId, person.personas, person.seniority],
    ...[networkId, row.country, row.region, row.locality, row.postalCode],
    ...lists(person),
  ];
}

function lists({ row, blocks, newEducation, newExperience }: PersonState): CopyValue[] {
  return [
    each(row.emails, ({ address }) => address),
    each(row.emails, ({ type }) => type),
    each(row.emails, (_, index) => index),
    row.phones,
    each(row.phones, (_, index) => index),
    row.skills,
    blocks,
    each(newEducation, ({ school }) => school),
    each(newEducation, ({ startYear }) => startYear),
    each(newEducation, ({ endYear }) => endYear),
    each(newExperience, ({ title }) => title),
    each(newExperience, ({ companyId }) => companyId),
    each(newExperience, ({ employer }) => employer.name),
    each(newExperience, ({ employer }) => employer.website),
    each(newExperience, ({ employer }) => employer.networkUrl),
    each(newExperience, ({ startDate }) => startDate),
    each(newExperience, ({ endDate }) => endDate),
  ];
}

function each<T, Value extends string | number | null>(
  items: readonly T[] | null,
  valueOf: (item: T, index: number) => Value,
): Value[] | null {
  return items === null ? null : items.map(valueOf);
}
