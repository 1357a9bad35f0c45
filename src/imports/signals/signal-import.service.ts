import { Inject, Injectable } from '@nestjs/common';
import { SuppressionReader } from '../../privacy/suppression.reader.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { TenantService } from '../../tenancy/tenants/tenant.service.js';
import { type ImportOptions, runImport } from '../merging/bulk-import.js';
import { ImportSession } from '../merging/import-session.sql.js';
import type { ImportSummary } from '../merging/import-summary.js';
import { signalShape } from '../reading/record-shapes.js';
import { SignalMerge } from './signal-merge.sql.js';
import { readSignal, type AcceptedTypes } from './signal-record.js';

/** From this number of inserted rows on, the planner's statistics are outdated. */
const analyzeThreshold = 1_000;

export interface SignalImportOptions extends ImportOptions {
  /** `listed` by default. */
  readonly types?: AcceptedTypes | undefined;
}

@Injectable()
export class SignalImportService {
  private readonly hosts: Config['networkHosts'];
  private readonly dataDir: string;

  constructor(
    private readonly database: Database,
    private readonly suppression: SuppressionReader,
    private readonly tenants: TenantService,
    @Inject(configToken) config: Config,
  ) {
    this.hosts = config.networkHosts;
    this.dataDir = config.dataDir;
  }

  /**
   * Imports signals of a tenant from a file, or from standard input for `-`. Stored signals are skipped, and signals of suppressed
   * persons are rejected with only their line number.
   * @throws CommandError when the tenant does not exist or the file cannot be opened
   * @throws ImportStopped when reading or the database fails
   */
  async importSignals(source: string, tenant: string, options: SignalImportOptions = {}): Promise<ImportSummary> {
    const { id } = await this.tenants.existing(tenant);
    const session = await ImportSession.open(this.database.url);
    try {
      const signals = await SignalMerge.prepare(session, this.suppression, id);
      const parseOptions = { hosts: this.hosts, types: options.types ?? 'listed' };
      const summary = await runImport(
        source,
        {
          shape: signalShape,
          hosts: this.hosts,
          parse: (record, format) => readSignal(record, format, parseOptions),
          merge: (rows) => signals.merge(rows),
        },
        { rejectsFolder: this.dataDir, ...options },
      );
      if (summary.inserted >= analyzeThreshold) await session.analyze(['signal']);
      return summary;
    } finally {
      await session.close();
    }
  }
}
