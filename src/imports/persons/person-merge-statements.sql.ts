// SQL for merging a staging table in statements of many rows.
import { replaceLists } from '../merging/child-table-sync.sql.js';
import type { PersonRow } from './person-record.js';
import { decidedColumns, givenColumns, personStaging } from './person-staging.sql.js';

const inserted = ['network_url', ...decidedColumns, ...givenColumns].join(', ');

const insertNew = `
  insert into person (id, ${inserted}) select person_id, ${inserted} from ${personStaging} where is_new`;

const merged: readonly (readonly [column: string, value: string])[] = [
  ...decidedColumns.map((column) => [column, `s.${column}`] as const),
  ...givenColumns.map((column) => [column, `coalesce(s.${column}, p.${column})`] as const),
];

const updateChanged = `
  update person p set ${merged.map(([column, value]) => `${column} = ${value}`).join(', ')}
  from ${personStaging} s
  where p.id = s.person_id and not s.is_new
    and (${merged.map(([column]) => `p.${column}`).join(', ')}) is distinct from (${merged.map(([, value]) => value).join(', ')})
  returning p.id`;

const ofPerson = { owner: 'person_id', others: [] };
const lists = [
  {
    of: (row: PersonRow) => row.emails,
    table: 'person_email',
    key: 'address',
    others: ['type', 'place'],
    staged: ['email_addresses', 'email_types', 'email_places'],
  },
  {
    of: (row: PersonRow) => row.phones,
    table: 'person_phone',
    key: 'number',
    others: ['place'],
    staged: ['phones', 'phone_places'],
  },
  { of: (row: PersonRow) => row.skills, table: 'person_skill', key: 'name', staged: ['skills'] },
].map((list) => ({ of: list.of, statements: replaceLists({ ...ofPerson, ...list }, personStaging) }));

/** Histories have no key, and an order; they are staged only where they differ from what is stored. */
const replaceHistories = [
  history('person_education', [
    ['school', 'schools'],
    ['start_year', 'school_starts'],
    ['end_year', 'school_ends'],
  ]),
  history('person_experience', [
    ['title', 'position_titles'],
    ['company_id', 'position_company_ids'],
    ['company_name', 'position_names'],
    ['company_website', 'position_websites'],
    ['company_network_url', 'position_urls'],
    ['start_date', 'position_starts'],
    ['end_date', 'position_ends'],
  ]),
].flat();

/** What matching finds follows from the rest, so a change of it alone is no change of the person. */
const replaceBlocks = [
  `delete from person_block b using ${personStaging} s
   where b.person_id = s.person_id and not s.is_new and (b.employer || ' ' || b.token) <> all (s.blocks)`,
  `insert into person_block (employer, token, person_id)
   select split_part(block, ' ', 1), split_part(block, ' ', 2), s.person_id
   from ${personStaging} s, unnest(s.blocks) as block
   on conflict do nothing`,
];

/** Statements that merge the staged persons, in order; each returns the persons that it changed, if they count as such. */
export function mergeStatements(rows: readonly PersonRow[]): string[] {
  const present = lists.filter((list) => rows.some((row) => list.of(row) !== null));
  return [
    insertNew,
    updateChanged,
    ...present.flatMap(({ statements }) => statements),
    ...replaceHistories,
    ...replaceBlocks,
  ];
}

function history(table: string, columns: readonly (readonly [column: string, staged: string])[]): string[] {
  const names = columns.map(([column]) => column).join(', ');
  const [[, first] = ['', '']] = columns;
  return [
    `delete from ${table} t using ${personStaging} s
     where t.person_id = s.person_id and not s.is_new and s.${first} is not null
     returning t.person_id`,
    `insert into ${table} (person_id, ${names})
     select s.person_id, ${columns.map(([column]) => `item.${column}`).join(', ')}
     from ${personStaging} s, unnest(${columns.map(([, staged]) => `s.${staged}`).join(', ')}) with ordinality
       as item(${names}, place)
     order by s.person_id, item.place
     returning person_id`,
  ];
}
