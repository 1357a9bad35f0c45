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
import { readSignal, type TypesTaken } from './signal-record.js';

/** From here on the planner's statistics no longer describe the table. */
const rowsWorthAnalyzing = 1_000;

export interface SignalImportOptions extends ImportOptions {
  /** Those that requests can ask for, unless told otherwise. */
  readonly types?: TypesTaken | undefined;
}

@Injectable()
export class SignalImportService {
  private readonly hosts: Config['networkHosts'];

  constructor(
    private readonly database: Database,
    private readonly suppression: SuppressionReader,
    private readonly tenants: TenantService,
    @Inject(configToken) config: Config,
  ) {
    this.hosts = config.networkHosts;
  }

  /**
   * Imports signals of a tenant from a file, or from standard input for `-`. Signals that the tenant has already are passed
   * over, and those of persons who asked not to be served rejected with their line number only.
   * @throws Refusal when there is no such tenant, or the file cannot be opened
   * @throws ImportStopped when it cannot be read on, or the database fails
   */
  async importSignals(source: string, tenant: string, options: SignalImportOptions = {}): Promise<ImportSummary> {
    const { id } = await this.tenants.existing(tenant);
    const session = await ImportSession.open(this.database.url);
    try {
      const signals = await SignalMerge.prepare(session, this.suppression, id);
      const reading = { hosts: this.hosts, types: options.types ?? 'listed' };
      const summary = await runImport(
        source,
        {
          shape: signalShape,
          parse: (record, format) => readSignal(record, format, reading),
          merge: (rows) => signals.merge(rows),
        },
        options,
      );
      if (summary.inserted >= rowsWorthAnalyzing) await session.analyze(['signal']);
      return summary;
    } finally {
      await session.close();
    }
  }
}
