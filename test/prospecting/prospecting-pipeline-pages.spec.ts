import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PipelineService } from '../../src/prospecting/run/pipeline.service.js';
import type { RunResult } from '../../src/prospecting/run/run-result.js';
import { TeamService } from '../../src/prospecting/teams/team.service.js';
import { startPersonService, type PersonService } from '../support/records/person-service.js';
import { ofWorker } from '../support/service/test-service.js';

/** The number of employees. The reader of employees needs several pages for so many. */
const many = 1_000;

const titles = ['Engineering Manager', 'Software Engineer', 'VP Engineering'];

/** Each person has one former employer. Only the former employers of the first half of the persons use Kafka. */
const persons = Array.from({ length: many }, (_, index) => ({
  network_url: `https://www.network.com/in/person-${index}`,
  full_name: `Person ${index}`,
  contact_country: 'Germany',
  experience: [
    { title: titles[index % 3], company_website: 'large.com', start_date: '2020-01' },
    {
      title: 'Engineer',
      company_website: index < many / 2 ? `kafka-${index % 7}.com` : 'plain.com',
      start_date: '2012-01',
      end_date: '2019-12',
    },
  ],
}));
const companies = [
  { website: 'large.com', name: 'Large', network_url: 'https://www.network.com/company/large' },
  { website: 'plain.com', name: 'Plain', technologies: [{ name: 'COBOL' }] },
  ...Array.from({ length: 7 }, (_, index) => ({
    website: `kafka-${index}.com`,
    name: `Kafka ${index}`,
    technologies: [{ name: 'Kafka' }],
  })),
];

let service: PersonService;

beforeAll(async () => {
  service = await startPersonService({ companies, persons });
  const teams = service.app.get(TeamService, { strict: false });
  await teams.set('ours', 'kafka', { client_technologies: ['kafka'], max_results: 500 });
});

afterAll(async () => {
  await service.close();
});

async function run(signal = new AbortController().signal, team: string | null = 'kafka'): Promise<RunResult> {
  const order = { tenantId: 'ours', companyNetworkUrl: 'network.com/company/large', team };
  return (await ofWorker(service, PipelineService)).run(order, signal);
}

interface Served {
  readonly title_name: string;
  readonly composite_score: number;
  readonly past_companies_used_client_tech: string;
}

async function served(team?: string | null): Promise<Served[]> {
  const result = await run(undefined, team);
  if (result.outcome === 'failed') throw new Error(result.reason);
  return result.prospects.map(({ document }) => document as Served);
}

describe('A run at a company whose employees need several pages', () => {
  it('counts every employee, and considers everyone who passes the filter of the team', async () => {
    const leaders = persons.filter((_, index) => index % 3 !== 1).length;
    expect(await run()).toMatchObject({
      metadata: { candidates: { employees: many, considered: leaders, ranked: 500 } },
    });
  });

  it('returns the best of all employees, the best first', async () => {
    const scores = (await served()).map((prospect) => prospect.composite_score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const [first, ...others] = new Set((await served()).map((prospect) => prospect.title_name));
    expect([first, others]).toEqual(['VP Engineering', ['Engineering Manager']]);
  });

  it('returns fifty prospects if the run has no team', async () => {
    expect(await served(null)).toHaveLength(50);
  });

  it('reads the former employers of the employees on every page', async () => {
    const used = (await served()).filter((prospect) => prospect.past_companies_used_client_tech.startsWith('Kafka '));
    const expected = persons.filter((_, index) => index % 3 !== 1 && index < many / 2);
    expect(used).toHaveLength(expected.length);
  });

  it('ends with the reason of the abort signal when it is aborted', async () => {
    const stop = new AbortController();
    const running = run(stop.signal);
    setImmediate(() => stop.abort(new Error('enough')));
    await expect(running).rejects.toThrow('enough');
    await expect(run(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  });
});
