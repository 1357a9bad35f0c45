// SQL for statements over several tables that merge one stored company into another.
import { companyColumns } from '../companies/company-record.js';
import { moveRelatedRows } from '../merging/related-rows.sql.js';
import type { ImportSession } from '../merging/import-session.sql.js';
import { markCountsDue } from '../../tenancy/query-fields/query-field.sql.js';

/** The parameters of the statements: the `company.id` of the company that is kept ($1), and that of the one that is merged into it ($2). */
type Pair = readonly [survivor: string, absorbed: string];

/**
 * Makes the page and the network id of the absorbed company former keys of the survivor, if the survivor has others. All its hosts become
 * former keys, so that no later file removes them.
 */
const keepKeys = [
  'update company_former_key set company_id = $1 where company_id = $2',
  `insert into company_former_key (kind, key, company_id)
   select k.kind, k.key, s.id from company s, company a
    cross join lateral (values ('network_url', a.network_url, s.network_url), ('network_id', a.network_id, s.network_id)) k(kind, key, own)
    where s.id = $1 and a.id = $2 and k.key is not null and k.own is not null
   union all select 'domain', domain, $1 from company_domain where company_id = $2
   on conflict (kind, key) do update set company_id = excluded.company_id`,
];

const moveHosts = `
  update company_domain d set company_id = $1, is_primary = s.website is null and d.domain is not distinct from a.website
    from company s, company a where s.id = $1 and a.id = $2 and d.company_id = $2`;

/** Adds the items of a list that the survivor does not have. */
function moveList(table: string, key: string, others: readonly string[], filled?: string): string {
  const columns = [key, ...others].join(', ');
  const onConflict =
    filled === undefined
      ? 'do nothing'
      : `(company_id, ${key}) do update set ${filled} = excluded.${filled} where ${table}.${filled} is null`;
  return `insert into ${table} (company_id, ${columns}) select $1::bigint, ${columns} from ${table} where company_id = $2
          on conflict ${onConflict}`;
}

/** The name of the absorbed company becomes an alias, unless it is also the name of the survivor. */
const keepName = `
  insert into company_alias (company_id, name, name_key)
  select s.id, a.name, a.name_key from company s, company a
   where s.id = $1 and a.id = $2 and a.name is not null and s.name is not null and fold_case(a.name) <> fold_case(s.name)
  on conflict do nothing`;

/** Makes the employees and their search keys refer to the survivor. */
const moveEmployees = [
  'update person set company_id = $1 where company_id = $2',
  'update person_experience set company_id = $1 where company_id = $2',
  `with removed as (delete from person_block where employer = 'c' || $2::text returning token, person_id)
   insert into person_block (employer, token, person_id) select 'c' || $1::text, token, person_id from removed on conflict do nothing`,
];

const isLocation = (column: string): boolean => column.startsWith('location_');
const locations = companyColumns.map(({ column }) => column).filter(isLocation);
/** SQL for whether the two companies are at different places: a value that both have differs. */
const isElsewhere = locations.map((column) => `coalesce(s.${column} <> a.${column}, false)`).join(' or ');

/** The items of the survivor, then those of the absorbed company that it does not have. */
const united = (column: string): string => `
  case when a.${column} is null then s.${column}
       else (select array_agg(item order by place) from (
               select item, min(place) as place from unnest(s.${column} || a.${column}) with ordinality u(item, place) group by item) m) end`;

function valueOf({ column, type }: (typeof companyColumns)[number]): string {
  if (type === 'string[]') return united(column);
  const filled = `coalesce(s.${column}, a.${column})`;
  // A location is not completed with parts of another place.
  return isLocation(column) ? `case when ${isElsewhere} then s.${column} else ${filled} end` : filled;
}

/** Deletes the absorbed company, and fills the blanks of the survivor. */
const takeValues = `
  with a as (delete from company where id = $2 returning *)
  update company s set
    ${['network_url', 'network_id', 'website'].map((column) => `${column} = coalesce(s.${column}, a.${column})`).join(', ')},
    name_key = case when s.name is null then a.name_key else s.name_key end,
    ${companyColumns.map((field) => `${field.column} = ${valueOf(field)}`).join(', ')},
    sources = case when num_nonnulls(s.sources, a.sources) > 0 then coalesce(a.sources, '{}') || coalesce(s.sources, '{}') end
    from a where s.id = $1`;

const statements = [
  ...keepKeys,
  moveHosts,
  moveList('company_former_name', 'name', ['name_key']),
  moveList('company_alias', 'name', ['name_key']),
  moveList('company_technology', 'name', ['first_seen'], 'first_seen'),
  moveList('company_headcount', 'month', ['total', 'tech']),
  keepName,
  ...moveEmployees,
  takeValues,
];

/**
 * Merges a stored company into another one, in the transaction of the session. The survivor keeps its values; its blanks are filled, lists
 * are united, and keys, employees and follows move to it. The query fields of the survivor are counted again later.
 */
export async function joinCompanies(session: ImportSession, [survivor, absorbed]: Pair): Promise<void> {
  await moveRelatedRows(session, 'company', [[survivor], [absorbed]]);
  for (const statement of statements) await session.rows(statement, [survivor, absorbed]);
  await session.rows(markCountsDue('select $1::bigint'), [survivor]);
}
