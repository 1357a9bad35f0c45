import pg from 'pg';
import { call, type Answer } from './http.js';
import { eventually } from './patience.js';
import type { TestService } from './test-service.js';

/** Where to ask, and as whom. */
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

/** A company with people to prospect. */
export const knownCompany = 'https://www.network.com/company/acme';

/** Stores {@link knownCompany} and this many employees of it. */
export async function storeKnownCompany({ database: { prisma } }: Pick<TestService, 'database'>, people = 3): Promise<void> {
  const company = await prisma.company.create({ data: { networkUrl: knownCompany, website: 'acme.example', name: 'Acme' } });
  const titles = ['Chief Technology Officer', 'Head of Engineering', 'Software Engineer'];
  await prisma.person.createMany({
    data: Array.from({ length: people }, (_, place) => ({
      networkUrl: `https://www.network.com/in/acme-${place}`,
      fullName: `Ada Number${place}`,
      firstName: 'Ada',
      lastName: `Number${place}`,
      jobTitle: titles[place % titles.length] ?? null,
      companyId: company.id,
    })),
  });
}

export async function start(
  { baseUrl, apiKey }: ProspectingClient,
  body: unknown = { network_url: knownCompany },
  headers: Record<string, string> = {},
): Promise<Answer> {
  return call(`${baseUrl}/v1/prospecting/start`, { apiKey, body, headers });
}

/** Starts a run that must start. @returns its job id */
export async function startRun(client: ProspectingClient, body?: unknown): Promise<number> {
  const answer = await start(client, body);
  if (answer.status !== 202) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return (answer.body as { job_id: number }).job_id;
}

export async function askJob({ baseUrl, apiKey }: ProspectingClient, jobId: number | string): Promise<Answer> {
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

/** Waits until the run has ended. */
export async function ended(client: ProspectingClient, jobId: number, patienceMs = 10_000): Promise<JobRecord> {
  await eventually(async () => (await jobOf(client, jobId)).status !== 'running', patienceMs);
  return jobOf(client, jobId);
}

/** Keeps every run in its first step for as long as the test wants, as a slow database would. */
export class Standstill {
  private constructor(private readonly session: pg.Client) {}

  static async begin({ databaseUrl }: Pick<TestService, 'databaseUrl'>): Promise<Standstill> {
    const session = new pg.Client({ connectionString: databaseUrl });
    session.on('error', () => undefined);
    await session.connect();
    await session.query('begin; lock table company in access exclusive mode');
    return new Standstill(session);
  }

  async end(): Promise<void> {
    await this.session.end();
  }
}

/** What is stored of runs, the oldest first. */
export async function storedRuns({ database }: Pick<TestService, 'database'>): Promise<
  { id: number; tenantId: string; status: string; attempt: number; losses: number; failures: number; leased: boolean }[]
> {
  const { rows } = await database.pool.query<{
    id: string;
    tenantId: string;
    status: string;
    attempt: number;
    losses: number;
    failures: number;
    leased: boolean;
  }>(
    `select id, tenant_id as "tenantId", status, attempt, losses, failures,
            coalesce(lease_until > clock_timestamp(), false) as leased
       from prospecting_job order by run_start_time, id`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}
