import { Inject, Injectable } from '@nestjs/common';
import { configToken, type Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { type ImportOptions, runImport } from '../merging/bulk-import.js';
import { CompanyMerge } from './company-merge.sql.js';
import { readCompany } from './company-record.js';
import { linkEmployers } from '../persons/employer-linking.sql.js';
import { ImportSession } from '../merging/import-session.sql.js';
import type { ImportSummary } from '../merging/import-summary.js';
import { companyShape } from '../reading/record-shapes.js';

/** From here on the planner's statistics no longer describe the tables. */
const rowsWorthAnalyzing = 1_000;

const tables = [
  'company',
  'company_domain',
  'company_former_name',
  'company_alias',
  'company_technology',
  'company_headcount',
];

@Injectable()
export class CompanyImportService {
  private readonly hosts: Config['networkHosts'];

  constructor(
    private readonly database: Database,
    @Inject(configToken) config: Config,
  ) {
    this.hosts = config.networkHosts;
  }

  /**
   * Imports companies from a file, or from standard input for `-`. A record that leads to a stored company by its id, else
   * its profile URL, else its website, updates that company; its absent fields keep their value. Lists are replaced as a
   * whole. An identifier that belongs to another company stays there, except for an alias that is the website of a record
   * with another name. What cannot be imported goes to the rejects file.
   * In the end, persons and positions are linked whose employer is on record by now.
   * @throws Refusal when the file cannot be opened
   * @throws ImportStopped when it cannot be read on, or the database fails
   */
  async importCompanies(source: string, options: ImportOptions = {}): Promise<ImportSummary> {
    const session = await ImportSession.open(this.database.url);
    try {
      const companies = await CompanyMerge.prepare(session);
      const summary = await runImport(
        source,
        {
          shape: companyShape,
          parse: (record, format) => readCompany(record, format, this.hosts),
          merge: (rows) => companies.merge(rows),
        },
        options,
      );
      // Whether or not this import brought anything: one that was interrupted may have left it to the next.
      await linkEmployers(session);
      if (summary.inserted + summary.updated >= rowsWorthAnalyzing) await session.analyze(tables);
      return summary;
    } finally {
      await session.close();
    }
  }
}
