import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CreditGrantService } from '../billing/credits/credit-grant.service.js';
import { CompanyImportService } from '../imports/companies/company-import.service.js';
import { PersonImportService } from '../imports/persons/person-import.service.js';
import { SignalImportService } from '../imports/signals/signal-import.service.js';
import { ApiKeyCache } from '../platform/auth/api-key-cache.js';
import { configToken, type Config } from '../platform/config/config.js';
import { projectRoot } from '../platform/config/project-root.js';
import { holdingLock } from '../platform/database/advisory-locks.js';
import { Database } from '../platform/database/database.js';
import { oneLine } from '../platform/errors/command-error.js';
import type { Log } from '../platform/log/log.js';
import { EnqueueService } from '../prospecting/start/enqueue.service.js';
import { TeamRepository } from '../prospecting/teams/team.repository.js';
import { QueryCountService } from '../tenancy/query-fields/query-count.service.js';
import { QueryFieldService } from '../tenancy/query-fields/query-field.service.js';
import { KeyService } from '../tenancy/tenants/key.service.js';
import { TenantService } from '../tenancy/tenants/tenant.service.js';
import { demoCompany, demoCredits, demoQueries, demoTeam, demoTenant } from './demo-content.js';

const demoFile = (name: string): string => join(projectRoot, 'demo', name);

/** What whoever tries the demo data needs. */
export interface DemoAccess {
  /** A key of the demo tenant that works. */
  readonly apiKey: string;
  /** A prospecting run of the demo tenant; null when it could not be started. */
  readonly jobId: number | null;
}

/** Gives an empty installation something to answer with, and keeps a working key for whoever tries it. */
@Injectable()
export class DemoService {
  private readonly logger = new Logger(DemoService.name);

  constructor(
    private readonly database: Database,
    private readonly tenants: TenantService,
    private readonly keys: KeyService,
    private readonly companies: CompanyImportService,
    private readonly persons: PersonImportService,
    private readonly signals: SignalImportService,
    private readonly queryFields: QueryFieldService,
    private readonly queryCounts: QueryCountService,
    private readonly teams: TeamRepository,
    private readonly credits: CreditGrantService,
    private readonly runs: EnqueueService,
    private readonly apiKeys: ApiKeyCache,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Loads the demo data and creates the demo tenant where there is no tenant at all.
   * @param log is told of the loading, which takes some seconds
   * @returns null where there is no demo tenant, it is suspended, or seeding is off
   */
  async prepare(log: Pick<Log, 'info'>): Promise<DemoAccess | null> {
    if (!this.config.isSeeded) return null;
    // Processes that are started at the same moment do it one after the other.
    return holdingLock(this.database.watch.limitedTo(null), 'demo', async () => {
      if (await this.isToBeSeeded()) await this.seed(log);
      const demo = await this.tenants.find(demoTenant);
      if (demo?.suspendedAt !== null) return null;
      await this.giveCredits();
      return { jobId: await this.run(), apiKey: await this.workingKey() };
    });
  }

  /** The first key comes after everything else: without one, a first start was interrupted and is done again. */
  private async isToBeSeeded(): Promise<boolean> {
    const [first, ...others] = await this.tenants.list();
    if (first === undefined) return true;
    if (first.id !== demoTenant || others.length > 0) return false;
    return (await this.keys.list(demoTenant)).length === 0;
  }

  private async seed(log: Pick<Log, 'info'>): Promise<void> {
    log.info('Loading the demo data …');
    const companies = await this.companies.importCompanies(demoFile('companies.ndjson'));
    const persons = await this.persons.importPersons(demoFile('persons.ndjson.gz'));
    if ((await this.tenants.find(demoTenant)) === null) await this.tenants.create(demoTenant, 'Demo', null);
    const signals = await this.signals.importSignals(demoFile('signals.ndjson'), demoTenant);
    for (const [name, draft] of demoQueries) await this.queryFields.set(demoTenant, name, draft);
    await this.teams.put(demoTenant, demoTeam.name, demoTeam.schema);
    await this.queryCounts.refreshNow();
    log.info(
      `Loaded ${companies.inserted} demo companies, ${persons.inserted} persons and ${signals.inserted} signals`,
    );
  }

  /** Once; a tenant that has used them up is granted more by its operator. */
  private async giveCredits(): Promise<void> {
    const accounts = await this.credits.accounts(demoTenant);
    if (accounts.some(({ granted, isUnlimited }) => granted > 0 || isUnlimited)) return;
    for (const [feature, amount] of demoCredits) await this.credits.grant(demoTenant, feature, String(amount));
  }

  /** The same at every start. A queue that is not there yet keeps nobody from trying the rest. */
  private async run(): Promise<number | null> {
    const request = { networkUrl: demoCompany, team: demoTeam.name, clientEmail: null };
    try {
      return await this.runs.start(demoTenant, request, 'demo');
    } catch (error) {
      this.logger.warn(`The demo run was not started: ${oneLine(error)}`);
      return null;
    }
  }

  /** The key of the last start if it still works: keys are stored nowhere else in clear. */
  private async workingKey(): Promise<string> {
    const file = join(this.config.dataDir, 'demo-key');
    const kept = await readFile(file, 'utf8').catch(() => '');
    const caller = await this.apiKeys.resolve(kept);
    if (caller?.tenantId === demoTenant) return kept;
    const { apiKey } = await this.keys.create(demoTenant, 'printed by npm start');
    await mkdir(this.config.dataDir, { recursive: true });
    await writeFile(`${file}.new`, apiKey, { mode: 0o600 });
    await rename(`${file}.new`, file);
    return apiKey;
  }
}

/** Requests that the demo data answers. */
const requests = [
  {
    title: 'A company, with counts of its employees',
    path: '/v1/company/enrich',
    body: {
      companies: [{ website: 'https://www.siemens.com/de' }],
      fields: ['name', 'industry', 'employee_count', 'founded_year', 'location_country'],
      include_metadata: true,
    },
  },
  {
    title: 'An invented person, with contact data',
    path: '/v1/person/enrich',
    body: {
      persons: [{ full_name: 'Theresa Weber', company_domain: 'siemens.com' }],
      fields: ['full_name', 'job_title', 'location_locality'],
      include_personas: true,
      include_contact_data: true,
    },
  },
  {
    title: 'What companies and persons have done, by date',
    path: '/v1/signals/get-signals',
    body: { start_time: '2026-11-01', end_time: '2026-11-30' },
  },
  {
    title: 'A search for prospects, which answers with the id of a job',
    path: '/v1/prospecting/start',
    body: { network_url: demoCompany, team_name: demoTeam.name },
  },
] as const;

/** What is to be read of a run, behind its path. */
const readings = [
  { title: 'What became of such a job', rest: '' },
  { title: 'Its prospects, the best first', rest: '/results' },
] as const;

/** What `npm start` prints for people: where the service is, a key, and requests that answer. */
export function welcome(baseUrl: string, { apiKey, jobId }: DemoAccess): string {
  const key = `-H 'X-Api-Key: ${apiKey}'`;
  const headers = `${key} -H 'Content-Type: application/json'`;
  const aboutRun =
    jobId === null
      ? []
      : readings.flatMap(({ title, rest }) => [
          `  ${title}:`,
          '',
          `  curl -s ${baseUrl}/v1/prospecting/jobs/${jobId}${rest} ${key}`,
          '',
        ]);
  const examples = requests.flatMap(({ title, path, body }) => [
    `  ${title}:`,
    '',
    `  curl -s ${baseUrl}${path} ${headers} -d '${JSON.stringify(body)}'`,
    '',
  ]);
  return [
    '',
    `  Base URL   ${baseUrl}`,
    `  Reference  ${baseUrl}/docs`,
    `  API key    ${apiKey}`,
    '',
    ...examples,
    ...aboutRun,
    '',
  ].join('\n');
}
