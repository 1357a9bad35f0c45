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

/** The label of the demo key in the list of keys. At most one key with this label is valid. */
const demoKeyLabel = 'printed by npm start';

const demoFile = (name: string): string => join(projectRoot, 'demo', name);

/** What `npm start` prints for trying out the demo data. */
export interface DemoAccess {
  /** A valid key of the demo tenant. */
  readonly apiKey: string;
  /** The id of the demo prospecting run; null if the run could not be started. */
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
   * Loads the demo data and creates the demo tenant if there is no tenant.
   * @param log receives a line before and a line after the load, which takes some seconds
   * @param stopping ends the wait for another process that is loading the demo data
   * @returns null if there is no demo tenant, it is suspended, or seeding is off
   */
  async prepare(log: Pick<Log, 'info'>, stopping = never): Promise<DemoAccess | null> {
    if (!this.config.isSeeded) return null;
    // Of several processes that start at the same time, one loads the data, and the others wait for it.
    return holdingLock(this.database.watch.limitedTo(null), 'demo', () => this.access(log), stopping);
  }

  private async access(log: Pick<Log, 'info'>): Promise<DemoAccess | null> {
    if (await this.needsSeed()) {
      // If the key cannot be stored, this fails at once and not only after the load.
      await (await this.openKeyFile()).close();
      await this.seed(log);
    }
    const demo = await this.tenants.find(demoTenant);
    if (demo?.suspendedAt !== null) return null;
    await this.grantCredits();
    return { jobId: await this.run(), apiKey: await this.workingKey() };
  }

  /**
   * Whether the demo data must be loaded: if there is no tenant, or only a demo tenant without a key. The key is created after the load,
   * so a missing key means that the load was interrupted.
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
    const signals = await this.imports.run('signals', demoFile('signals.ndjson'), { tenant: demoTenant });
    for (const [name, draft] of demoQueries) await this.queryFields.set(demoTenant, name, draft);
    await this.teams.put(demoTenant, demoTeam.name, demoTeam.schema);
    await this.queryCounts.refreshNow();
    log.info(
      `Loaded ${companies.inserted} demo companies, ${persons.inserted} persons and ${signals.inserted} signals`,
    );
  }

  /** Grants the demo credits once. Later starts do not replace credits that were used. */
  private async grantCredits(): Promise<void> {
    const accounts = await this.credits.accounts(demoTenant);
    if (accounts.some(({ granted, isUnlimited }) => granted > 0 || isUnlimited)) return;
    for (const [feature, amount] of demoCredits) await this.credits.grant(demoTenant, feature, String(amount));
  }

  /**
   * Starts the demo run and returns its id. Because of the idempotency id, every later start of the service returns this run.
   * @returns null if the run could not be started, for example without a job queue
   */
  private async run(): Promise<number | null> {
    const request = { networkUrl: demoCompany, team: demoTeam.name, clientEmail: null };
    try {
      return await this.runs.start(demoTenant, request, 'demo');
    } catch (error) {
      this.logger.warn(`The demo run was not started: ${singleLine(error)}`);
      return null;
    }
  }

  /**
   * Returns the key of the last start if it is valid, otherwise a new one. The key is kept in a file of DATA_DIR, because the database
   * stores only digests of keys. A process that does not find the file, for example in a new container, creates a new key and revokes
   * the old one.
   * @throws CommandError when the file of the key cannot be written; no key is created or revoked then
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

  /** A new key is written to this file, which is then renamed, so that nobody reads a half-written key. */
  private get newKeyFile(): string {
    return `${this.keyFile}.new`;
  }

  /**
   * Opens the file for a new key.
   * @throws CommandError when the file cannot be written
   */
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

/** Example requests for the demo data. */
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

/** The paths of a job's status and results, relative to the job. */
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
