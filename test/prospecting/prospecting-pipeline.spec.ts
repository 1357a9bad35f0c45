import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErasureService } from '../../src/privacy/erasure.service.js';
import { PipelineService } from '../../src/prospecting/run/pipeline.service.js';
import type { RunResult } from '../../src/prospecting/run/run-result.js';
import { TeamService } from '../../src/prospecting/teams/team.service.js';
import { startPersonService, type PersonService } from '../support/records/person-service.js';
import { ofWorker } from '../support/service/test-service.js';

const page = (slug: string): string => `https://www.network.com/in/${slug}`;
const at = (title: string, website: string, start: string, end: string | null = null): object => ({
  title,
  company_website: website,
  start_date: start,
  end_date: end,
});

const companies = [
  {
    website: 'target.com',
    name: 'Target',
    network_url: 'https://www.network.com/company/target',
    network_id: '4711',
    technologies: [{ name: 'Snowflake' }, { name: 'Airflow', first_seen: '2020-01' }],
  },
  { website: 'client.com', name: 'Client', network_url: 'https://www.network.com/company/client' },
  { website: 'former.com', name: 'Former', technologies: [{ name: 'Kafka', first_seen: '2015-01' }] },
  { website: 'deserted.com', name: 'Deserted', network_url: 'https://www.network.com/company/deserted' },
];

const persons = [
  {
    network_url: page('vera-voss'),
    first_name: 'Vera',
    last_name: 'Voss',
    full_name: 'Vera Voss',
    contact_country: 'Germany',
    location_locality: 'Bremen',
    skills: ['Kafka', 'SQL'],
    education: [{ school: 'University of Bremen', start_year: 2001, end_year: 2005 }],
    experience: [
      at('VP Engineering', 'target.com', '2023-02'),
      at('Engineering Manager', 'former.com', '2016-01', '2023-01'),
    ],
  },
  {
    network_url: page('ivo-ihle'),
    full_name: 'Ivo Ihle',
    contact_country: 'France',
    experience: [at('Software Engineer', 'target.com', '2021-05')],
  },
  {
    network_url: page('gone-goetz'),
    full_name: 'Gone Goetz',
    experience: [at('Chief Technology Officer', 'target.com', '2015-01', '2020-01')],
  },
  {
    network_url: page('clara-client'),
    full_name: 'Clara Client',
    contact_country: 'Germany',
    experience: [
      at('Account Executive', 'client.com', '2022-01'),
      at('Sales Manager', 'former.com', '2018-01', '2021-12'),
    ],
  },
];

const schema = {
  client_company_network_url: 'network.com/company/client',
  client_technologies: ['Kafka'],
  competitor_technologies: ['snowflake'],
  complementary_technologies: ['Airflow'],
};

let service: PersonService;

beforeAll(async () => {
  service = await startPersonService({ companies, persons });
  await service.app.get(TeamService, { strict: false }).set('ours', 'sales', schema);
});

afterAll(async () => {
  await service.close();
});

async function run(url: string, team: string | null = null, signal = new AbortController().signal): Promise<RunResult> {
  const order = { tenantId: 'ours', companyNetworkUrl: url, team };
  return (await ofWorker(service, PipelineService)).run(order, signal);
}

/** The prospects of a successful run. */
async function prospectsOf(url: string, team: string | null = null): Promise<Record<string, unknown>[]> {
  const result = await run(url, team);
  if (result.outcome === 'failed') throw new Error(result.reason);
  return result.prospects.map(({ document }) => ({ ...document }));
}

async function namesOf(url: string, team: string | null = null): Promise<unknown[]> {
  return (await prospectsOf(url, team)).map((prospect) => prospect.full_name);
}

describe('A prospecting run succeeds', () => {
  it('returns the current employees who pass the filter of the default schema if the run has no team', async () => {
    expect(await namesOf('https://www.network.com/company/target')).toEqual(['Vera Voss']);
  });

  it.each(['https://de.network.com/company/TARGET/about?trk=x', 'network.com/company/4711'])(
    'finds the company of a page written as %s',
    async (url) => {
      const [first] = await prospectsOf(url);
      expect(first).toMatchObject({ company_network_url: 'https://www.network.com/company/target' });
    },
  );

  it("uses the team's settings to find technologies of the employers, and employees of the client who can introduce a prospect", async () => {
    const [vera] = await prospectsOf('network.com/company/target', 'sales');
    expect(vera).toMatchObject({
      past_companies_used_client_tech: 'Former',
      prospect_awareness_competitor_tech_current: '["snowflake"]',
      prospect_awareness_complimentary_tech_current: '["Airflow"]',
      connecting_employee_network_url: page('clara-client'),
      connection_factors: expect.stringMatching(/^{"shared_employer":[1-9]\d*,"shared_school":0,"same_place":0}$/),
    });
    expect(vera?.ai_reasoning).toContain('Clara Client');
  });

  it('returns the same result for the same data, apart from the measured times', async () => {
    const [first, second] = [
      await run('network.com/company/target', 'sales'),
      await run('network.com/company/target', 'sales'),
    ];
    const untimed = (result: RunResult): object =>
      'metadata' in result ? { ...result, metadata: { ...result.metadata, timings_ms: null } } : result;
    expect(untimed(second)).toEqual(untimed(first));
  });

  it('returns its versions, counts and measured times as metadata', async () => {
    const milliseconds = expect.any(Number);
    expect(await run('network.com/company/target', 'sales')).toMatchObject({
      outcome: 'success',
      metadata: {
        pipeline_version: expect.any(String),
        schema_version: expect.any(String),
        team_schema: 'team',
        candidates: { employees: 2, considered: 1, ranked: 1 },
        client_employees: 1,
        reasoning: { model: 0, built_in: 1, failed: 0 },
        timings_ms: { loading: milliseconds, reading: milliseconds, ranking: milliseconds, total: milliseconds },
      },
    });
  });

  it('uses the default team schema if the tenant has no team with the requested name', async () => {
    const result = await run('network.com/company/target', 'nobody\0');
    expect(result).toMatchObject({ outcome: 'success', metadata: { team_schema: 'default' } });
  });

  it("uses the default schema for the name of another tenant's team", async () => {
    await service.app.get(TeamService, { strict: false }).set('theirs', 'foreign', schema);
    const result = await run('network.com/company/target', 'foreign');
    expect(result).toMatchObject({ outcome: 'success', metadata: { team_schema: 'default' } });
  });

  it('succeeds without prospects if no employee passes the filter of the team', async () => {
    await service.app
      .get(TeamService, { strict: false })
      .set('ours', 'nurses', { personas: [{ name: 'Nurse', titles: ['nurse'] }] });
    expect(await run('network.com/company/target', 'nurses')).toMatchObject({
      outcome: 'success',
      prospects: [],
      metadata: { candidates: { employees: 2, considered: 0, ranked: 0 } },
    });
  });
});

describe('A prospecting run rejects', () => {
  it.each(['https://www.network.com/company/nobody', 'https://www.network.com/in/vera-voss', 'target.com', 'x\0', ''])(
    'fails for the unknown company %p',
    async (url) => {
      expect(await run(url)).toEqual({ outcome: 'failed', reason: 'Company not found' });
    },
  );

  it('fails for a company without employees', async () => {
    const result = await run('network.com/company/deserted');
    expect(result).toEqual({ outcome: 'failed', reason: 'No employees on record' });
  });

  it('fails if the stored schema of the team is invalid', async () => {
    const { prisma } = service.database;
    await prisma.team.create({ data: { tenantId: 'ours', name: 'broken', schema: { max_results: 'all' } } });
    expect(await run('network.com/company/target', 'broken')).toEqual({
      outcome: 'failed',
      reason: "The team's schema cannot be used; store it again",
    });
  });
});

describe('A prospecting run protects', () => {
  it('does not return erased persons, and does not name them as persons who can introduce a prospect', async () => {
    await service.load({
      persons: [
        {
          network_url: page('willa-way'),
          full_name: 'Willa Way',
          experience: [
            at('Head of Data', 'target.com', '2020-01'),
            at('Data Engineer', 'former.com', '2018-01', '2019-12'),
          ],
        },
      ],
    });
    expect(await namesOf('network.com/company/target', 'sales')).toContain('Willa Way');
    const erasures = service.app.get(ErasureService, { strict: false });
    for (const slug of ['willa-way', 'clara-client']) await erasures.erase({ networkUrl: page(slug) });
    const left = await prospectsOf('network.com/company/target', 'sales');
    expect(left).toEqual([expect.objectContaining({ full_name: 'Vera Voss', connecting_employee_network_url: null })]);
    expect(JSON.stringify(left)).not.toMatch(/willa|clara/i);
  });
});
