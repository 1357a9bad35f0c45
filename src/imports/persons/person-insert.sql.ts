// SQL for COPY of new persons into the stored tables.
import type { ImportSession } from '../merging/import-session.sql.js';
import { type CopiedTable, copyComputed, rowsOfList } from '../merging/row-copy.sql.js';
import { decidedColumns, firstPlaceOf, givenColumns, personValues } from './person-staging.sql.js';
import type { PersonState } from './person-state.js';

/** A merged person and the row to store it in. */
export interface PlacedPerson {
  /** `person.id`, for a new person too. */
  readonly id: string;
  readonly person: PersonState;
  /** The network id to store; null if the record has none, or if it belongs to another person. */
  readonly networkId: string | null;
  /** The JSON text of the column `sources`. */
  readonly sources: string | null;
}

const ofPages = tablesOf([]);
/**
 * Values from a record without a profile page are marked in the tables, so that records with a profile page do not remove them.
 */
const ofOthers = tablesOf(['without_page']);

/**
 * Returns the tables into which new persons are copied, and their rows.
 * @param marks columns of lists and histories that are true in every row
 */
function tablesOf(marks: readonly string[]): readonly CopiedTable<PlacedPerson>[] {
  const marked = marks.map(() => true);
  return [
    {
      table: 'person',
      columns: ['id', 'sources', ...decidedColumns, ...givenColumns],
      rowsOf: ({ id, person, networkId, sources }) => [[id, sources, ...personValues(person, networkId)]],
    },
    {
      table: 'person_email',
      columns: ['person_id', 'address', 'type', 'place', ...marks],
      rowsOf: ({ id, person: { row } }) =>
        rowsOfList(row.emails, ({ address, type }, index) => [id, address, type, firstPlaceOf(row) + index, ...marked]),
    },
    {
      table: 'person_phone',
      columns: ['person_id', 'number', 'place', ...marks],
      rowsOf: ({ id, person: { row } }) =>
        rowsOfList(row.phones, (number, index) => [id, number, firstPlaceOf(row) + index, ...marked]),
    },
    {
      table: 'person_skill',
      columns: ['person_id', 'name', ...marks],
      rowsOf: ({ id, person }) => rowsOfList(person.row.skills, (name) => [id, name, ...marked]),
    },
    {
      table: 'person_education',
      columns: ['person_id', 'school', 'start_year', 'end_year', ...marks],
      rowsOf: ({ id, person }) =>
        rowsOfList(person.newEducation, ({ school, startYear, endYear }) => [
          ...[id, school, startYear, endYear],
          ...marked,
        ]),
    },
    {
      table: 'person_experience',
      columns: [
        ...['person_id', 'title', 'company_id', 'company_name', 'company_website', 'company_network_url'],
        ...['start_date', 'end_date', ...marks],
      ],
      rowsOf: ({ id, person }) =>
        rowsOfList(
          person.newExperience,
          ({ title, companyId, employer: { name, website, networkUrl }, startDate, endDate }) => [
            ...[id, title, companyId, name, website, networkUrl],
            ...[startDate, endDate, ...marked],
          ],
        ),
    },
    {
      table: 'person_block',
      columns: ['person_id', 'employer', 'token'],
      rowsOf: ({ id, person }) => rowsOfList(person.blocks, ([employer, token]) => [id, employer, token]),
    },
  ];
}

/**
 * Inserts persons; see `copyComputed`.
 * @param origin whether their records have profile pages
 */
export async function insertPersons(
  session: ImportSession,
  persons: Iterable<PlacedPerson>,
  origin: 'page' | 'no page',
): Promise<PlacedPerson[]> {
  return copyComputed(session, origin === 'page' ? ofPages : ofOthers, persons);
}
