import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ImportService } from '../../src/imports/import.service.js';
import { demoTeam } from '../../src/demo/demo-content.js';
import { PipelineService } from '../../src/prospecting/run/pipeline.service.js';
import { Team } from '../../src/prospecting/assessment/team/team.js';
import { readTeamSchema } from '../../src/prospecting/assessment/team/team-schema.js';
import { TeamService } from '../../src/prospecting/teams/team.service.js';
import { demoCompanies } from '../support/records/demo-companies.js';
import { ofWorker, startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ env: { WORKER: 'off' } });
  await service.issueKey('ours');
  const imports = service.app.get(ImportService, { strict: false });
  await imports.run('companies', 'demo/companies.ndjson');
  await imports.run('persons', 'demo/persons.ndjson.gz');
  await service.app.get(TeamService, { strict: false }).set('ours', demoTeam.name, demoTeam.schema);
});

afterAll(async () => {
  await service.close();
});

async function prospectsOf(company: string, team: string | null): Promise<Record<string, unknown>[]> {
  const order = { tenantId: 'ours', companyNetworkUrl: `https://www.network.com/company/${company}`, team };
  const pipeline = await ofWorker(service, PipelineService);
  const result = await pipeline.run(order, new AbortController().signal);
  if (result.outcome === 'failed') throw new Error(result.reason);
  return result.prospects.map(({ document }) => ({ ...document }));
}

const text = z.string();
const filled = z.string().min(1);
const unknown = z.string().nullable();
const person = z.string().regex(/^https:\/\/www\.network\.com\/in\/[^/?#]+$/);
const score = z.number().min(0).max(100);
const months = z.int().min(0);

/** A JSON text with this schema. */
const json = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .string()
    .transform((written) => JSON.parse(written) as unknown)
    .pipe(shape);
const personaYears = json(z.array(z.record(z.string(), z.number().min(0))));
const names = json(z.array(filled));

/** A prospect with exactly the keys of the contract. */
const contract = z.strictObject({
  region: filled,
  full_name: filled,
  first_name: filled,
  last_name: filled,
  title_name: filled,
  company_name: filled,
  network_url: person,
  ai_reasoning: filled,
  location_name: filled,
  location_region: unknown,
  location_country: unknown,
  prospect_tags: z.array(filled).min(1),
  composite_score: score,
  current_personas: personaYears,
  personas_with_years: personaYears,
  connection_factors: json(z.record(z.string(), score)),
  company_network_url: z.literal('https://www.network.com/company/datadog'),
  product_talking_points: z.record(z.string(), filled),
  company_tech_growth_12mo: z.string().regex(/^-?\d+\.\d%$/),
  recent_titles_last_5_years: filled,
  months_in_latest_experience: months,
  months_since_last_promotion: months.nullable(),
  past_companies_used_client_tech: text,
  connecting_employee_network_url: person.nullable(),
  prospect_awareness_competitor_tech_current: names,
  prospect_awareness_complimentary_tech_current: names,
});

describe('The prospects of a company of the demo data', () => {
  it.each([null, demoTeam.name])(
    'have exactly the members of the contract, for a run with the team %p',
    async (team) => {
      const prospects = await prospectsOf('datadog', team);
      expect(prospects.length).toBeGreaterThan(1);
      for (const prospect of prospects) expect(contract.safeParse(prospect).error?.issues).toBeUndefined();
    },
  );

  it('have reasoning in the five sections', async () => {
    for (const { ai_reasoning: reasoning } of await prospectsOf('datadog', demoTeam.name)) {
      const headings = String(reasoning).match(/^[A-Z ]+$/gm);
      expect(headings).toEqual(['SUMMARY', 'TECHNICAL', 'BUYER', 'RECEPTIVE', 'WARM INTRO']);
    }
  });

  it('include high scores, introductions, technologies and talking points for the demo team', async () => {
    const prospects = await prospectsOf('datadog', demoTeam.name);
    const tells = (isSo: (prospect: Record<string, unknown>) => boolean): boolean => prospects.some(isSo);
    expect([
      tells((prospect) => Number(prospect.composite_score) > 60),
      tells((prospect) => prospect.connecting_employee_network_url !== null),
      tells((prospect) => prospect.past_companies_used_client_tech !== ''),
      tells((prospect) => prospect.prospect_awareness_competitor_tech_current !== '[]'),
      tells((prospect) => Object.keys(prospect.product_talking_points ?? {}).length > 1),
    ]).toEqual([true, true, true, true, true]);
  });

  it('are found for the demo team at more than 80 of 100 companies', async () => {
    const runs = await Promise.all(
      demoCompanies
        .slice(0, 100)
        .map(({ network_url: page }) => prospectsOf(page.split('/').at(-1) ?? '', demoTeam.name)),
    );
    expect(runs.filter((prospects) => prospects.length > 0).length).toBeGreaterThan(80);
  });
});

describe('The team of the demo tenant', () => {
  it('has a valid schema, which is already normalised', () => {
    expect(readTeamSchema(demoTeam.schema)).toEqual(demoTeam.schema);
  });

  it.each([
    ['Senior Software Engineer', true],
    ['Staff Engineer, Backend', true],
    ['Senior Maintenance Engineer', false],
    ['Principal Engineer, Quality', false],
    ['Test Engineer', false],
    ['Staff Workplace Engineer', false],
    ['Research Engineer', false],
    ['Laboratory Engineer', false],
  ])('decides whether it looks for people with the title "%s": %s', (title, isLookedFor) => {
    const team = new Team(readTeamSchema(demoTeam.schema));
    const reading = { title, tags: [], seniority: 'seniority_ic' };
    expect(!team.excludes(reading) && team.personasOf(reading).length > 0).toBe(isLookedFor);
  });
});
