import { Inject, Injectable } from '@nestjs/common';
import { configToken, type Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { SuppressionReader } from '../privacy/suppression.reader.js';
import { TenantService } from '../tenancy/tenants/tenant.service.js';
import { type ImportKind, importKinds, type ImportSettings } from './import-kinds.js';
import { type ImportOptions, type ImportTarget, runImport } from './merging/bulk-import.js';
import { ImportSession } from './merging/import-session.sql.js';
import type { ImportSummary } from './merging/import-summary.js';

/** From this number of changed rows on, the planner's statistics are outdated. */
const analyzeThreshold = 1_000;

export type ImportKindName = keyof typeof importKinds;

export interface RunOptions extends ImportOptions {
  /** The tenant that owns the records. Signals need one. */
  readonly tenant?: string | undefined;
  /** The accepted types of signals; `listed` by default. */
  readonly types?: ImportSettings['types'] | undefined;
}

/** Imports files of records. */
@Injectable()
export class ImportService {
  constructor(
    private readonly database: Database,
    private readonly suppression: SuppressionReader,
    private readonly tenants: TenantService,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Imports records of one kind from a file, or from standard input for `-`. {@link importKinds} says what becomes of a record.
   * Rejected lines go to the rejects file.
   * @throws CommandError when the tenant does not exist or the file cannot be opened
   * @throws ImportStopped when reading or the database fails
   */
  async run(name: ImportKindName, source: string, options: RunOptions = {}): Promise<ImportSummary> {
    const kind: ImportKind<unknown> = importKinds[name];
    const { tenant, types = 'listed', ...others } = options;
    const tenantId = tenant === undefined ? null : (await this.tenants.existing(tenant)).id;
    const { networkHosts: hosts, dataDir } = this.config;
    const settings = { hosts, tenantId, types, suppression: this.suppression };
    const session = await ImportSession.open(this.database.sessions);
    try {
      const writer = await kind.writer(session, settings);
      const target: ImportTarget<unknown> = {
        shape: kind.shape,
        hosts,
        parse: (record, format) => kind.parse(record, format, settings),
        merge: (rows) => writer.merge(rows),
      };
      const summary = await runImport(source, target, { rejectsFolder: dataDir, ...others });
      await kind.finish?.(session);
      if (summary.inserted + summary.updated >= analyzeThreshold) await session.analyze(kind.tables);
      return summary;
    } finally {
      await session.close();
    }
  }
}
