// SQL for COPY of new persons into the stored tables.
import type { ImportSession } from '../merging/import-session.sql.js';
import { type CopiedTable, copyComputed, rowsOfList } from '../merging/row-copy.sql.js';
import { decidedColumns, givenColumns, personValues } from './person-staging.sql.js';
import type { PersonState } from './person-state.js';

/** A merged person and the row to store it in. */
export interface PlacedPerson {
  /** `person.id`, for a new person too. */
  readonly id: string;
  readonly person: PersonState;
  /** Null if the record has none or it belongs to another person. */
  readonly networkId: string | null;
}

const tables: readonly CopiedTable<PlacedPerson>[] = [
  {
    table: 'person',
    columns: ['id', 'network_url', ...decidedColumns, ...givenColumns],
    rowsOf: ({ id, person, networkId }) => [[id, person.row.networkUrl, ...personValues(person, networkId)]],
  },
  {
    table: 'person_email',
    columns: ['person_id', 'address', 'type', 'place'],
    rowsOf: ({ id, person }) => rowsOfList(person.row.emails, ({ address, type }, place) => [id, address, type, place]),
  },
  {
    table: 'person_phone',
    columns: ['person_id', 'number', 'place'],
    rowsOf: ({ id, person }) => rowsOfList(person.row.phones, (number, place) => [id, number, place]),
  },
  {
    table: 'person_skill',
    columns: ['person_id', 'name'],
    rowsOf: ({ id, person }) => rowsOfList(person.row.skills, (name) => [id, name]),
  },
  {
    table: 'person_education',
    columns: ['person_id', 'school', 'start_year', 'end_year'],
    rowsOf: ({ id, person }) =>
      rowsOfList(person.newEducation, ({ school, startYear, endYear }) => [id, school, startYear, endYear]),
  },
  {
    table: 'person_experience',
    columns: [
      ...['person_id', 'title', 'company_id', 'company_name', 'company_website', 'company_network_url'],
      ...['start_date', 'end_date'],
    ],
    rowsOf: ({ id, person }) =>
      rowsOfList(
        person.newExperience,
        ({ title, companyId, employer: { name, website, networkUrl }, startDate, endDate }) => [
          ...[id, title, companyId, name, website, networkUrl],
          ...[startDate, endDate],
        ],
      ),
  },
  {
    table: 'person_block',
    columns: ['person_id', 'employer', 'token'],
    rowsOf: ({ id, person }) => rowsOfList(person.blocks, ([employer, token]) => [id, employer, token]),
  },
];

/** Inserts persons; see `copyComputed`. */
export async function insertPersons(session: ImportSession, persons: Iterable<PlacedPerson>): Promise<PlacedPerson[]> {
  return copyComputed(session, tables, persons);
}
