import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../data/world.js';
import { withFolder } from '../load/program.js';
import { admin, ask, createKey, type Server } from '../load/service.js';
import { ownPage } from './population.js';

/** A tenant that starts runs. */
export interface BenchTenant {
  readonly apiKey: string;
  /** The team that the runs of the tenant name; null for runs without a team. */
  readonly team: string | null;
  /** The profile pages of the tenant's own companies, whose employees its runs read, too. */
  readonly ownPages: readonly string[];
}

/** The times at which a run began and ended, by the clock of the service, in milliseconds since 1970. */
export interface RunTimes {
  readonly begun: number;
  readonly ended: number;
}

export interface RunResults {
  readonly resulting_prospects: readonly unknown[];
  readonly metadata: {
    readonly candidates: { readonly employees: number; readonly considered: number };
    readonly timings_ms: Readonly<Record<Stage, number>>;
  };
}

export type Stage = 'loading' | 'reading' | 'ranking' | 'reasoning' | 'total';

/** The time between two requests for the state of a run. It is long enough not to slow down the run. */
const pollMs = 50;
/** The credits of each tenant, more than a benchmark can use up. */
const grant = '1000000';
const team = 'all';

/** The schema of the team. It accepts every employee, so that each is compared with every employee of the tenant's own company. */
const schema = {
  personas: [
    { name: 'Technology', titles: ['engineering', 'engineer', 'data', 'software', 'technology'] },
    { name: 'Every employee', seniorities: ['ic', 'teamlead', 'director', 'executive'], weight: 0.5 },
  ],
  client_technologies: ['Kafka', 'Snowflake', 'Kubernetes'],
  competitor_technologies: ['Jenkins'],
  complementary_technologies: ['Terraform'],
  client_company_network_url: ownPage,
};

/**
 * Creates the two tenants. `plain` has no team, so its runs look for decision makers and for no introductions. The runs of `heavy` look
 * for every employee, and its own company has three thousand.
 */
export async function openTenants({ settings }: World): Promise<Map<string, BenchTenant>> {
  return withFolder('team', async (folder) => {
    const file = join(folder, 'team.json');
    await writeFile(file, JSON.stringify(schema));
    const create = async (name: string): Promise<string> => {
      await admin(settings, 'tenant', 'create', name);
      await admin(settings, 'credits', 'grant', name, 'prospecting', grant);
      return createKey(settings, name);
    };
    const plain = { apiKey: await create('plain'), team: null, ownPages: [] };
    const heavy = { apiKey: await create('heavy'), team, ownPages: [ownPage] };
    await admin(settings, 'team', 'set', 'heavy', team, '--schema', file);
    return new Map<string, BenchTenant>([
      ['plain', plain],
      ['heavy', heavy],
    ]);
  });
}

/** Starts a run over HTTP. @returns its job id */
export async function startRun({ baseUrl }: Server, tenant: BenchTenant, page: string): Promise<string> {
  const order = { network_url: page, ...(tenant.team === null ? {} : { team_name: tenant.team }) };
  const started = (await ask(`${baseUrl}/v1/prospecting/start`, tenant.apiKey, order)) as { job_id: string };
  return started.job_id;
}

/** Waits for the end of a run. @throws Error if the run fails */
export async function endOf({ baseUrl }: Server, { apiKey }: BenchTenant, jobId: string): Promise<RunTimes> {
  for (;;) {
    const job = (await ask(`${baseUrl}/v1/prospecting/jobs/${jobId}`, apiKey)) as Record<string, string>;
    const { status, run_start_time: begun = '', run_end_time: ended = '', failure_reason: reason = '' } = job;
    if (status === 'success') return { begun: Date.parse(begun), ended: Date.parse(ended) };
    if (status !== 'running') throw new Error(`Run ${jobId} failed: ${reason}`);
    await sleep(pollMs);
  }
}

export async function resultsOf({ baseUrl }: Server, { apiKey }: BenchTenant, jobId: string): Promise<RunResults> {
  return (await ask(`${baseUrl}/v1/prospecting/jobs/${jobId}/results`, apiKey)) as RunResults;
}
