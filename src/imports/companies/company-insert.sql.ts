// SQL for writing new companies into their tables with COPY.
import { companyNameKey } from '../../matching/companies/company-name.js';
import { insertRecorded } from '../merging/batch-history.sql.js';
import type { ImportSession } from '../merging/import-session.sql.js';
import { type CopiedTable, copyRecords, rowsOfList } from '../merging/row-copy.sql.js';
import type { Placement } from './company-placement.js';
import { companyColumns, type CompanyRow } from './company-record.js';

/** An imported company, with its id in the database and the identifiers that are stored for it. */
export interface PlacedCompany {
  /**
   * `company.id`. A new company already has an id from the sequence, because this id is a part of all rows that are copied for the company.
   */
  readonly id: string;
  readonly row: CompanyRow;
  readonly placement: Placement;
  /** The JSON text of the column `sources`. */
  readonly sources: string | null;
}

/** Moves hosts that were aliases of stored companies to the new companies whose websites they are. */
const takeAliases = `
  update company_domain d set company_id = taken.id, is_primary = true
  from unnest($1::bigint[], $2::text[]) as taken(id, domain) where d.domain = taken.domain`;

const tables: readonly CopiedTable<PlacedCompany>[] = [
  {
    table: 'company',
    columns: [
      ...['id', 'sources', 'network_id', 'network_url', 'website', 'name_key'],
      ...companyColumns.map(({ column }) => column),
    ],
    rowsOf: ({ id, sources, row, placement: { networkId, networkUrl, website } }) => [
      [id, sources, networkId, networkUrl, website, row.nameKey, ...row.values],
    ],
  },
  {
    table: 'company_domain',
    columns: ['domain', 'company_id', 'is_primary'],
    rowsOf: ({ id, placement: { hosts, website, takesAlias } }) =>
      rowsOfList(takesAlias ? hosts.filter((host) => host !== website) : hosts, (host) => [host, id, host === website]),
  },
  {
    table: 'company_former_name',
    columns: ['company_id', 'name', 'name_key'],
    rowsOf: ({ id, row }) => rowsOfList(row.formerNames, (name) => [id, name, companyNameKey(name)]),
  },
  {
    table: 'company_alias',
    columns: ['company_id', 'name', 'name_key'],
    rowsOf: ({ id, row }) => rowsOfList(row.aliases, (name) => [id, name, companyNameKey(name)]),
  },
  {
    table: 'company_technology',
    columns: ['company_id', 'name', 'first_seen'],
    rowsOf: ({ id, row }) => rowsOfList(row.technologies, ({ name, firstSeen }) => [id, name, firstSeen]),
  },
  {
    table: 'company_headcount',
    columns: ['company_id', 'month', 'total', 'tech'],
    rowsOf: ({ id, row }) => rowsOfList(row.headcounts, ({ month, total, tech }) => [id, month, total, tech]),
  },
];

/**
 * Inserts new companies with `copyRecords`. If the website of a new company was an alias of a stored company, the host is moved
 * from the stored company to the new one.
 */
export async function insertCompanies(session: ImportSession, companies: readonly PlacedCompany[]): Promise<void> {
  await insertRecorded(
    session,
    'company',
    () => companies.map(({ id }) => id),
    () => copyRecords(session, tables, companies),
  );
  const taking = companies.filter(({ placement }) => placement.takesAlias);
  if (taking.length === 0) return;
  await session.rows(takeAliases, [taking.map(({ id }) => id), taking.map(({ placement }) => placement.website)]);
}
