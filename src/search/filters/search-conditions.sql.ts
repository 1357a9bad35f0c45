// SQL for the conditions of definitions. `query-evaluator.ts` decides the same for one record; a test compares the two.
import type { RecordList } from '../../enrichment/answer-size.js';
import {
  type Bounds,
  type CompanyDefinition,
  type ContactKind,
  nestedOf,
  type QueryDefinition,
  type SignalCondition,
} from '../../queries/query-definition.js';
import { roleStartWithin } from '../../queries/query-evaluator.js';
import { fold } from '../../queries/words.js';
import { companyNameKeys } from '../../matching/companies/company-name.js';
import { headOf, headsOf } from '../values/search-objects.sql.js';
import { phraseOf, spellingKey } from '../values/search-values.sql.js';
import { titleKey, type ValueMember, valueMember } from '../values/value-members.js';

/** What conditions refer to besides the definition. */
export interface ConditionContext {
  readonly tenantId: string;
  /** The day from which months are counted, as `YYYY-MM-DD`. */
  readonly today: string;
  /** The stored spellings of values, as `SearchValues.spellings` returns them. */
  readonly spellings: ReadonlyMap<string, readonly string[]>;
  /** The definitions of the tenant's query fields for persons, by name. */
  readonly personFields: ReadonlyMap<string, QueryDefinition>;
  /** The ids of the tenant's counted query fields for companies, by name. */
  readonly companyFields: ReadonlyMap<string, number>;
}

/** The values of a definition whose spellings must be known before its conditions are written. */
export interface WantedValues {
  readonly key: string;
  readonly values: readonly string[];
}

/** The alias of a record's table in SQL. */
const alias = { persons: 'p', companies: 'c' } as const;

/** The members of a definition that compare stored texts, titles apart, and their values, also in nested definitions. */
export function wantedValues(of: RecordList, definition: QueryDefinition | CompanyDefinition): WantedValues[] {
  const nested = nestedOf<QueryDefinition | CompanyDefinition>(definition);
  const company = 'company' in definition ? definition.company : undefined;
  return [
    ...Object.entries(definition).flatMap(([name, values]) => {
      const member = valueMember(of, name);
      return member === undefined || member.key === titleKey ? [] : [{ key: member.key, values: values as string[] }];
    }),
    ...nested.flatMap((one) => wantedValues(of, one.nested)),
    ...(company === undefined ? [] : wantedValues('companies', company)),
  ];
}

/** Writes the conditions of one statement, and collects the values of its parameters. */
export class ConditionWriter {
  readonly values: unknown[] = [];

  constructor(private readonly context: ConditionContext) {}

  /** A parameter of the statement. @returns its placeholder, such as `$1` */
  parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** The condition that the record `p` or `c` matches the definition. */
  write(of: RecordList, definition: QueryDefinition | CompanyDefinition): string {
    return of === 'persons'
      ? this.ofPerson(definition as QueryDefinition)
      : this.ofCompany(definition as CompanyDefinition);
  }

  private ofPerson(definition: QueryDefinition): string {
    const { titles, exclude_titles: excluded, company, months_in_role: months, query_fields: fields } = definition;
    return this.allOf('persons', definition, [
      titles && `${headOf('p.job_title')} in (select ${headOf('v.value')} from ${this.titlesWith(titles)})`,
      // A person without a title has none of the excluded ones.
      excluded &&
        `not exists (select from ${this.titlesWith(excluded)} and ${headOf('v.value')} = ${headOf('p.job_title')})`,
      months && this.startedWithin(months),
      this.contact(definition.has, {
        email: 'exists (select from person_email e where e.person_id = p.id)',
        phone: 'exists (select from person_phone n where n.person_id = p.id)',
      }),
      this.signals(definition.signals, 's.intent_holder_network_url = p.network_url'),
      company && `p.company_id in (select c.id from company c where ${this.ofCompany(company)})`,
      ...(fields ?? []).map((name) => {
        const field = this.context.personFields.get(name);
        return field === undefined ? 'false' : this.ofPerson(field);
      }),
    ]);
  }

  private ofCompany(definition: CompanyDefinition): string {
    const { names, employee_count: employees, founded_year: year, funding_since: since } = definition;
    return this.allOf('companies', definition, [
      names && this.named(names),
      employees && this.within('c.employee_count', employees),
      year && this.within('c.founded_year', year),
      since && `c.funding_last_date >= ${this.parameter(since)}::date`,
      this.contact(definition.has, {
        email: 'cardinality(c.account_emails) > 0',
        phone: 'cardinality(c.account_phones) > 0',
      }),
      this.signals(
        definition.signals,
        's.account_website in (select d.domain from company_domain d where d.company_id = c.id)',
      ),
      ...Object.entries(definition.query_fields ?? {}).map(([name, bounds]) => this.counted(name, bounds)),
    ]);
  }

  /** Combines conditions with those of the members that all kinds of definitions have. */
  private allOf(
    of: RecordList,
    definition: QueryDefinition | CompanyDefinition,
    conditions: readonly (string | undefined)[],
  ): string {
    const listed = Object.entries(definition).flatMap(([name, values]) => {
      const member = valueMember(of, name);
      return member === undefined || member.key === titleKey ? [] : this.oneOf(member, values as readonly string[]);
    });
    const written = (name: 'all' | 'any' | 'none') =>
      nestedOf<QueryDefinition | CompanyDefinition>(definition).flatMap(({ path, nested }) =>
        path[0] === name ? [this.write(of, nested)] : [],
      );
    const [any, none] = [written('any'), written('none')];
    const all = [
      ...[...listed, ...conditions].filter((condition) => condition !== undefined),
      ...written('all'),
      ...(any.length > 0 ? [`(${any.join(' or ')})`] : []),
      ...none.map((condition) => `(${condition}) is not true`),
    ];
    return all.length === 0 ? 'true' : `(${all.join(' and ')})`;
  }

  private oneOf({ key, of, table, owner, value, isList }: ValueMember, wanted: readonly string[]): string {
    const spellings = wanted.flatMap((text) => this.context.spellings.get(spellingKey(key, fold(text))) ?? []);
    if (spellings.length === 0) return 'false';
    const heads = this.parameter(spellings);
    const record = alias[of];
    if (owner !== 'id')
      return `${record}.id in (select r.${owner} from ${table} r where ${value} = any(${heads}::text[]))`;
    const stored = value.replaceAll('r.', `${record}.`);
    return isList
      ? `${headsOf(stored)} && ${headsOf(`${heads}::text[]`)}`
      : `${headOf(stored)} = any(${headsOf(`${heads}::text[]`)})`;
  }

  /** SQL behind `from` for the titles `v` on record that have the words of one of the keywords, one directly after the other. */
  private titlesWith(keywords: readonly string[]): string {
    const conditions = keywords.map((keyword) => {
      const phrase = phraseOf(keyword);
      const words = this.parameter(phrase.trim().split(' '));
      return `(string_to_array(v.folded, ' ') @> ${words}::text[] and strpos(v.folded, ${this.parameter(phrase)}) > 0)`;
    });
    return `search_value v where v.member = '${titleKey}' and (${conditions.join(' or ')})`;
  }

  private startedWithin(bounds: Bounds): string {
    const { before, after } = roleStartWithin(bounds, this.context.today);
    const current = (condition: string) =>
      `(select x.person_id from person_experience x where x.end_date is null and ${condition})`;
    const began = `x.start_date <= ${this.parameter(before)}::date`;
    const within = after === null ? began : `${began} and x.start_date > ${this.parameter(after)}::date`;
    const later = `x.person_id = p.id and x.start_date > ${this.parameter(before)}::date`;
    // The latest of the positions without an end counts.
    return `p.id in ${current(within)} and not exists ${current(later)}`;
  }

  private contact(has: readonly ContactKind[] | undefined, conditions: Readonly<Record<ContactKind, string>>) {
    return has && `(${has.map((kind) => conditions[kind]).join(' and ')})`;
  }

  private signals(signals: SignalCondition | undefined, about: string): string | undefined {
    if (signals === undefined) return undefined;
    const { types, since } = signals;
    const conditions = [
      `s.tenant_id = ${this.parameter(this.context.tenantId)}`,
      about,
      ...(types === undefined ? [] : [`s.signal_type = any(${this.parameter(types)}::text[])`]),
      ...(since === undefined ? [] : [`s.date >= ${this.parameter(since)}::date`]),
    ];
    return `exists (select from signal s where ${conditions.join(' and ')})`;
  }

  private named(names: readonly string[]): string {
    const keys = this.parameter(names.flatMap(companyNameKeys));
    const tables = [
      ['company', 'id'],
      ['company_former_name', 'company_id'],
      ['company_alias', 'company_id'],
    ];
    const found = tables.map(([table, id]) => `select n.${id} from ${table} n where n.name_key = any(${keys}::text[])`);
    return `c.id in (${found.join(' union ')})`;
  }

  private within(column: string, { min, max }: Bounds): string {
    const ends = [
      ...(min === undefined ? [] : [`${column} >= ${this.parameter(min)}::int`]),
      ...(max === undefined ? [] : [`${column} <= ${this.parameter(max)}::int`]),
    ];
    return ends.join(' and ');
  }

  /** Bounds for the count of a query field. Companies without matching employees have no stored count. */
  private counted(name: string, bounds: Bounds): string {
    const id = this.context.companyFields.get(name);
    if (id === undefined) return 'false';
    const counts = `query_count q where q.query_field_id = ${this.parameter(id)}::int`;
    if ((bounds.min ?? 0) > 0)
      return `c.id in (select q.company_id from ${counts} and ${this.within('q.employees', bounds)})`;
    return bounds.max === undefined
      ? 'true'
      : `not exists (select from ${counts} and q.company_id = c.id and q.employees > ${this.parameter(bounds.max)}::int)`;
  }
}
