/** A field of a person's profile that requests can name. */
export interface PersonField {
  readonly name: string;
  readonly description: string;
  /** SQL that computes the value from `person p` and its employer `company c`; `c` is null if the employer is not stored. */
  readonly expression: string;
  /** Whether the field is a profile page. */
  readonly isPage: boolean;
}

/**
 * SQL for a value of the employer. If the employer is a stored company, all values come from the company's record, even if some
 * of them are null there. Otherwise they come from the person's record. A mix of the two records could describe two companies.
 */
function ofEmployer(column: 'network_url' | 'network_id'): string {
  return `case when c.id is null then p.company_${column} else c.${column} end`;
}

/**
 * SQL for the website of the employer, by the rule of {@link ofEmployer}. It reads the list of domains, whose rows are much shorter than
 * those of `company`. So a request that names no other field of the employer need not read `company`.
 */
const websiteOfEmployer = `
  case when p.company_id is null then p.company_website
  else (select d.domain from company_domain d where d.company_id = p.company_id and d.is_primary) end`;

type Line = readonly [name: string, description: string, expression: string];

const lines: readonly Line[] = [
  ['contact_network_url', 'Canonical profile page; null for a person without one', 'p.network_url'],
  ['contact_network_id', 'Numeric id of the profile', 'p.network_id'],
  ['first_name', 'Given name', 'p.first_name'],
  ['last_name', 'Family name', 'p.last_name'],
  ['full_name', 'Whole name', 'p.full_name'],
  ['job_title', 'Current job title', 'p.job_title'],
  ['company_network_url', 'Profile page of the current employer', ofEmployer('network_url')],
  ['company_network_id', 'Numeric id of the current employer', ofEmployer('network_id')],
  ['company_website', 'Primary domain of the current employer', websiteOfEmployer],
  ['contact_country', 'Country', 'p.country'],
  ['contact_region', 'State, province or region', 'p.region'],
  ['location_locality', 'City', 'p.location_locality'],
  ['location_postal_code', 'Postal code', 'p.location_postal_code'],
];

const pages: ReadonlySet<string> = new Set(['contact_network_url', 'company_network_url']);

/** The fields of a person's profile by name. A requested name that is missing here is the name of a query field. */
export const personCatalogue: ReadonlyMap<string, PersonField> = new Map(
  lines.map(([name, description, expression]) => [name, { name, description, expression, isPage: pages.has(name) }]),
);

interface SelectedPersonField {
  /** The index of the field's value in the list of values that are read for each person. */
  readonly index: number;
  readonly isPage: boolean;
}

/** The person fields that a request names: each name once, in the order of the request. */
export interface PersonSelection {
  readonly fields: readonly PersonField[];
  /** By the name of a field: where the value of the field is in the list of values that are read for each person. */
  readonly places: ReadonlyMap<string, SelectedPersonField>;
  /** The requested names that are not in the catalogue: they are names of query fields. */
  readonly queryFields: readonly string[];
}

/** The column `sources` of a person, in the form of a field, so that it can be read together with the requested fields. */
export const personSources: PersonField = {
  name: '',
  description: '',
  expression: 'p.sources',
  isPage: false,
};

export function selectPersonFields(names: readonly string[]): PersonSelection {
  const distinct = [...new Set(names)];
  const fields = distinct.flatMap((name) => personCatalogue.get(name) ?? []);
  return {
    fields,
    places: new Map(fields.map(({ name, isPage }, index) => [name, { index, isPage }])),
    queryFields: distinct.filter((name) => !personCatalogue.has(name)),
  };
}
