import { describe, expect, it } from '@jest/globals';
import { candidate, clientEmployee, company, formerly, nowhere, position, today } from './facts/candidate.fixture.js';
import type {
  Candidate,
  ClientEmployee,
  CompanyFacts,
  EmployerTechnologies,
  ProspectFeatures,
} from './facts/candidate.js';
import { FeatureReader } from './features.js';
import { readTeamSchema } from './team/team-schema.js';
import { Team } from './team/team.js';
import { ClientNetwork } from './introduction/warm-intro.js';

interface Setting {
  readonly schema?: unknown;
  readonly at?: Partial<CompanyFacts>;
  readonly employers?: EmployerTechnologies;
  readonly clients?: readonly ClientEmployee[];
}

function read(person: Partial<Candidate>, setting: Setting = {}): ProspectFeatures | null {
  const { schema = {}, at = {}, employers = new Map(), clients = [] } = setting;
  const network = new ClientNetwork(clients, today);
  const reader = new FeatureReader({
    company: company(at),
    team: new Team(readTeamSchema(schema)),
    today: today,
  });
  const own = reader.read(candidate(person), employers);
  return own === null ? null : { ...own, warmPath: network.strongestPath(candidate(person)) };
}

const japan = { ...nowhere, country: 'Japan' };
const career = [
  position({ title: 'Head of Engineering', start: '2025-11-01' }),
  position({ title: 'Engineering Manager', start: '2022-11-01', end: '2025-10-01' }),
  formerly('Bolt', '2016-11-01', '2022-10-01', 'Software Engineer'),
  formerly('Core', '2014-11-01', '2016-10-01', 'Accountant'),
];

describe('The reader of features', () => {
  it('accepts everyone who leads people, in any country, if the schema of the team is empty', () => {
    expect(read({ place: japan })).toMatchObject({ region: 'Global', personaFit: 1, seniority: 'seniority_director' });
    expect(read({ title: 'Engineer', seniority: 'seniority_ic' })).toBeNull();
    expect(read({ title: null, personas: [], seniority: null })).toBeNull();
  });

  it('returns null for a person with an excluded title, in another region or without a fitting persona', () => {
    expect(read({}, { schema: { exclude_titles: ['head of'] } })).toBeNull();
    expect(read({ place: japan }, { schema: { regions: [{ name: 'EU', countries: ['DE'] }] } })).toBeNull();
    expect(read({}, { schema: { personas: [{ name: 'finance' }] } })).toBeNull();
  });

  it('uses the country of the company for a person without a country', () => {
    const schema = { regions: [{ name: 'EU', countries: ['DE'] }] };
    expect(read({}, { schema })?.region).toBe('EU');
    expect(read({}, { schema, at: { place: nowhere } })).toBeNull();
  });

  it('adds up the years of the career for each tag of the classifier, if the team has no personas', () => {
    expect(read({ experience: career })).toMatchObject({
      currentPersonas: [{ persona: 'engineering', years: 1 }],
      lifetimePersonas: [
        { persona: 'engineering', years: 10 },
        { persona: 'finance', years: 2 },
      ],
      fieldYears: 10,
      leadingYears: 4,
      monthsInRole: 12,
      monthsSincePromotion: 12,
      recentTitles: ['Head of Engineering', 'Engineering Manager', 'Software Engineer'],
    });
  });

  it('adds up the years of the career for each persona of the team, if the team has personas', () => {
    const schema = {
      personas: [
        { name: 'Boss', titles: ['engineering'], seniorities: ['director', 'teamlead'], weight: 4 },
        { name: 'Head', titles: ['head'], weight: 1 },
        { name: 'finance' },
      ],
    };
    expect(read({ experience: career }, { schema })).toMatchObject({
      personaFit: 1,
      currentPersonas: [
        { persona: 'Boss', years: 1 },
        { persona: 'Head', years: 1 },
      ],
      lifetimePersonas: [
        { persona: 'Boss', years: 4 },
        { persona: 'finance', years: 2 },
        { persona: 'Head', years: 1 },
      ],
      fieldYears: 10,
    });
  });

  it("counts years in positions of the persona's field of work, at any seniority", () => {
    const schema = { personas: [{ name: 'Money', titles: ['engineering', 'accountant'], seniorities: ['director'] }] };
    expect(read({ experience: career }, { schema })?.fieldYears).toBe(12);
  });

  it('uses the stored tags and seniority of the current title instead of classifying the title again', () => {
    const experience = [position({ title: 'Wizard', start: '2025-11-01' })];
    const person = { title: 'Wizard', personas: ['design'], experience };
    expect(read(person)).toMatchObject({
      lifetimePersonas: [{ persona: 'design', years: 1 }],
      fieldYears: 1,
      leadingYears: 1,
    });
  });

  it('classifies former titles at the company according to the industry of the company', () => {
    const experience = [
      position({ start: '2025-11-01' }),
      position({ title: 'Vice President', start: '2022-11-01', end: '2025-10-01' }),
    ];
    // In a bank, a vice president counts as a team lead; in other industries, as an executive.
    expect(read({ experience }, { at: { industry: 'Banking' } })?.monthsSincePromotion).toBe(12);
    expect(read({ experience })?.monthsSincePromotion).toBeNull();
  });

  it('returns zero or null for the features of a person without any positions', () => {
    expect(read({ experience: [] })).toMatchObject({
      currentPersonas: [{ persona: 'engineering', years: 0 }],
      lifetimePersonas: [{ persona: 'engineering', years: 0 }],
      fieldYears: 0,
      leadingYears: 0,
      monthsInRole: null,
      monthsSincePromotion: null,
      recentTitles: ['Head of Engineering'],
      techGrowthPercent: null,
      technologyEmployers: [],
      warmPath: null,
    });
  });

  it('ignores positions that begin in the future', () => {
    const ahead = position({ title: 'CEO', start: '2027-01-01' });
    expect(read({ experience: [...career, ahead] })).toEqual(read({ experience: career }));
  });

  it('finds the technologies of the team in the skills of the person, at the company and at former employers', () => {
    const schema = {
      client_technologies: ['Fluxline', 'Go'],
      complementary_technologies: ['Terraform'],
      competitor_technologies: ['Jenkins', 'Bamboo'],
    };
    const used = (...names: string[]) => names.map((name) => ({ name, firstSeen: null }));
    const experience = [
      ...career,
      position({ companyId: '9', companyName: 'Acme', start: '2010-01-01', end: '2014-01-01' }),
    ];
    const features = read(
      { skills: ['go', 'jenkins', 'Excel'], experience },
      {
        schema,
        at: { technologies: used('TERRAFORM', 'Bamboo', 'Excel') },
        employers: new Map([['9', used('fluxline')]]),
      },
    );
    expect(features).toMatchObject({
      skills: { client: ['Go'], complementary: [], competitor: ['Jenkins'] },
      employerUses: { client: [], complementary: ['Terraform'], competitor: ['Bamboo'] },
      technologyEmployers: [{ employer: 'Acme', technologies: ['Fluxline'] }],
    });
  });

  it("returns the growth of the company's technical staff, and the employee of the client who can best introduce the person", () => {
    const headcounts = [
      { month: '2025-10-01', total: 9, tech: 4 },
      { month: '2026-10-01', total: 9, tech: 5 },
    ];
    const clients = [clientEmployee('x', { experience: [formerly('Bolt', '2018-01-01', '2018-12-01')] })];
    expect(read({ experience: career }, { at: { headcounts }, clients })).toMatchObject({
      techGrowthPercent: 25,
      warmPath: { employee: { id: 'x' }, sharedEmployer: { name: 'Bolt', months: 12 } },
    });
  });
});
