import type {
  Candidate,
  ClientEmployee,
  CompanyFacts,
  Employee,
  Position,
  ProspectFeatures,
  Study,
} from './candidate.js';

/** The date that the unit tests of the assessment use as the present day. */
export const today = '2026-11-21';

export const nowhere = { locality: null, region: null, country: null };
export const noTechnologies = { client: [], complementary: [], competitor: [] };

export function company(overrides: Partial<CompanyFacts> = {}): CompanyFacts {
  return {
    id: '1',
    name: 'Northwind',
    networkUrl: 'https://www.network.com/company/northwind',
    website: 'northwind.example',
    industry: 'Software',
    place: { locality: 'Berlin', region: 'Berlin', country: 'Germany' },
    technologies: [],
    headcounts: [],
    ...overrides,
  };
}

/** A position that a person has held for two years at the company that `company()` returns. */
export function position(overrides: Partial<Position> = {}): Position {
  return {
    title: 'Head of Engineering',
    companyId: '1',
    companyName: 'Northwind',
    companyNetworkUrl: null,
    start: '2024-11-01',
    end: null,
    ...overrides,
  };
}

/** A position at a former employer that is not on record. */
export function formerly(
  employer: string,
  start: string | null,
  end: string | null,
  title: string | null = null,
): Position {
  return position({ title, companyId: null, companyName: employer, start, end });
}

export function study(school: string, startYear: number | null = null, endYear: number | null = null): Study {
  return { school, startYear, endYear };
}

export function candidate(overrides: Partial<Candidate> = {}): Candidate {
  return {
    id: '10',
    networkUrl: 'https://www.network.com/in/ada-berg',
    fullName: 'Ada Berg',
    firstName: 'Ada',
    lastName: 'Berg',
    title: 'Head of Engineering',
    place: nowhere,
    personas: ['engineering'],
    seniority: 'seniority_director',
    skills: [],
    education: [],
    experience: [position()],
    ...overrides,
  };
}

/** The part of a candidate that a run reads for every employee, before it reads any careers. */
export function employeeOf({ experience, ...known }: Candidate): Employee {
  const starts = experience.flatMap(({ start }) => (start === null || start > today ? [] : [start])).sort();
  return { ...known, firstStart: starts[0] ?? null, latestStart: starts.at(-1) ?? null };
}

export function clientEmployee(slug: string, overrides: Partial<ClientEmployee> = {}): ClientEmployee {
  return {
    id: slug,
    networkUrl: `https://www.network.com/in/${slug}`,
    fullName: slug,
    title: 'Account Executive',
    seniority: 'seniority_ic',
    place: nowhere,
    education: [],
    experience: [],
    ...overrides,
  };
}

/**
 * Features of medium strength. Each of them could be better or worse, so a test can change any feature and see the scores rise or
 * fall.
 */
export function features(overrides: Partial<ProspectFeatures> = {}): ProspectFeatures {
  return {
    region: 'Global',
    currentPersonas: [{ persona: 'engineering', years: 4 }],
    lifetimePersonas: [{ persona: 'engineering', years: 6 }],
    personaFit: 0.5,
    seniority: 'seniority_teamlead',
    fieldYears: 4,
    leadingYears: 2,
    monthsInRole: 48,
    monthsSincePromotion: 20,
    recentTitles: ['Engineering Manager'],
    techGrowthPercent: 5,
    technologyEmployers: [],
    skills: noTechnologies,
    employerUses: noTechnologies,
    warmPath: null,
    ...overrides,
  };
}
