// SQL for reads with arrays of keys in the session of an import.
import type { ImportSession } from '../merging/import-session.sql.js';
import { type Employer, employerOf } from './person-employment.js';
import type { Education, PersonRow } from './person-record.js';
import type { LinkedPosition, StoredPerson } from './person-state.js';

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
