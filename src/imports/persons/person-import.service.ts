import { Inject, Injectable } from '@nestjs/common';
import { SuppressionReader } from '../../privacy/suppression.reader.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { type ImportOptions, runImport } from '../merging/bulk-import.js';
import { ImportSession } from '../merging/import-session.sql.js';
import type { ImportSummary } from '../merging/import-summary.js';
import { PersonMerge } from './person-merge.sql.js';
import { readPerson } from './person-record.js';
import { personShape } from '../reading/record-shapes.js';

/** From this number of changed rows on, the planner's statistics are outdated. */
const analyzeThreshold = 1_000;

const tables = [
  'person',
  'person_email',
  'person_phone',
  'person_skill',
  'person_education',
  'person_experience',
  'person_block',
];

@Injectable()
export class PersonImportService {
  private readonly hosts: Config['networkHosts'];
  private readonly dataDir: string;

  constructor(
    private readonly database: Database,
    private readonly suppression: SuppressionReader,
    @Inject(configToken) config: Config,
  ) {
    this.hosts = config.networkHosts;
    this.dataDir = config.dataDir;
  }

  /**
   * Imports persons from a file, or from standard input for `-`. A record updates the person with its profile page; absent fields
   * stay unchanged, and lists are replaced. Rejected lines go to the rejects file; for suppressed persons only the line number. The
   * query counts of changed employers become due.
   * @throws CommandError when the file cannot be opened
   * @throws ImportStopped when reading or the database fails
   */
  async importPersons(source: string, options: ImportOptions = {}): Promise<ImportSummary> {
    const session = await ImportSession.open(this.database.url);
    try {
      const today = new Date().toISOString().slice(0, 10);
      const persons = await PersonMerge.prepare(session, this.suppression, today);
      const summary = await runImport(
        source,
        {
          shape: personShape,
          hosts: this.hosts,
          parse: (record, format) => readPerson(record, format, this.hosts),
          merge: (rows) => persons.merge(rows),
        },
        { rejectsFolder: this.dataDir, ...options },
      );
      if (summary.inserted + summary.updated >= analyzeThreshold) await session.analyze(tables);
      return summary;
    } finally {
      await session.close();
    }
  }
}
