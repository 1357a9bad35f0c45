import type { RecordList } from '../../enrichment/answer-size.js';
import type { CompanyDefinition, QueryDefinition } from '../../queries/query-definition.js';

/** A member of a definition that compares values which are stored as texts. */
export interface ValueMember {
  /** The name under which the values are kept, such as `person.country`. */
  readonly key: string;
  readonly of: RecordList;
  readonly member: keyof QueryDefinition | keyof CompanyDefinition;
  /** The table that has the values. */
  readonly table: 'person' | 'person_skill' | 'company' | 'company_technology';
  /** The column of the table that has the id of the record. */
  readonly owner: 'id' | 'person_id' | 'company_id';
  /** SQL for the value in a row of the table, which is called `r`. */
  readonly value: string;
  /** Whether the value is a list of texts. */
  readonly isList: boolean;
}

type Line = readonly [member: ValueMember['member'], value: string, key: string, form?: 'list'];

const ofPersons: readonly Line[] = [
  ['titles', 'r.job_title', 'person.title'],
  ['seniorities', 'r.seniority', 'person.seniority'],
  ['personas', 'r.personas', 'person.persona', 'list'],
  ['countries', 'r.country', 'person.country'],
  ['regions', 'r.region', 'person.region'],
  ['localities', 'r.location_locality', 'person.locality'],
];

const ofCompanies: readonly Line[] = [
  ['industries', 'r.industry', 'company.industry'],
  ['countries', 'r.location_country', 'company.country'],
  ['regions', 'r.location_region', 'company.region'],
  ['localities', 'r.location_locality', 'company.locality'],
  ['sizes', 'r.size', 'company.size'],
  ['account_types', 'r.account_type', 'company.account_type'],
  ['keywords', 'search_keywords(r.account_keywords, r.specialities, r.enriched_category)', 'company.keyword', 'list'],
  ['funding_types', 'r.funding_last_type', 'company.funding_type'],
];

function membersOf(of: RecordList, table: ValueMember['table'], lines: readonly Line[]): ValueMember[] {
  return lines.map(([member, value, key, form]) => ({
    ...{ key, of, member, table, value },
    owner: 'id',
    isList: form === 'list',
  }));
}

/** All members that compare stored texts. */
export const valueMembers: readonly ValueMember[] = [
  ...membersOf('persons', 'person', ofPersons),
  {
    ...{ key: 'person.skill', of: 'persons', member: 'technologies', table: 'person_skill' },
    ...{ owner: 'person_id', value: 'r.name', isList: false },
  },
  ...membersOf('companies', 'company', ofCompanies),
  {
    ...{ key: 'company.technology', of: 'companies', member: 'technologies', table: 'company_technology' },
    ...{ owner: 'company_id', value: 'r.name', isList: false },
  },
];

/** The key of the titles, whose values are compared by their words. */
export const titleKey = 'person.title';

/** The member with this name; undefined if it compares no stored texts. */
export function valueMember(of: RecordList, member: string): ValueMember | undefined {
  return valueMembers.find((one) => one.of === of && one.member === member);
}
