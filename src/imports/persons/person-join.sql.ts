// SQL for statements over several tables that join two stored persons into one.
import { moveRelatedRows, pairs } from '../merging/related-rows.sql.js';
import type { ImportSession } from '../merging/import-session.sql.js';
import { placeWithoutPage } from './person-staging.sql.js';

const positionColumns = ['title', 'company_name', 'company_website', 'company_network_url', 'start_date', 'end_date'];
const educationColumns = ['school', 'start_year', 'end_year'];

/** Moves the items of a list, such as skills, from the absorbed person to the survivor. An item that both have is stored only once. */
function moveList(table: string, key: string, columns: readonly (readonly [name: string, sum: string])[]): string {
  const names = columns.map(([name]) => `, ${name}`).join('');
  return `
    insert into ${table} (person_id, ${key}${names}, without_page)
    select j.survivor, t.${key}${columns.map(([, sum]) => `, ${sum}`).join('')}, bool_or(t.without_page)
      from ${pairs} join ${table} t on t.person_id = j.absorbed
     group by j.survivor, t.${key}
    on conflict (person_id, ${key}) do update set without_page = true
     where excluded.without_page and not ${table}.without_page`;
}

/**
 * Moves a history, such as the education, from the absorbed person to the survivor. An item that both have is stored only once. Items
 * have no key, so two items are the same if they have the same values in all of `columns`.
 */
function moveHistory(table: string, columns: readonly string[], linked: readonly string[] = []): string[] {
  const same = `(${columns.map((name) => `s.${name}`).join(', ')}) is not distinct from (${columns.map((name) => `t.${name}`).join(', ')})`;
  return [
    `update ${table} s set without_page = true
       from ${pairs} join ${table} t on t.person_id = j.absorbed
      where s.person_id = j.survivor and not s.without_page and t.without_page and ${same}`,
    `insert into ${table} (person_id, ${[...columns, ...linked].join(', ')}, without_page)
     select j.survivor, ${columns.map((name) => `t.${name}`).join(', ')}${linked.map((name) => `, min(t.${name})`).join('')}, bool_or(t.without_page)
       from ${pairs} join ${table} t on t.person_id = j.absorbed
      where not exists (select from ${table} s where s.person_id = j.survivor and ${same})
      group by j.survivor, ${columns.map((name) => `t.${name}`).join(', ')} order by min(t.id)`,
  ];
}

/**
 * SQL for the position of a moved item. If the item comes from a record without a profile page, it is placed behind those items of the
 * survivor that also come from such records.
 */
const behind = (table: string): string => `
  min(t.place) + case when min(t.place) < ${placeWithoutPage} then 0 else
    (select coalesce(max(place) + 1 - ${placeWithoutPage}, 0) from ${table}
      where person_id = j.survivor and place >= ${placeWithoutPage}) end`;

const filled = ['network_url', 'network_id', 'country', 'region', 'location_locality', 'location_postal_code'];
const names = ['first_name', 'last_name', 'full_name'];
const employer = ['company_id', 'company_name', 'company_website', 'company_network_url', 'company_network_id'];
const isEmployed = (person: string): string =>
  `num_nonnulls(${employer.map((name) => `${person}.${name}`).join(', ')}) > 0`;

/**
 * Fills blanks of the survivor, and deletes the absorbed persons. A missing value is taken from the oldest absorbed person who has it. All
 * parts of a name come from one person, and so do all parts of the employer. If the survivor has an employer but no job title, the title
 * is taken only from a person with the same employer.
 */
const takeValues = `
  with gone as (delete from person p using ${pairs} where p.id = j.absorbed returning j.survivor, p.*),
  given as (
    select survivor, ${filled.map((name) => `(array_agg(${name} order by id) filter (where ${name} is not null))[1] as ${name}`).join(', ')},
           min(id) filter (where full_name is not null) as named, min(id) filter (where ${isEmployed('gone')}) as employed,
           (array_agg(job_title order by id) filter (where job_title is not null))[1] as job_title,
           (array_agg(sources order by id) filter (where sources is not null))[1] as sources
      from gone group by survivor)
  update person s set
    sources = coalesce(g.sources, '{}') || coalesce(s.sources, '{}'),
    ${filled.map((name) => `${name} = coalesce(s.${name}, g.${name})`).join(', ')},
    ${names.map((name) => `${name} = case when s.full_name is null then n.${name} else s.${name} end`).join(', ')},
    ${employer.map((name) => `${name} = case when ${isEmployed('s')} then s.${name} else e.${name} end`).join(', ')},
    job_title = coalesce(s.job_title, case when ${isEmployed('s')} then null else coalesce(e.job_title, g.job_title) end,
      case when e.company_id = s.company_id or e.company_website = s.company_website
             or fold_case(e.company_name) = fold_case(s.company_name) then e.job_title end)
    from given g left join gone n on n.id = g.named left join gone e on e.id = g.employed
   where s.id = g.survivor`;

/** Makes those pages and network ids of the absorbed persons former keys of the survivor that the survivor cannot have itself. */
const keepKeys = [
  `update person_former_key t set person_id = j.survivor from ${pairs} where t.person_id = j.absorbed`,
  `insert into person_former_key (kind, key, person_id)
   select k.kind, k.key, j.survivor
     from ${pairs} join person p on p.id = j.absorbed join person s on s.id = j.survivor
    cross join lateral (values ('network_url', p.network_url, s.network_url), ('network_id', p.network_id, s.network_id)) k(kind, key, own)
    where k.key is not null and k.own is not null
   on conflict (kind, key) do update set person_id = excluded.person_id`,
];

const statements = [
  moveList('person_email', 'address', [
    ['type', 'min(t.type)'],
    ['place', behind('person_email')],
  ]),
  moveList('person_phone', 'number', [['place', behind('person_phone')]]),
  moveList('person_skill', 'name', []),
  ...moveHistory('person_education', educationColumns),
  ...moveHistory('person_experience', positionColumns, ['company_id']),
  ...keepKeys,
  takeValues,
];

/**
 * Joins the stored persons of each group into one. The oldest person of the group is kept, with its id. This person gets the addresses,
 * numbers, skills, histories, prospects and follows of the others, and their values for fields that are blank. The others are then
 * deleted. Data that are derived from name and employer, such as search keys, are not updated here. They are updated when the record is
 * merged that led to the join.
 * @param groups the `person.id` of the persons of each group, the oldest first
 * @returns the `company.id` of their employers, whose query fields have to be counted again
 */
export async function joinPersons(session: ImportSession, groups: readonly (readonly string[])[]): Promise<string[]> {
  const joins = groups.flatMap(([survivor, ...absorbed]) => absorbed.map((id) => [survivor ?? '', id] as const));
  const values = [joins.map(([survivor]) => survivor), joins.map(([, absorbed]) => absorbed)] as const;
  const employers = await session.column(
    'select distinct company_id from person where id = any($1::bigint[]) and company_id is not null',
    [values.flat()],
  );
  await moveRelatedRows(session, 'person', values);
  for (const statement of statements) await session.rows(statement, values);
  return employers;
}
