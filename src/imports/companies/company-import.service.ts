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

/** From this number of changed rows on, the planner's statistics are outdated. */
const analyzeThreshold = 1_000;

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
  private readonly dataDir: string;

  constructor(
    private readonly database: Database,
    @Inject(configToken) config: Config,
  ) {
    this.hosts = config.networkHosts;
    this.dataDir = config.dataDir;
  }

  /**
   * Imports companies from a file, or from standard input for `-`. A record that matches a stored company by its id, else its
   * profile URL, else its website, updates that company; absent fields stay unchanged, and lists are replaced. An identifier of
   * another company stays with that company, except an alias that is the website of a record with another name. Rejected lines go
   * to the rejects file. At the end, persons and positions are linked to employers that are stored now.
   * @throws CommandError when the file cannot be opened
   * @throws ImportStopped when reading or the database fails
   */
  async importCompanies(source: string, options: ImportOptions = {}): Promise<ImportSummary> {
    const session = await ImportSession.open(this.database.url);
    try {
      const companies = await CompanyMerge.prepare(session);
      const summary = await runImport(
        source,
        {
          shape: companyShape,
          hosts: this.hosts,
          parse: (record, format) => readCompany(record, format, this.hosts),
          merge: (rows) => companies.merge(rows),
        },
        { rejectsFolder: this.dataDir, ...options },
      );
      // Also after an empty import, because an interrupted import may have left unlinked employers.
      await linkEmployers(session);
      if (summary.inserted + summary.updated >= analyzeThreshold) await session.analyze(tables);
      return summary;
    } finally {
      await session.close();
    }
  }
}
