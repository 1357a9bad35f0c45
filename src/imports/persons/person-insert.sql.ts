// SQL for writing new persons into their tables with COPY.
import { insertRecorded } from '../merging/batch-history.sql.js';
import type { ImportSession } from '../merging/import-session.sql.js';
import { type CopiedTable, copyComputed, rowsOfList } from '../merging/row-copy.sql.js';
import { personBlocks } from './person-employment.js';
import { decidedColumns, firstPlaceOf, givenColumns, personValues } from './person-staging.sql.js';
import type { PersonState } from './person-state.js';

/** A merged person, with the id and the values under which it is stored. */
export interface PlacedPerson {
  /**
   * `person.id`. A new person already has an id from the sequence, because this id is a part of all rows that are copied for the person.
   */
  readonly id: string;
  readonly person: PersonState;
  /** The network id to store; null if the record has none, or if it belongs to another person. */
  readonly networkId: string | null;
  /** The JSON text of the column `sources`. */
  readonly sources: string | null;
}

const ofPages = tablesOf([]);
/**
 * The tables for persons from records without a profile page. Items of their lists and histories are marked, so that a later record
 * with a profile page does not remove them.
 */
const ofOthers = tablesOf(['without_page']);

/**
 * Returns the tables into which new persons are copied, and how to compute their rows.
 * @param marks names of columns that get the value true in every item of a list or history
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
      rowsOf: ({ id, person }) => rowsOfList(personBlocks(person.blocks), ([employer, token]) => [id, employer, token]),
    },
  ];
}

/**
 * Inserts new persons with `copyComputed`.
 * @param origin whether the records of these persons have profile pages
 */
export async function insertPersons(
  session: ImportSession,
  persons: Iterable<PlacedPerson>,
  origin: 'page' | 'no page',
): Promise<PlacedPerson[]> {
  return insertRecorded(
    session,
    'person',
    (inserted) => inserted.map(({ id }) => id),
    () => copyComputed(session, origin === 'page' ? ofPages : ofOthers, persons),
  );
}
