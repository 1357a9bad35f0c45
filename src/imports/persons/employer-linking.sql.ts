// SQL for cursors and temporary tables in the session of an import.
import { markCountsDue } from '../../tenancy/query-fields/query-field.sql.js';
import type { CopyValue } from '../merging/copy-text.js';
import type { ImportSession } from '../merging/import-session.sql.js';
import {
  type EmployerCompany,
  type EmployerKeys,
  employerKeys,
  type KnownEmployers,
  matchEmployer,
  writtenKeys,
} from './employer-match.js';
import { type Employer, employerOf, noEmployer } from '../../matching/persons/employers.js';
import { blockParts, personBlocks } from './person-employment.js';
import { roleOf } from './person-state.js';

const findCompanies = `
  with found as (
    select 'id' as kind, network_id as key, id as company_id
    from unnest($1::text[]) as key join company on network_id = key
    union all
    select 'url', network_url, id from unnest($2::text[]) as key join company on network_url = key
    union all
    select 'host', domain, company_id from unnest($3::text[]) as key join company_domain on domain = key
    union all
    select 'id', f.key, f.company_id from unnest($1::text[]) as sought join company_former_key f on f.kind = 'network_id' and f.key = sought
     where not exists (select from company where network_id = sought)
    union all
    select 'url', f.key, f.company_id from unnest($2::text[]) as sought join company_former_key f on f.kind = 'network_url' and f.key = sought
     where not exists (select from company where network_url = sought)
    union all
    select 'name', key, min(id) from (
      select key, c.id from unnest($4::text[]) as key join company c on c.name_key = key
      union
      select key, f.company_id from unnest($4::text[]) as key join company_former_name f on f.name_key = key
      union
      select key, a.company_id from unnest($4::text[]) as key join company_alias a on a.name_key = key
    ) named group by key having count(*) = 1
  )
  select kind, key, c.id, c.industry, case when kind = 'name' then array_remove(array[c.name] || array(select f.name from company_former_name f where f.company_id = c.id)
      || array(select a.name from company_alias a where a.company_id = c.id), null)
    else '{}' end
  from found join company c on c.id = found.company_id`;

type Row = [kind: 'id' | 'url' | 'host' | 'name', key: string, id: string, industry: string | null, names: string[]];

/**
 * Looks up the stored companies that the employers may match. It first uses the identifiers as they are written. For employers without a
 * match, it then also uses the names, and the hosts above the websites: `acme.com` for `jobs.acme.com`.
 */
export async function lookUpEmployers(session: ImportSession, employers: readonly Employer[]): Promise<KnownEmployers> {
  const companies = {
    id: new Map<string, EmployerCompany>(),
    url: new Map<string, EmployerCompany>(),
    host: new Map<string, EmployerCompany>(),
    name: new Map<string, EmployerCompany>(),
  };
  const find = async ({ networkIds, networkUrls, hosts, nameKeys }: EmployerKeys): Promise<void> => {
    const rows = await session.rows(findCompanies, [networkIds, networkUrls, hosts, nameKeys]);
    for (const [kind, key, id, industry, names] of rows as Row[]) companies[kind].set(key, { id, industry, names });
  };
  const known = {
    byNetworkId: companies.id,
    byNetworkUrl: companies.url,
    byHost: companies.host,
    byNameKey: companies.name,
  };
  await find(writtenKeys(employers));
  const others = employers.filter((employer) => matchEmployer(employer, known) === null);
  if (others.length > 0) await find(employerKeys(others));
  return known;
}

const pageRows = 5_000;

const employerColumns = ['name', 'website', 'network_url', 'network_id'];

/**
 * Creates the temporary tables. They are joined with all persons, for which hash and merge joins are faster. The session of an import
 * disables such joins, so they are enabled for this transaction.
 */
const createTables = `
  set local enable_hashjoin = on; set local enable_mergejoin = on;
  create temporary table found_employer (
    name text, website text, network_url text, network_id text, company_id bigint) on commit drop;
  create temporary table new_link (person_id bigint, company_id bigint) on commit drop`;

const openUnlinked = `
  declare unlinked no scroll cursor for
  select company_name, company_website, company_network_url, company_network_id from person
   where company_id is null and num_nonnulls(company_name, company_website, company_network_url, company_network_id) > 0
  union
  select company_name, company_website, company_network_url, null from person_experience
   where company_id is null and num_nonnulls(company_name, company_website, company_network_url) > 0`;

const isSameEmployer = `
  coalesce(t.company_name, '') = f.name and coalesce(t.company_website, '') = f.website
  and coalesce(t.company_network_url, '') = f.network_url`;

const linkPersons = `
  with linked as (
    update person t set company_id = f.company_id from found_employer f
     where t.company_id is null and ${isSameEmployer} and coalesce(t.company_network_id, '') = f.network_id
    returning t.id, t.company_id)
  insert into new_link select id, company_id from linked`;

const linkPositions = `
  with linked as (
    update person_experience t set company_id = f.company_id from found_employer f
     where t.company_id is null and ${isSameEmployer} and f.network_id = ''
    returning t.person_id, t.company_id, t.start_date, t.end_date)
  insert into new_link select person_id, company_id from linked
   where (start_date is null or start_date <= current_date) and (end_date is null or end_date > current_date)`;

const openLinks = `
  declare links no scroll cursor for
  select l.person_id, l.company_id, p.first_name, p.last_name, p.full_name, p.job_title, c.industry
    from (select distinct person_id, company_id from new_link) l
    join person p on p.id = l.person_id left join company c on c.id = p.company_id`;

const updateSeniority = `
  update person p set seniority = s.seniority
    from unnest($1::bigint[], $2::text[]) as s(id, seniority)
   where p.id = s.id and p.seniority is distinct from s.seniority`;

type EmployerRow = [name: string | null, website: string | null, url: string | null, id: string | null];
type LinkRow = [
  personId: string,
  companyId: string,
  firstName: string | null,
  lastName: string | null,
  fullName: string | null,
  jobTitle: string | null,
  industry: string | null,
];

/**
 * Links persons and positions to their employers, if the company of an employer was imported after the person. It finds the companies
 * in the same way as the person import. The work grows with the number of employers without a link, not with the number of companies.
 */
export async function linkEmployers(session: ImportSession): Promise<void> {
  await session.transaction(async () => {
    await session.run(createTables);
    if ((await findEmployers(session)) === 0) return;
    // Without statistics, the planner would take this table for a small one, and scan it once for every person.
    await session.analyze(['found_employer']);
    await session.run(linkPersons);
    await session.run(markCountsDue('select company_id from new_link'));
    await session.run(linkPositions);
    await session.analyze(['new_link']);
    for await (const page of pages<LinkRow>(session, openLinks, 'links')) await followLinks(session, page);
  });
}

/**
 * Finds the stored companies of the employers without a link, and writes them to the table `found_employer`.
 * @returns the number of employers that match a stored company
 */
async function findEmployers(session: ImportSession): Promise<number> {
  let count = 0;
  for await (const rows of pages<EmployerRow>(session, openUnlinked, 'unlinked')) {
    const known = await lookUpEmployers(session, rows.map(employerOfRow));
    const found = rows.flatMap((row): CopyValue[][] => {
      const company = matchEmployer(employerOfRow(row), known);
      return company === null ? [] : [[...row.map((value) => value ?? ''), company.id]];
    });
    await session.copy('found_employer', [...employerColumns, 'company_id'], found);
    count += found.length;
  }
  return count;
}

async function followLinks(session: ImportSession, links: readonly LinkRow[]): Promise<void> {
  const blocks = links.flatMap(([personId, companyId, firstName, lastName, fullName]) => {
    // Only the search keys with the company's id are added here. Those with the employer's name and website are stored already.
    const employer = { employer: noEmployer, companyId };
    return personBlocks(blockParts({ firstName, lastName, fullName }, [employer])).map((block) => [personId, ...block]);
  });
  await session.rows(
    `insert into person_block (person_id, employer, token)
     select * from unnest($1::bigint[], $2::text[], $3::text[]) on conflict do nothing`,
    [0, 1, 2].map((column) => blocks.map((block) => block[column])),
  );
  await session.rows(updateSeniority, [
    links.map(([personId]) => personId),
    links.map(([, , , , , jobTitle, industry]) => roleOf(jobTitle, industry).seniority),
  ]);
}

function employerOfRow([name, website, networkUrl, networkId]: EmployerRow): Employer {
  const employer = employerOf({ name, website, networkUrl });
  return { ...employer, networkId: networkId ?? employer.networkId };
}

/** Opens a cursor, and yields its rows page by page. */
async function* pages<Row>(session: ImportSession, open: string, cursor: string): AsyncGenerator<Row[]> {
  await session.run(open);
  for (;;) {
    const rows = (await session.rows(`fetch ${pageRows} from ${cursor}`)) as Row[];
    if (rows.length > 0) yield rows;
    if (rows.length < pageRows) break;
  }
  await session.run(`close ${cursor}`);
}
