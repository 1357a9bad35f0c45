import type { ProspectFeatures, ReasoningFacts, TeamTechnologies, WarmPath } from '../assessment/facts/candidate.js';

/** The facts that a test changes, compared with the usual facts. */
export interface FactChanges {
  readonly person?: Partial<ReasoningFacts['person']>;
  readonly company?: Partial<ReasoningFacts['company']>;
  readonly team?: Partial<ReasoningFacts['team']>;
  readonly features?: Partial<ProspectFeatures>;
  readonly scores?: Partial<ReasoningFacts['scores']>;
}

export const noTechnologies: TeamTechnologies = { client: [], complementary: [], competitor: [] };

/** Facts about a person of whom only the name, title, seniority and employer are known. */
const bare: ReasoningFacts = {
  person: { fullName: 'Jane Miller', firstName: 'Jane', title: 'Head of Data', location: '', skills: [], schools: [] },
  company: { name: 'Acme', industry: null, technologies: [] },
  team: { technologies: { client: ['Kafka'], complementary: ['AWS'], competitor: ['Pulsar'] }, talkingPoints: {} },
  features: {
    region: 'Global',
    currentPersonas: [],
    lifetimePersonas: [],
    personaFit: 1,
    seniority: 'seniority_director',
    fieldYears: 0,
    leadingYears: 0,
    monthsInRole: null,
    monthsSincePromotion: null,
    recentTitles: [],
    techGrowthPercent: null,
    technologyEmployers: [],
    skills: noTechnologies,
    employerUses: noTechnologies,
    warmPath: null,
  },
  scores: { technical: 0, buyer: 80, receptive: 15, warmIntro: 0, composite: 31 },
};

/** The facts about a person of whom little is known, with the changes that a test makes. */
export function someFacts({ person, company, team, features, scores }: FactChanges = {}): ReasoningFacts {
  return {
    person: { ...bare.person, ...person },
    company: { ...bare.company, ...company },
    team: { ...bare.team, ...team },
    features: { ...bare.features, ...features },
    scores: { ...bare.scores, ...scores },
  };
}

/** An introduction by Max Weber, a former colleague of the person. */
export function someWarmPath(changes: Partial<WarmPath> = {}): WarmPath {
  return {
    employee: { id: '7', networkUrl: 'https://www.network.com/in/max-weber', fullName: 'Max Weber', title: 'Engineer' },
    factors: { sharedEmployer: 50, sharedSchool: 0, samePlace: 0 },
    sharedEmployer: { name: 'Globex', months: 14 },
    sharedSchool: null,
    samePlace: null,
    ...changes,
  };
}
