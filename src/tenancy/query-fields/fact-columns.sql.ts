// SQL for the data that queries compare. It is read for all employees of companies, or for some persons, always in one statement.
import type { FactNeed, StoredFacts } from '../../queries/query-evaluator.js';

/** Where the facts of signals come from: the placeholder of a tenant's id, such as `$2`, or all tenants. */
export type SignalsOf = `$${number}` | 'all tenants';

/** Signals as the evaluator of queries has them. @param condition SQL that selects signals `s` */
function signalsWhere(condition: string, tenant: SignalsOf): string {
  const ofTenant = tenant === 'all tenants' ? '' : ` and s.tenant_id = ${tenant}`;
  return `(select json_agg(json_build_array(s.tenant_id, s.signal_type, s.date)) from signal s where ${condition}${ofTenant})`;
}

/** SQL for the data of a company `c` that queries compare, as JSON. */
export function companyFacts(needed: ReadonlySet<FactNeed>, tenant: SignalsOf): string {
  const names = `(select json_agg(k.name_key) from (
    select c.name_key union select f.name_key from company_former_name f where f.company_id = c.id
    union select a.name_key from company_alias a where a.company_id = c.id) k where k.name_key is not null)`;
  const technologies = '(select json_agg(t.name) from company_technology t where t.company_id = c.id)';
  const signals = signalsWhere(
    's.account_website in (select d.domain from company_domain d where d.company_id = c.id)',
    tenant,
  );
  const orNull = (need: FactNeed, expression: string) => (needed.has(need) ? expression : 'null');
  return `
  json_build_object(
     'industry', c.industry, 'country', c.location_country, 'region', c.location_region, 'locality', c.location_locality,
     'size', c.size, 'employeeCount', c.employee_count, 'foundedYear', c.founded_year, 'accountType', c.account_type,
     'keywords', c.account_keywords || c.specialities || array_remove(array[c.enriched_category], null),
     'fundingType', c.funding_last_type, 'fundingDay', c.funding_last_date,
     'has', array_remove(array[case when cardinality(c.account_emails) > 0 then 'email' end,
                               case when cardinality(c.account_phones) > 0 then 'phone' end], null),
     'nameKeys', ${orNull('companyNames', names)}, 'technologies', ${orNull('companyTechnologies', technologies)},
     'signals', ${orNull('companySignals', signals)})`;
}

/** The data of a person in other tables, in the order of {@link FactRow}. */
const personNeeds = ['skills', 'roleStart', 'contacts', 'signals', 'company'] as const;

/** The columns of {@link factColumns} in a row. What is not needed is null. */
export type FactRow = [
  jobTitle: string | null,
  seniority: string | null,
  personas: readonly string[] | null,
  country: string | null,
  region: string | null,
  locality: string | null,
  skills: StoredFacts['skills'],
  roleStart: StoredFacts['roleStart'],
  contacts: StoredFacts['has'],
  signals: StoredFacts['signals'],
  company: StoredFacts['company'],
];

/** The columns with the data of a person `p` for queries that need the given data. */
export function factColumns(needed: ReadonlySet<FactNeed>, tenant: SignalsOf): string {
  const expressions = {
    skills: '(select json_agg(s.name) from person_skill s where s.person_id = p.id)',
    roleStart: `(select to_json(max(x.start_date)) from person_experience x where x.person_id = p.id and x.end_date is null)`,
    contacts: `to_json(array_remove(array[
      case when exists (select from person_email e where e.person_id = p.id) then 'email' end,
      case when exists (select from person_phone n where n.person_id = p.id) then 'phone' end], null))`,
    signals: signalsWhere('s.intent_holder_network_url = p.network_url', tenant),
    company: `(select ${companyFacts(needed, tenant)} from company c where c.id = p.company_id)`,
  };
  const more = personNeeds.map((need) => (needed.has(need) ? expressions[need] : 'null::json'));
  return ['p.job_title', 'p.seniority', 'p.personas', 'p.country', 'p.region', 'p.location_locality', ...more].join(
    ', ',
  );
}

export function factsOf(row: FactRow): StoredFacts {
  const [jobTitle, seniority, personas, country, region, locality, skills, roleStart, has, signals, company] = row;
  return { jobTitle, seniority, personas, country, region, locality, skills, roleStart, has, signals, company };
}
