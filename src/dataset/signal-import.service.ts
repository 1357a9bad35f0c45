import { Inject, Injectable } from '@nestjs/common';
import { SuppressionRepository } from '../person/suppression.repository.js';
import { CONFIG, type Config } from '../platform/config.js';
import { Database } from '../platform/database/database.js';
import { TenantService } from '../tenancy/tenant.service.js';
import { type ImportOptions, type ImportSummary, runImport } from './bulk-import.js';
import { ImportSession } from './import-session.js';
import { SignalMerge } from './signal-merge.js';
import { readSignal } from './signal-record.js';

/** From here on the planner's statistics no longer describe the table. */
const ROWS_WORTH_ANALYZING = 1_000;

@Injectable()
export class SignalImportService {
  private readonly hosts: Config['networkHosts'];

  constructor(
    private readonly database: Database,
    private readonly suppression: SuppressionRepository,
    private readonly tenants: TenantService,
    @Inject(CONFIG) config: Config,
  ) {
    this.hosts = config.networkHosts;
  }

  /**
   * Imports signals of a tenant from a file, or from standard input for `-`. Signals that the tenant has already are passed
   * over, and those of persons who asked not to be served rejected with their line number only.
   * @throws Refusal when there is no such tenant, or the file cannot be opened
   * @throws ImportStopped when it cannot be read on, or the database fails
   */
  async importSignals(source: string, tenant: string, options: ImportOptions = {}): Promise<ImportSummary> {
    const { id } = await this.tenants.existing(tenant);
    const session = await ImportSession.open(this.database.url);
    try {
      const signals = await SignalMerge.prepare(session, this.suppression, id);
      const summary = await runImport(
        source,
        {
          parse: (record, format) => readSignal(record, format, this.hosts),
          merge: (rows) => signals.merge(rows),
        },
        options,
      );
      if (summary.inserted >= ROWS_WORTH_ANALYZING) await session.run('analyze signal');
      return summary;
    } finally {
      await session.close();
    }
  }
}
