import pg from 'pg';
import { RunReconciliationTimer } from '../../../src/prospecting/run/run-reconciliation.timer.js';
import { call, type Answer } from '../http/http.js';
import { importRecords } from '../records/import-records.js';
import { eventually } from '../service/eventually.js';
import { ofWorker, type TestService } from '../service/test-service.js';

/** The base URL and API key of a tenant. */
export interface ProspectingClient {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface JobRecord {
  readonly job_id: number;
  readonly status: string;
  readonly tenant_id: string;
  readonly company_network_url: string;
  readonly team: string | null;
  readonly client_email: string | null;
  readonly run_start_time: string;
  readonly run_end_time: string | null;
  readonly failure_reason: string | null;
}

export interface Results {
  readonly job_id: number;
  readonly status: string;
  readonly total_results: number;
  readonly resulting_prospects: readonly Readonly<Record<string, unknown>>[];
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** A company with prospects. */
export const knownCompany = 'https://www.network.com/company/acme';

/** Imports {@link knownCompany} and `people` employees, all of whom are prospects. */
export async function storeKnownCompany({ app }: Pick<TestService, 'app'>, people = 3): Promise<void> {
  const company = { network_url: knownCompany, website: 'acme.example', name: 'Acme' };
  const persons = Array.from({ length: people }, (_, index) => ({
    network_url: `https://www.network.com/in/acme-${index}`,
    full_name: `Ada Number${index}`,
    job_title: 'Chief Technology Officer',
    company_network_url: knownCompany,
  }));
  await importRecords(app, { companies: [company], persons });
}

export async function start(
  { baseUrl, apiKey }: ProspectingClient,
  body: unknown = { network_url: knownCompany },
  headers: Record<string, string> = {},
): Promise<Answer> {
  return call(`${baseUrl}/v1/prospecting/start`, { apiKey, body, headers });
}

/** Starts a run. @returns its job id */
export async function startRun(client: ProspectingClient, body?: unknown): Promise<number> {
  const answer = await start(client, body);
  if (answer.status !== 202) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return (answer.body as { job_id: number }).job_id;
}

async function askJob({ baseUrl, apiKey }: ProspectingClient, jobId: number | string): Promise<Answer> {
  return call(`${baseUrl}/v1/prospecting/jobs/${jobId}`, { apiKey });
}

export async function askResults({ baseUrl, apiKey }: ProspectingClient, jobId: number | string): Promise<Answer> {
  return call(`${baseUrl}/v1/prospecting/jobs/${jobId}/results`, { apiKey });
}

export async function jobOf(client: ProspectingClient, jobId: number): Promise<JobRecord> {
  return (await askJob(client, jobId)).body as JobRecord;
}

export async function resultsOf(client: ProspectingClient, jobId: number): Promise<Results> {
  return (await askResults(client, jobId)).body as Results;
}

/** Waits for the end of a run. */
export async function endOfRun(client: ProspectingClient, jobId: number, timeoutMs = 10_000): Promise<JobRecord> {
  await eventually(async () => (await jobOf(client, jobId)).status !== 'running', timeoutMs);
  return jobOf(client, jobId);
}

/** Keeps every run in its first step, by a lock on the table of companies. */
export class RunBlock {
  private constructor(private readonly session: pg.Client) {}

  static async begin({ databaseUrl }: Pick<TestService, 'databaseUrl'>): Promise<RunBlock> {
    const session = new pg.Client({ connectionString: databaseUrl });
    session.on('error', () => undefined);
    await session.connect();
    await session.query('begin; lock table company in access exclusive mode');
    return new RunBlock(session);
  }

  async end(): Promise<void> {
    await this.session.end();
  }
}

/** The stored data of a run. */
export interface StoredRun {
  readonly id: number;
  readonly tenantId: string;
  readonly status: string;
  readonly attempt: number;
  readonly losses: number;
  readonly failures: number;
  /** Whether a worker holds the lease of the run. */
  readonly isLeased: boolean;
}

/** All runs, oldest first. */
export async function storedRuns({ database }: Pick<TestService, 'database'>): Promise<StoredRun[]> {
  const { rows } = await database.pool.query<StoredRun>(
    `select id::float8, tenant_id as "tenantId", status, attempt, losses, failures,
            coalesce(lease_until > clock_timestamp(), false) as "isLeased"
       from prospecting_job order by run_start_time, id`,
  );
  return rows;
}

/** The only stored run. */
export async function onlyRun(service: Pick<TestService, 'database'>): Promise<StoredRun> {
  const [run, ...others] = await storedRuns(service);
  if (run === undefined || others.length > 0) throw new Error(`There are ${others.length + (run ? 1 : 0)} runs`);
  return run;
}

/** Queues jobs for runs that wait for a worker, as the timer of a worker does every few seconds. */
export async function reconcile(worker: TestService): Promise<void> {
  await (await ofWorker(worker, RunReconciliationTimer)).round(new AbortController().signal);
}

/** Deletes all runs and their prospects. The queued jobs of these runs then find no run. */
export async function deleteRuns({ database }: Pick<TestService, 'database'>): Promise<void> {
  await database.pool.query('truncate prospecting_job cascade');
}
