import { type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CreditGrantService } from '../billing/credits/credit-grant.service.js';
import { ImportService } from '../imports/import.service.js';
import { never } from '../platform/async/with-timeout.js';
import { ApiKeyCache } from '../platform/auth/api-key-cache.js';
import { configToken, type Config } from '../platform/config/config.js';
import { projectRoot } from '../platform/config/project-root.js';
import { holdingLock } from '../platform/database/advisory-locks.js';
import { Database } from '../platform/database/database.js';
import { CommandError, singleLine } from '../platform/errors/command-error.js';
import type { Log } from '../platform/log/log.js';
import { EnqueueService } from '../prospecting/start/enqueue.service.js';
import { TeamRepository } from '../prospecting/teams/team.repository.js';
import { QueryCountService } from '../tenancy/query-fields/query-count.service.js';
import { QueryFieldService } from '../tenancy/query-fields/query-field.service.js';
import { KeyService } from '../tenancy/tenants/key.service.js';
import { TenantService } from '../tenancy/tenants/tenant.service.js';
import { demoCompany, demoCredits, demoQueries, demoTeam, demoTenant } from './demo-content.js';

/** The label of the demo key in the list of keys. Of all keys with this label, only the newest is valid. */
const demoKeyLabel = 'printed by npm start';

const demoFile = (name: string): string => join(projectRoot, 'demo', name);

/** What a user needs to try the demo data. `npm start` prints it. */
export interface DemoAccess {
  /** A valid key of the demo tenant. */
  readonly apiKey: string;
  /** The id of a prospecting run of the demo tenant; null when the run could not be started. */
  readonly jobId: number | null;
}

/** Loads the demo data into an empty installation, and keeps an API key of the demo tenant valid. */
@Injectable()
export class DemoService {
  private readonly logger = new Logger(DemoService.name);

  constructor(
    private readonly database: Database,
    private readonly tenants: TenantService,
    private readonly keys: KeyService,
    private readonly imports: ImportService,
    private readonly queryFields: QueryFieldService,
    private readonly queryCounts: QueryCountService,
    private readonly teams: TeamRepository,
    private readonly credits: CreditGrantService,
    private readonly runs: EnqueueService,
    private readonly apiKeys: ApiKeyCache,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Loads the demo data and creates the demo tenant, if the installation has no tenant.
   * @param log receives a line before the data is loaded, which takes some seconds, and a line afterwards
   * @param stopping when it aborts, this process no longer waits for another one that is loading the demo data
   * @returns null if there is no demo tenant, the demo tenant is suspended, or seeding is switched off
   */
  async prepare(log: Pick<Log, 'info'>, stopping = never): Promise<DemoAccess | null> {
    if (!this.config.isSeeded) return null;
    // The lock makes processes that start at the same time load the demo data one after the other.
    return holdingLock(this.database.watch.limitedTo(null), 'demo', () => this.access(log), stopping);
  }

  private async access(log: Pick<Log, 'info'>): Promise<DemoAccess | null> {
    if (await this.needsSeed()) {
      // The file of the key is opened before the data is loaded, so that a file which cannot be written is reported at once.
      await (await this.openKeyFile()).close();
      await this.seed(log);
    }
    const demo = await this.tenants.find(demoTenant);
    if (demo?.suspendedAt !== null) return null;
    await this.grantCredits();
    return { jobId: await this.run(), apiKey: await this.workingKey() };
  }

  /**
   * Whether the demo data has to be loaded: there is no tenant, or there is only the demo tenant and it has no key. The key is
   * created last, so in the second case loading was interrupted and is repeated.
   */
  private async needsSeed(): Promise<boolean> {
    const [first, ...others] = await this.tenants.list();
    if (first === undefined) return true;
    if (first.id !== demoTenant || others.length > 0) return false;
    return (await this.keys.list(demoTenant)).length === 0;
  }

  private async seed(log: Pick<Log, 'info'>): Promise<void> {
    log.info('Loading the demo data …');
    const companies = await this.imports.run('companies', demoFile('companies.ndjson'));
    const persons = await this.imports.run('persons', demoFile('persons.ndjson.gz'));
    if ((await this.tenants.find(demoTenant)) === null) await this.tenants.create(demoTenant, 'Demo', null);
    await this.tenants.update(demoTenant, { search: true }, {});
    const signals = await this.imports.run('signals', demoFile('signals.ndjson'), { tenant: demoTenant });
    for (const [name, draft] of demoQueries) await this.queryFields.set(demoTenant, name, draft);
    await this.teams.put(demoTenant, demoTeam.name, demoTeam.schema);
    await this.queryCounts.refreshNow();
    log.info(
      `Loaded ${companies.inserted} demo companies, ${persons.inserted} persons and ${signals.inserted} signals`,
    );
  }

  /** Grants the demo credits when the demo tenant has never had any. Credits that were used up are not granted again. */
  private async grantCredits(): Promise<void> {
    const accounts = await this.credits.accounts(demoTenant);
    if (accounts.some(({ granted, isUnlimited }) => granted > 0 || isUnlimited)) return;
    for (const [feature, amount] of Object.entries(demoCredits)) {
      await this.credits.grant(demoTenant, feature, String(amount));
    }
  }

  /**
   * Starts the demo run. The idempotency key makes later starts of the service return the same run.
   * @returns null when the run cannot be started, for example because the queue is unavailable
   */
  private async run(): Promise<number | null> {
    const request = { networkUrl: demoCompany, team: demoTeam.name, clientEmail: null };
    try {
      return await this.runs.start(demoTenant, request, 'demo');
    } catch (error) {
      this.logger.warn(
        `The demo prospecting run was not started, and is tried again at the next start: ${singleLine(error)}`,
      );
      return null;
    }
  }

  /**
   * The key in the key's file, if it is valid, otherwise a new one. The file is needed because the database stores only digests of
   * keys. A process without the file, such as a new container, creates a new key; the earlier one is revoked, so that only one
   * demo key is valid.
   * @throws CommandError when the key's file cannot be written; then no key is created or revoked
   */
  private async workingKey(): Promise<string> {
    const storedKey = await readFile(this.keyFile, 'utf8').catch(() => '');
    const caller = await this.apiKeys.resolve(storedKey);
    if (caller?.tenantId === demoTenant) return storedKey;
    const file = await this.openKeyFile();
    try {
      const { apiKey } = await this.keys.replaceLabelled(demoTenant, demoKeyLabel);
      await file.writeFile(apiKey);
      await rename(this.newKeyFile, this.keyFile);
      return apiKey;
    } finally {
      await file.close();
    }
  }

  private get keyFile(): string {
    return join(this.config.dataDir, 'demo-key');
  }

  /** The path to which a new key is written first. The file is then renamed, so that the key's file is complete at any time. */
  private get newKeyFile(): string {
    return `${this.keyFile}.new`;
  }

  /** Opens the file to which a new key is written. @throws CommandError when the file cannot be written */
  private async openKeyFile(): Promise<FileHandle> {
    const { dataDir } = this.config;
    try {
      await mkdir(dataDir, { recursive: true });
      return await open(this.newKeyFile, 'w', 0o600);
    } catch (error) {
      throw new CommandError(
        `The demo key cannot be written to DATA_DIR ${dataDir} (${singleLine(error)}); choose another folder, or set SEED=off`,
        { cause: error },
      );
    }
  }
}

/** Requests that return demo data, for the welcome text. */
const requests = [
  {
    title: 'Enrich a company, with employee counts',
    path: '/v1/company/enrich',
    body: {
      companies: [{ website: 'https://www.siemens.com/de' }],
      fields: ['name', 'industry', 'employee_count', 'founded_year', 'location_country'],
      include_metadata: true,
    },
  },
  {
    title: 'Enrich an invented person, with contact data',
    path: '/v1/person/enrich',
    body: {
      persons: [{ full_name: 'Theresa Weber', company_domain: 'siemens.com' }],
      fields: ['full_name', 'job_title', 'location_locality'],
      include_personas: true,
      include_contact_data: true,
    },
  },
  {
    title: 'List signals',
    path: '/v1/signals/get-signals',
    body: { start_time: '2026-11-01', end_time: '2026-11-30' },
  },
  {
    title: 'Start prospecting, which returns the id of a job',
    path: '/v1/prospecting/start',
    body: { network_url: demoCompany, team_name: demoTeam.name },
  },
] as const;

/** The requests for the status and the results of the demo run; `rest` is the end of the path behind the job's id. */
const jobPaths = [
  { title: 'Get the status of such a job', rest: '' },
  { title: 'Get its prospects, best first', rest: '/results' },
] as const;

/** The text that `npm start` prints: the base URL, an API key and example requests. */
export function welcomeText(
  baseUrl: string,
  { apiKey, jobId }: DemoAccess,
  { console }: Pick<Config, 'console'>,
): string {
  const key = `-H 'X-Api-Key: ${apiKey}'`;
  const headers = `${key} -H 'Content-Type: application/json'`;
  const jobExamples =
    jobId === null
      ? []
      : jobPaths.flatMap(({ title, rest }) => [
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
    ...(console === 'on' ? [`  Console    ${baseUrl}/console`] : []),
    `  API key    ${apiKey}`,
    '',
    ...examples,
    ...jobExamples,
    '',
  ].join('\n');
}
