// SQL for finding many persons by arrays of keys in the database session of an import.
import type { ImportSession } from '../merging/import-session.sql.js';
import { lookUpEmployers } from './employer-linking.sql.js';
import { matchEmployer } from './employer-match.js';
import {
  currentPositions,
  type Employer,
  employerOf,
  isKnown,
  isSameEmployer,
  type LinkedEmployer,
} from '../../matching/persons/employers.js';
import { blockKeysOf, tokensOf } from './person-employment.js';
import type { AddressOwner, KnownPersons } from './person-identity.js';
import type { Education, PersonRow } from './person-record.js';
import { draftPerson, type Kept, type LinkedPosition, type StoredPerson } from './person-state.js';

type PositionRow = [
  title: string | null,
  name: string | null,
  website: string | null,
  url: string | null,
  start: string | null,
  end: string | null,
  companyId: string | null,
  withoutPage: boolean,
];
type EducationRow = [school: string, start: number | null, end: number | null, withoutPage: boolean];
type Row = [
  url: string | null,
  id: string,
  names: [first: string | null, last: string | null, full: string | null],
  jobTitle: string | null,
  companyId: string | null,
  employer: [name: string | null, website: string | null, url: string | null, id: string | null],
  positions: PositionRow[] | null,
  education: EducationRow[] | null,
];

const personColumns = `
  p.network_url, p.id, array[p.first_name, p.last_name, p.full_name], p.job_title, p.company_id,
    array[p.company_name, p.company_website, p.company_network_url, p.company_network_id],
    (select json_agg(json_build_array(e.title, e.company_name, e.company_website, e.company_network_url,
        e.start_date, e.end_date, e.company_id::text, e.without_page) order by e.id)
      from person_experience e where e.person_id = p.id),
    (select json_agg(json_build_array(s.school, s.start_year, s.end_year, s.without_page) order by s.id)
      from person_education s where s.person_id = p.id)`;

const findByPage = `select ${personColumns} from unnest($1::text[]) as key join person p on p.network_url = key`;
const findById = `select ${personColumns} from unnest($1::bigint[]) as key join person p on p.id = key`;

const findOwners = `select network_id, id from unnest($1::text[]) as key join person on network_id = key`;

/**
 * Finds the persons who have an e-mail address of a row, except the person with the row's profile page. The last column says whether that
 * person has the address, too.
 */
const findAddressOwners = `
  select e.address, p.id, p.network_url, p.first_name, p.last_name, p.full_name, sought.page,
         exists (select from person o join person_email own on own.person_id = o.id and own.address = e.address
                  where o.network_url = sought.page)
    from unnest($1::text[], $2::text[]) as sought (address, page)
    join person_email e on e.address = sought.address
    join person p on p.id = e.person_id and (sought.page is null or p.network_url is distinct from sought.page)`;

type OwnerRow = [
  address: string,
  id: string,
  url: string | null,
  first: string | null,
  last: string | null,
  full: string | null,
  page: string | null,
  isOfPage: boolean,
];

/**
 * Finds the persons who have the same name as a row and work at its employer. The keys of the employer and the tokens of the name are
 * passed as texts with spaces between them. An array of arrays would need the same number of keys and tokens for every row.
 */
const findColleagues = `
  select distinct sought.place, p.id
    from unnest($1::int[], $2::text[], $3::text[], $4::text[]) as sought (place, name, employers, tokens)
    join person_block b on b.employer = any (string_to_array(sought.employers, ' '))
                       and b.token = any (string_to_array(sought.tokens, ' '))
    join person p on p.id = b.person_id and fold_case(p.full_name) = fold_case(sought.name)`;

/**
 * Looks up the stored persons whom rows may be about.
 * @param today `YYYY-MM-DD`; it decides which positions are current ones
 */
export async function lookUpPersons(
  session: ImportSession,
  rows: readonly PersonRow[],
  today: string,
): Promise<KnownPersons> {
  const byPage = await personsBy(session, findByPage, distinct(rows.flatMap(({ networkUrl }) => networkUrl ?? [])));
  const networkIds = distinct(rows.flatMap(({ networkId }) => networkId ?? []));
  const owners = networkIds.length === 0 ? [] : ((await session.rows(findOwners, [networkIds])) as [string, string][]);
  const byNetworkUrl = new Map(byPage.map((person) => [person.networkUrl ?? '', person]));
  const ownersOfAddress = await lookUpOwners(session, rows, byNetworkUrl);
  const sought = await soughtColleagues(session, rows, today);
  const found = sought.length === 0 ? [] : await lookUpColleagues(session, sought);
  const ids = distinct([...updatable(rows, ownersOfAddress), ...found.map(([, id]) => id)]);
  const byId = new Map((await personsBy(session, findById, ids)).map((person) => [person.id, person]));
  return {
    byNetworkUrl,
    byId,
    ownersOfAddress,
    ownersOfNetworkId: new Map(owners),
    colleagues: new Map(
      sought.map(({ row, employer }, place) => {
        const candidates = found.flatMap(([index, id]) => (index === place ? (byId.get(id) ?? []) : []));
        return [row, candidates.filter((person) => worksAt(person, employer, today)).map(({ id }) => id)];
      }),
    ),
  };
}

/** Reads stored persons by `person.id`. */
export function storedPersons(session: ImportSession, ids: readonly string[]): Promise<StoredPerson[]> {
  return personsBy(session, findById, ids);
}

async function personsBy(session: ImportSession, sql: string, keys: readonly string[]): Promise<StoredPerson[]> {
  return keys.length === 0 ? [] : ((await session.rows(sql, [keys])) as Row[]).map(storedPerson);
}

/**
 * Looks up the stored persons who have the e-mail addresses of the rows, and returns them by address. An address has no entry if nobody
 * has it. It has none either if only the person with the profile page of the row has it, because there is nothing to decide then.
 */
async function lookUpOwners(
  session: ImportSession,
  rows: readonly PersonRow[],
  byNetworkUrl: KnownPersons['byNetworkUrl'],
): Promise<ReadonlyMap<string, readonly AddressOwner[]>> {
  const sought = rows.flatMap(({ networkUrl, emails }) => emails?.map(({ address }) => [address, networkUrl]) ?? []);
  if (sought.length === 0) return new Map();
  const columns = [sought.map(([address]) => address), sought.map(([, page]) => page)];
  const found = new Map<string, Map<string, AddressOwner>>();
  for (const row of (await session.rows(findAddressOwners, columns)) as OwnerRow[]) {
    const [address, id, networkUrl, firstName, lastName, fullName, page, isOfPage] = row;
    const owners = found.get(address) ?? new Map<string, AddressOwner>();
    found.set(address, owners.set(id, { id, networkUrl, naming: { firstName, lastName, fullName } }));
    const ofPage = isOfPage ? byNetworkUrl.get(page ?? '') : undefined;
    if (ofPage !== undefined) owners.set(ofPage.id, ofPage);
  }
  return new Map(Array.from(found, ([address, owners]) => [address, [...owners.values()]]));
}

/**
 * The `person.id` of the stored persons whom rows may be about because of an e-mail address. For a row without a profile page, these are
 * all persons who have one of its addresses. For a row with a page, a person counts only if this person has no page.
 */
function updatable(rows: readonly PersonRow[], owners: KnownPersons['ownersOfAddress']): string[] {
  return rows.flatMap((row) =>
    (row.emails ?? []).flatMap(({ address }) =>
      (owners.get(address) ?? [])
        .filter(({ networkUrl }) => row.networkUrl === null || networkUrl === null)
        .map(({ id }) => id),
    ),
  );
}

/** A row with neither a profile page nor an e-mail address, and what its person is found by: the name and the employer. */
interface SoughtColleague {
  readonly row: PersonRow;
  readonly name: string;
  readonly tokens: readonly string[];
  readonly employer: LinkedEmployer;
}

async function soughtColleagues(
  session: ImportSession,
  rows: readonly PersonRow[],
  today: string,
): Promise<SoughtColleague[]> {
  const drafts = rows
    .filter(({ networkUrl, emails }) => networkUrl === null && (emails === null || emails.length === 0))
    .map((row) => draftPerson(row, null, today));
  if (drafts.length === 0) return [];
  const known = await lookUpEmployers(session, drafts.map(({ employer }) => employer).filter(isKnown));
  return drafts.flatMap(({ row, naming, employer }) => {
    const [name, tokens] = [naming.fullName, tokensOf(naming)];
    if (name === null || tokens.length === 0 || !isKnown(employer)) return [];
    return { row, name, tokens, employer: { employer, companyId: matchEmployer(employer, known)?.id ?? null } };
  });
}

async function lookUpColleagues(
  session: ImportSession,
  sought: readonly SoughtColleague[],
): Promise<[place: number, id: string][]> {
  const found = await session.rows(findColleagues, [
    sought.map((_, place) => place),
    sought.map(({ name }) => name),
    sought.map(({ employer }) => blockKeysOf(employer).join(' ')),
    sought.map(({ tokens }) => tokens.join(' ')),
  ]);
  return found as [number, string][];
}

function worksAt({ employer, companyId, experience }: StoredPerson, sought: LinkedEmployer, today: string): boolean {
  return [{ employer, companyId }, ...currentPositions(experience, today)].some((held) => isSameEmployer(sought, held));
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function storedPerson([networkUrl, id, names, jobTitle, companyId, employer, positions, education]: Row): StoredPerson {
  const [firstName, lastName, fullName] = names;
  return {
    id,
    networkUrl,
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
  withoutPage,
]: PositionRow): Kept<LinkedPosition> {
  return { title, employer: employerOf({ name, website, networkUrl }), startDate, endDate, companyId, withoutPage };
}

function storedEducation([school, startYear, endYear, withoutPage]: EducationRow): Kept<Education> {
  return { school, startYear, endYear, withoutPage };
}
