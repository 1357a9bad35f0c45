import { companyGroupOf, personGroupOf } from '../../catalogue/field-groups.js';

/** A row of a table, or some of its columns, as JSON. */
export type JsonRow = Readonly<Record<string, unknown>>;

/** A kind of record whose changes have fields. */
export type ChangedKind = 'company' | 'person';

/** A table with the items of a list, or with the search keys of a record. */
interface ListTable {
  /** The field of the import, such as `emails`; null for data that are derived from other fields. */
  readonly field: string | null;
  /** The columns that identify a row of one record. */
  readonly key: readonly string[];
  /** The columns of an item that a difference shows. A list with one such column has texts as items. */
  readonly shown: readonly string[];
  /** The group of the field, as the column `sources` names it; null if no source is kept. */
  readonly group: string | null;
}

/** The tables whose rows belong to a record, apart from those that are only written when they are deleted with it. */
export const listTables: Readonly<Record<string, ListTable>> = {
  company_domain: { field: 'domains', key: ['domain'], shown: ['domain'], group: 'profile' },
  company_former_name: { field: 'former_names', key: ['name'], shown: ['name'], group: 'profile' },
  company_alias: { field: 'aliases', key: ['name'], shown: ['name'], group: 'profile' },
  company_technology: { field: 'technologies', key: ['name'], shown: ['name', 'first_seen'], group: 'technologies' },
  company_headcount: {
    field: 'headcount_history',
    key: ['month'],
    shown: ['month', 'total', 'tech'],
    group: 'headcount',
  },
  person_email: { field: 'emails', key: ['address'], shown: ['address'], group: 'contact' },
  person_phone: { field: 'phones', key: ['number'], shown: ['number'], group: 'contact' },
  person_skill: { field: 'skills', key: ['name'], shown: ['name'], group: 'skills' },
  person_education: {
    field: 'education',
    key: ['id'],
    shown: ['school', 'start_year', 'end_year'],
    group: 'education',
  },
  person_experience: {
    field: 'experience',
    key: ['id'],
    shown: ['title', 'company_name', 'company_website', 'company_network_url', 'start_date', 'end_date'],
    group: 'employment',
  },
  person_block: { field: null, key: ['employer', 'token'], shown: [], group: null },
  company_former_key: { field: null, key: ['kind', 'key'], shown: [], group: null },
  person_former_key: { field: null, key: ['kind', 'key'], shown: [], group: null },
};

/** The columns of the tables `company` and `person` that a difference does not show, because they are derived from others. */
export const derivedColumns: readonly string[] = ['sources', 'name_key', 'company_id', 'personas', 'seniority'];

/** The fields of a person from which the service derives the employer's record, the role and the search keys. */
const ofEmployment = new Set([
  ...['first_name', 'last_name', 'full_name', 'job_title', 'company_name', 'company_website', 'company_network_url'],
  ...['company_network_id', 'company_id', 'personas', 'seniority', 'person_block', 'person_experience'],
]);

/**
 * The unit of a column or table of a record. An undo restores all changes of a unit or none of them, because its values are derived from
 * each other.
 * @param name a column of the table `company` or `person`, or a table of {@link listTables}
 */
export function unitOf(kind: ChangedKind, name: string): string {
  if (kind === 'person') return ofEmployment.has(name) ? 'employment' : name;
  if (name === 'name_key') return 'name';
  return name === 'company_domain' ? 'website' : name;
}

/** The group of the column or table, as the column `sources` names it; null if no source is kept. */
export function groupOf(kind: ChangedKind, name: string): string | null {
  const list = listTables[name];
  if (list !== undefined) return list.group;
  if (derivedColumns.includes(name)) return null;
  return kind === 'company' ? companyGroupOf(name) : personGroupOf(personField(name));
}

/** The name of a column of `person` in the catalogue of fields. */
function personField(column: string): string {
  return column === 'country' || column === 'region' ? `contact_${column}` : column;
}
