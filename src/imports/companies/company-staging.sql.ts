// SQL for a temporary table of companies that is filled with COPY.
import type { CompanyField } from '../../catalogue/company-catalogue.js';
import { companyNameKey } from '../../matching/companies/company-name.js';
import type { CopyValue } from '../merging/copy-text.js';
import { companyColumns, type CompanyRow } from './company-record.js';
import type { Placement } from './company-placement.js';

/**
 * The staging table: it holds imported companies while the merge statements update the stored ones with them. It is a temporary
 * table of the database session of the import.
 */
export const companyStaging = 'company_import';

const sqlTypes = {
  string: 'text',
  integer: 'integer',
  boolean: 'boolean',
  'string[]': 'text[]',
  date: 'date',
  'date-time': 'timestamptz(3)',
} satisfies Record<CompanyField['type'], string>;

const columns = [
  ['company_id', 'bigint'],
  ['sources', 'jsonb'],
  ['network_id', 'text'],
  ['network_url', 'text'],
  ['website', 'text'],
  ['keeps_website', 'boolean'],
  ['hosts', 'text[]'],
  ['keeps_hosts', 'boolean'],
  ['name_key', 'text'],
  ...companyColumns.map(({ column, type }) => [column, sqlTypes[type]] as const),
  ['former_names', 'text[]'],
  ['former_name_keys', 'text[]'],
  ['alias_names', 'text[]'],
  ['alias_name_keys', 'text[]'],
  ['technology_names', 'text[]'],
  ['technology_dates', 'date[]'],
  ['headcount_months', 'date[]'],
  ['headcount_totals', 'integer[]'],
  ['headcount_techs', 'integer[]'],
] as const;

export const createCompanyStaging = `
  create temporary table ${companyStaging} (${columns.map(([name, type]) => `${name} ${type}`).join(', ')})
  on commit delete rows`;

export const companyStagingColumns: readonly string[] = columns.map(([name]) => name);

/** The values of a row of the staging table, in the order of {@link companyStagingColumns}. */
export function stagedCompany(
  row: CompanyRow,
  placement: Placement,
  companyId: string,
  sources: string | null,
): CopyValue[] {
  return [
    companyId,
    sources,
    placement.networkId,
    placement.networkUrl,
    placement.website,
    placement.keepsWebsite,
    placement.hosts,
    row.domains === null,
    row.nameKey,
    ...row.values,
    row.formerNames,
    row.formerNames?.map(companyNameKey) ?? null,
    row.aliases,
    row.aliases?.map(companyNameKey) ?? null,
    row.technologies?.map(({ name }) => name) ?? null,
    row.technologies?.map(({ firstSeen }) => firstSeen) ?? null,
    row.headcounts?.map(({ month }) => month) ?? null,
    row.headcounts?.map(({ total }) => total) ?? null,
    row.headcounts?.map(({ tech }) => tech) ?? null,
  ];
}
