import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CompanyImportService } from '../dataset/company-import.service.js';
import { KeyRing } from '../platform/auth/key-ring.js';
import { CONFIG, type Config } from '../platform/config.js';
import { projectRoot } from '../platform/project-root.js';
import { KeyService } from '../tenancy/key.service.js';
import { TenantService } from '../tenancy/tenant.service.js';

const demoTenant = 'demo';
const companiesFile = join(projectRoot, 'demo', 'companies.ndjson');

/** Gives an empty installation something to answer with, and keeps a working key for whoever tries it. */
@Injectable()
export class DemoService {
  private readonly logger = new Logger(DemoService.name);

  constructor(
    private readonly tenants: TenantService,
    private readonly keys: KeyService,
    private readonly companies: CompanyImportService,
    private readonly keyRing: KeyRing,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Loads the demo data and creates the demo tenant where there is no tenant at all. The tenant comes last, so that an
   * interrupted first start is simply done again.
   * @returns a key of the demo tenant that works, or null where there is no demo tenant or seeding is off
   */
  async prepare(): Promise<string | null> {
    if (!this.config.isSeeded) return null;
    if (!(await this.tenants.isAnyThere())) await this.seed();
    return (await this.tenants.find(demoTenant)) === null ? null : this.workingKey();
  }

  private async seed(): Promise<void> {
    const { inserted } = await this.companies.importCompanies(companiesFile);
    this.logger.log(`Loaded ${inserted} demo companies`);
    await this.tenants.create(demoTenant, 'Demo', null);
  }

  /** The key of the last start if it still works: keys are stored nowhere else in clear. */
  private async workingKey(): Promise<string> {
    const file = join(this.config.dataDir, 'demo-key');
    const kept = await readFile(file, 'utf8').catch(() => '');
    const caller = await this.keyRing.resolve(kept);
    if (caller?.tenantId === demoTenant) return kept;
    const { apiKey } = await this.keys.create(demoTenant, 'printed by npm start');
    await mkdir(this.config.dataDir, { recursive: true });
    await writeFile(`${file}.new`, apiKey, { mode: 0o600 });
    await rename(`${file}.new`, file);
    return apiKey;
  }
}
