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

/** From here on the planner's statistics no longer describe the tables. */
const rowsWorthAnalyzing = 1_000;

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

  constructor(
    private readonly database: Database,
    private readonly suppression: SuppressionReader,
    @Inject(configToken) config: Config,
  ) {
    this.hosts = config.networkHosts;
  }

  /**
   * Imports persons from a file, or from standard input for `-`. A record updates the person of its profile page; absent
   * fields keep their value, and lists are replaced as a whole. What cannot be imported goes to the rejects file; of
   * persons who asked not to be served that is the line number only. Their employers' counts of query fields become due.
   * @throws Refusal when the file cannot be opened
   * @throws ImportStopped when it cannot be read on, or the database fails
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
          parse: (record, format) => readPerson(record, format, this.hosts),
          merge: (rows) => persons.merge(rows),
        },
        options,
      );
      if (summary.inserted + summary.updated >= rowsWorthAnalyzing) await session.analyze(tables);
      return summary;
    } finally {
      await session.close();
    }
  }
}
