import { describe, expect, it } from '@jest/globals';
import { Assessment } from './assessment.js';
import {
  candidate,
  clientEmployee,
  company,
  formerly,
  nowhere,
  position,
  study,
  today,
} from './facts/candidate.fixture.js';
import type { Candidate, ClientEmployee, CompanyFacts, ReasoningFacts } from './facts/candidate.js';
import type { Prospect } from './prospect-schema.js';
import { personaLabel } from './persona-label.js';
import { layOutProspect } from './prospect.js';
import { reasoningFactsOf } from './reasoning-facts.js';
import { readTeamSchema } from './team/team-schema.js';
import { Team } from './team/team.js';

const keys = [
  ...['region', 'full_name', 'first_name', 'last_name', 'title_name', 'company_name', 'network_url', 'ai_reasoning'],
  ...['location_name', 'location_region', 'location_country', 'prospect_tags', 'composite_score', 'current_personas'],
  ...['personas_with_years', 'connection_factors', 'company_network_url', 'product_talking_points'],
  ...['company_tech_growth_12mo', 'recent_titles_last_5_years', 'months_in_latest_experience'],
  ...['months_since_last_promotion', 'past_companies_used_client_tech', 'connecting_employee_network_url'],
  ...['prospect_awareness_competitor_tech_current', 'prospect_awareness_complimentary_tech_current'],
];

interface Setting {
  readonly schema?: unknown;
  readonly at?: Partial<CompanyFacts>;
  readonly clients?: readonly ClientEmployee[];
}

const employers = new Map(['7', '8'].map((id) => [id, [{ name: 'Fluxline', firstSeen: null }]]));

function serve(person: Partial<Candidate>, setting: Setting = {}): { prospect: Prospect; facts: ReasoningFacts } {
  const facts = company(setting.at);
  const team = new Team(readTeamSchema(setting.schema ?? {}));
  const assessment = new Assessment({ company: facts, team, clientEmployees: setting.clients ?? [], today: today });
  const assessed = assessment.assess(candidate(person), employers)?.introduced();
  if (assessed === undefined) throw new Error('Not a prospect');
  return {
    prospect: layOutProspect(assessed, { company: facts, team, reasoning: 'Because.' }),
    facts: reasoningFactsOf(assessed, facts, team),
  };
}

const toronto = { locality: 'Toronto', region: 'Ontario', country: 'Canada' };
const schema = {
  regions: [{ name: 'North America', countries: ['US', 'CA'] }],
  client_technologies: ['Fluxline'],
  competitor_technologies: ['Jenkins'],
  complementary_technologies: ['Terraform'],
  talking_points: [
    { technology: 'jenkins', text: 'Moves in a day.' },
    { persona: 'Engineering', text: 'Signed builds.' },
    { persona: 'finance', text: 'Cheaper.' },
    { technology: 'Bamboo', text: 'Ends soon.' },
    { technology: 'jenkins', text: 'No plugins.' },
    { technology: 'Fluxline', text: 'As you know it.' },
  ],
};
const rich: Partial<Candidate> = {
  place: toronto,
  skills: ['Terraform', 'fluxline'],
  education: [study('McGill University', 2001, 2005)],
  experience: [
    position({ title: 'Head of Engineering', start: '2026-07-01' }),
    position({ title: 'Engineer', start: '2022-11-01', end: '2026-06-01' }),
    position({ title: 'Engineer', companyId: '7', companyName: 'Bolt | Nut', start: '2016-11-01', end: '2022-10-01' }),
    position({ title: 'Accountant', companyId: '8', companyName: 'Core', start: '2014-11-01', end: '2016-10-01' }),
  ],
};
const setting: Setting = {
  schema,
  at: {
    technologies: ['Jenkins', 'Terraform'].map((name) => ({ name, firstSeen: null })),
    headcounts: [
      { month: '2025-10-01', total: 50, tech: 40 },
      { month: '2026-10-01', total: 50, tech: 45 },
    ],
  },
  clients: [
    clientEmployee('bo', {
      place: toronto,
      education: [study('McGill', 1, 2)],
      experience: [formerly('Acme', '2010-01-01', null)],
    }),
    clientEmployee('cy', { experience: [{ ...formerly('Bolt', '2021-01-01', '2021-12-01'), companyId: '7' }] }),
  ],
};

describe('The layout of a prospect', () => {
  it('returns all values for a prospect about whom everything is known', () => {
    const { prospect } = serve(rich, setting);
    expect(prospect).toEqual({
      region: 'North America',
      full_name: 'Ada Berg',
      first_name: 'Ada',
      last_name: 'Berg',
      title_name: 'Head of Engineering',
      company_name: 'Northwind',
      network_url: 'https://www.network.com/in/ada-berg',
      ai_reasoning: 'Because.',
      location_name: 'Toronto, Ontario, Canada',
      location_region: 'Ontario',
      location_country: 'Canada',
      prospect_tags: [
        'Director',
        'Engineering',
        'New in role',
        'Recently promoted',
        'Worked at Bolt | Nut, which used Fluxline',
        'Worked at Core, which used Fluxline',
        'Knows Fluxline',
        'Former colleague on our side',
      ],
      composite_score: 74.62,
      current_personas: '[{"engineering":0.3}]',
      personas_with_years: '[{"engineering":10},{"finance":2}]',
      connection_factors: '{"shared_employer":55,"shared_school":0,"same_place":0}',
      company_network_url: 'https://www.network.com/company/northwind',
      product_talking_points: {
        jenkins: 'Moves in a day.\nNo plugins.',
        Engineering: 'Signed builds.',
        Fluxline: 'As you know it.',
      },
      company_tech_growth_12mo: '12.5%',
      recent_titles_last_5_years: 'Head of Engineering|Engineer',
      months_in_latest_experience: 4,
      months_since_last_promotion: 4,
      past_companies_used_client_tech: 'Bolt / Nut|Core',
      connecting_employee_network_url: 'https://www.network.com/in/cy',
      prospect_awareness_competitor_tech_current: '["Jenkins"]',
      prospect_awareness_complimentary_tech_current: '["Terraform"]',
    });
  });

  it('returns exactly the keys of the contract, in the order of the contract', () => {
    expect(Object.keys(serve(rich, setting).prospect)).toEqual(keys);
    expect(Object.keys(serve({}).prospect)).toEqual(keys);
  });

  it('returns an empty text or zero for most unknown values, and null only where the contract allows it', () => {
    const unknown = { fullName: null, firstName: null, lastName: null, title: null, experience: [], place: nowhere };
    const { prospect } = serve(unknown, { at: { name: null, place: nowhere } });
    expect(prospect).toMatchObject({
      ...{ region: 'Global', full_name: '', first_name: '', last_name: '', title_name: '', company_name: '' },
      ...{ location_name: '', location_region: null, location_country: null, product_talking_points: {} },
      ...{
        current_personas: '[{"engineering":0}]',
        personas_with_years: '[{"engineering":0}]',
        company_tech_growth_12mo: '',
      },
      ...{ recent_titles_last_5_years: '', months_in_latest_experience: 0, months_since_last_promotion: null },
      ...{ past_companies_used_client_tech: '', connecting_employee_network_url: null },
      connection_factors: '{"shared_employer":0,"shared_school":0,"same_place":0}',
      prospect_awareness_competitor_tech_current: '[]',
      prospect_awareness_complimentary_tech_current: '[]',
    });
  });

  it("uses the employer's name in the candidate's positions if the company has no name on record", () => {
    const experience = [
      position({ companyId: '9', companyNetworkUrl: null, companyName: 'Elsewhere' }),
      position({ companyName: 'Northwind Traders' }),
    ];
    const { prospect, facts } = serve({ experience }, { at: { name: null } });
    expect([prospect.company_name, facts.company.name]).toEqual(['Northwind Traders', 'Northwind Traders']);
  });

  it('puts an unknown full name together from the first and the last name', () => {
    expect(serve({ fullName: null }).prospect.full_name).toBe('Ada Berg');
    expect(serve({ fullName: null, firstName: null }).prospect.full_name).toBe('Berg');
  });

  it('returns the talking points of a persona that is named __proto__', () => {
    const odd = {
      personas: [{ name: '__proto__', titles: ['head'] }],
      talking_points: [{ persona: '__proto__', text: 'Hi' }],
    };
    const { prospect } = serve({}, { schema: odd });
    expect(prospect.current_personas).toBe('[{"__proto__":2}]');
    expect(JSON.stringify(prospect.product_talking_points)).toBe('{"__proto__":"Hi"}');
  });

  it('names no employee who can introduce the prospect if the team looks for prospects at its own company', () => {
    const own = { client_company_network_url: company().networkUrl };
    const clients = [clientEmployee('bo', { experience: [position()] })];
    expect(serve({}, { clients }).prospect.connecting_employee_network_url).toBe(clients[0]?.networkUrl);
    expect(serve({}, { clients, schema: own }).prospect.connecting_employee_network_url).toBeNull();
  });
});

describe('The collection of facts for the reasoning', () => {
  it('returns the facts of the person, company, team, features and scores', () => {
    const { facts, prospect } = serve(rich, setting);
    expect(facts).toMatchObject({
      person: {
        fullName: 'Ada Berg',
        title: 'Head of Engineering',
        location: 'Toronto, Ontario, Canada',
        schools: ['McGill University'],
      },
      company: { name: 'Northwind', industry: 'Software', technologies: ['Jenkins', 'Terraform'] },
      team: { talkingPoints: prospect.product_talking_points, technologies: { client: ['Fluxline'] } },
      features: { warmPath: { employee: { fullName: 'cy' } } },
      scores: { composite: prospect.composite_score },
    });
  });
});

describe('The label of a persona', () => {
  it.each([
    ['customer_success', 'Customer success'],
    ['it', 'IT'],
    ['VP of IT', 'VP of IT'],
  ])('writes the persona %s as "%s"', (persona, label) => {
    expect(personaLabel(persona)).toBe(label);
  });
});
