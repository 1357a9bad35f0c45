import type { RecordList } from '../enrichment/answer-size.js';
import { contactKinds } from '../queries/query-definition.js';
import { type ValueMember, valueMember } from './values/value-members.js';

/** What kind of value a member of a definition takes. */
type MemberType = 'texts' | 'bounds' | 'day' | 'contacts' | 'signals' | 'query_fields' | 'definition' | 'definitions';

/** A member of a definition, as `GET /v1/search/fields` lists it. */
export interface SearchMember {
  readonly name: string;
  readonly type: MemberType;
  readonly description: string;
  /** The stored values that it compares; undefined if it compares no texts. */
  readonly values: ValueMember | undefined;
}

type Line = readonly [name: string, type: MemberType, description: string];

const contacts = contactKinds.join(' and ');

const shared: readonly Line[] = [
  ['has', 'contacts', `The kinds of contact data that must be on record, all of them: ${contacts}.`],
  ['signals', 'signals', 'A signal of your tenant about the record: `types` (any of them), `since` (a day).'],
  ['all', 'definitions', 'Further conditions, all of which must hold.'],
  ['any', 'definitions', 'Further conditions, at least one of which must hold.'],
  ['none', 'definitions', 'Further conditions, none of which may hold.'],
];

const lines: Readonly<Record<RecordList, readonly Line[]>> = {
  persons: [
    [
      'titles',
      'texts',
      'Words of the job title, in their order: `platform engineer` finds `Senior Platform Engineer`.',
    ],
    ['exclude_titles', 'texts', 'Words that the job title must not have.'],
    ['seniorities', 'texts', 'The seniority: executive, director, teamlead or ic.'],
    ['personas', 'texts', 'The role tags, such as `engineering`.'],
    ['technologies', 'texts', 'The skills.'],
    ['countries', 'texts', 'The country.'],
    ['regions', 'texts', 'The state, province or region.'],
    ['localities', 'texts', 'The city.'],
    ['months_in_role', 'bounds', 'The full months since the start of the current position.'],
    ['query_fields', 'query_fields', 'Names of your query fields for persons, each of which the person must match.'],
    ['company', 'definition', 'Conditions for the current employer, with the members of companies.'],
    ...shared,
  ],
  companies: [
    ['names', 'texts', 'The name, a former name or an alias, without regard to legal forms.'],
    ['industries', 'texts', 'The industry.'],
    ['countries', 'texts', 'The country of the headquarters.'],
    ['regions', 'texts', 'The state, province or region.'],
    ['localities', 'texts', 'The city.'],
    ['sizes', 'texts', 'The size as it is stored, such as `51-200`.'],
    ['employee_count', 'bounds', 'The number of employees.'],
    ['founded_year', 'bounds', 'The year of the foundation.'],
    ['account_types', 'texts', 'The type of the company, such as `Public`.'],
    ['keywords', 'texts', 'A keyword, a speciality or the category.'],
    ['technologies', 'texts', 'The technologies in use.'],
    ['funding_types', 'texts', 'The type of the last funding, such as `Series B`.'],
    ['funding_since', 'day', 'The first day on which the last funding may have been.'],
    ['query_fields', 'query_fields', 'Your query fields for companies, each with `min` or `max` matching employees.'],
    ...shared,
  ],
};

/** The members of the definitions of one kind of record. */
export function searchMembers(of: RecordList): SearchMember[] {
  return lines[of].map(([name, type, description]) => ({ name, type, description, values: valueMember(of, name) }));
}

/**
 * The member whose values a facet counts.
 * @param name the name of a member, for persons also that of a member of their employer: `company.industries`
 * @returns undefined if there is no such facet
 */
export function facetMember(of: RecordList, name: string): ValueMember | undefined {
  const ofEmployer = of === 'persons' && name.startsWith('company.');
  return ofEmployer ? valueMember('companies', name.slice('company.'.length)) : valueMember(of, name);
}
