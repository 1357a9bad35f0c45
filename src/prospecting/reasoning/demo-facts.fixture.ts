import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { personasOf, seniorityOf } from '../../titles/seniority.js';
import { projectRoot } from '../../platform/config/project-root.js';
import type {
  Candidate,
  ClientEmployee,
  CompanyFacts,
  ReasoningFacts,
  UsedTechnology,
} from '../assessment/facts/candidate.js';
import { FeatureReader } from '../assessment/features.js';
import { scoresOf } from '../assessment/scores.js';
import { Team } from '../assessment/team/team.js';
import { readTeamSchema } from '../assessment/team/team-schema.js';
import { ClientNetwork } from '../assessment/introduction/warm-intro.js';

const today = '2026-11-15';
const text = z.string().nullish();
const month = text.transform((value) => (value === null || value === undefined ? null : `${value}-01`));

const personLine = z.object({
  network_url: z.string(),
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  job_title: z.string(),
  company_website: text,
  contact_country: text,
  contact_region: text,
  location_locality: text,
  skills: z.array(z.string()).default([]),
  education: z
    .array(z.object({ school: z.string(), start_year: z.number().nullish(), end_year: z.number().nullish() }))
    .default([]),
  experience: z
    .array(z.object({ title: text, company_name: text, company_website: text, start_date: month, end_date: month }))
    .default([]),
});

const companyLine = z.object({
  website: z.string(),
  name: z.string(),
  network_url: z.string(),
  industry: text,
  technologies: z.array(z.object({ name: z.string(), first_seen: month })).default([]),
  headcount_history: z
    .array(z.object({ month: z.string(), total: z.number(), tech: z.number().nullish() }))
    .default([]),
});

type PersonLine = z.infer<typeof personLine>;
type CompanyLine = z.infer<typeof companyLine>;

function linesOf<T>(content: string, shape: z.ZodType<T>): T[] {
  return content
    .split('\n')
    .filter((line) => line !== '')
    .map((line): T => shape.parse(JSON.parse(line)));
}

const folder = join(projectRoot, 'demo');

/**
 * A team that sells a streaming platform. The employees of one of the demo companies stand for the team's colleagues, who can
 * introduce prospects.
 */
const team = new Team(
  readTeamSchema({
    regions: [
      { name: 'EMEA', countries: ['Germany', 'France', 'United Kingdom', 'Spain'] },
      { name: 'Rest of the world' },
    ],
    personas: [
      { name: 'Platform leader', titles: ['engineering', 'platform', 'infrastructure', 'architect'], weight: 3 },
      { name: 'Data leader', titles: ['data', 'analytics'], weight: 2 },
      { name: 'Sponsor', seniorities: ['executive', 'director', 'teamlead'], weight: 1 },
      { name: 'User', seniorities: ['ic'], weight: 0.5 },
    ],
    client_technologies: ['Kafka', 'Databricks'],
    competitor_technologies: ['Snowflake', 'BigQuery', 'Oracle Database'],
    complementary_technologies: ['Kubernetes', 'Terraform', 'AWS'],
    talking_points: [{ technology: 'Kafka', text: 'Half the brokers for the same load.' }],
  }),
);

/**
 * The facts about persons of the demo data, as runs for their companies would find them.
 * @param every with 10, only every tenth company is used; with 1, all companies
 */
export function demoFacts(every: number): ReasoningFacts[] {
  const companies = linesOf(readFileSync(join(folder, 'companies.ndjson'), 'utf8'), companyLine);
  const persons = linesOf(gunzipSync(readFileSync(join(folder, 'persons.ndjson.gz'))).toString('utf8'), personLine);
  const known = new Map(companies.map((line) => [line.website, line]));
  const technologies = new Map(companies.map((line) => [line.website, technologiesOf(line)]));
  const clients = persons.filter(({ company_website: website }) => website === 'stripe.com');
  const network = new ClientNetwork(
    clients.map((line) => employeeOf(line, known)),
    today,
  );
  return companies
    .filter((_, at) => at % every === 0)
    .flatMap((line) => {
      const company = companyOf(line);
      const reader = new FeatureReader({ company, team, today: today });
      const employees = persons.filter(({ company_website: website }) => website === line.website);
      return employees.flatMap((person) =>
        factsOf(employeeOf(person, known), company, { reader, network, technologies }),
      );
    });
}

interface Sources {
  readonly reader: FeatureReader;
  readonly network: ClientNetwork;
  readonly technologies: ReadonlyMap<string, readonly UsedTechnology[]>;
}

function factsOf(
  candidate: Candidate,
  company: CompanyFacts,
  { reader, network, technologies }: Sources,
): ReasoningFacts[] {
  const own = reader.read(candidate, technologies);
  if (own === null) return [];
  const features = { ...own, warmPath: network.strongestPath(candidate) };
  const { fullName, firstName, title, place, skills, education } = candidate;
  return [
    {
      person: {
        fullName: fullName ?? '',
        firstName: firstName ?? '',
        title: title ?? '',
        location: [place.locality, place.region, place.country].filter((part) => part !== null).join(', '),
        skills,
        schools: education.map(({ school }) => school),
      },
      company: {
        name: company.name ?? '',
        industry: company.industry,
        technologies: company.technologies.map(({ name }) => name),
      },
      team: { technologies: team.technologies, talkingPoints: pointsFor(features.employerUses.client) },
      features,
      scores: scoresOf(features, team.weights),
    },
  ];
}

function pointsFor(technologies: readonly string[]): Record<string, string> {
  const points = team.talkingPoints.filter(({ technology }) => technologies.includes(technology ?? ''));
  return Object.fromEntries(points.map(({ technology = '', text: point }) => [technology, point]));
}

function technologiesOf(line: CompanyLine): UsedTechnology[] {
  return line.technologies.map(({ name, first_seen: firstSeen }) => ({ name, firstSeen }));
}

function companyOf(line: CompanyLine): CompanyFacts {
  return {
    id: line.website,
    name: line.name,
    networkUrl: line.network_url,
    website: line.website,
    industry: line.industry ?? null,
    place: { locality: null, region: null, country: null },
    technologies: technologiesOf(line),
    headcounts: line.headcount_history.map(({ month: at, total, tech }) => ({
      month: `${at}-01`,
      total,
      tech: tech ?? null,
    })),
  };
}

function employeeOf(line: PersonLine, companies: ReadonlyMap<string, CompanyLine>): Candidate & ClientEmployee {
  return {
    id: line.network_url,
    networkUrl: line.network_url,
    fullName: line.full_name,
    firstName: line.first_name,
    lastName: line.last_name,
    title: line.job_title,
    place: {
      locality: line.location_locality ?? null,
      region: line.contact_region ?? null,
      country: line.contact_country ?? null,
    },
    personas: personasOf(line.job_title),
    seniority: seniorityOf(line.job_title),
    skills: line.skills,
    education: line.education.map((study) => ({
      school: study.school,
      startYear: study.start_year ?? null,
      endYear: study.end_year ?? null,
    })),
    experience: line.experience.map((position) => ({
      title: position.title ?? null,
      companyId: position.company_website ?? null,
      companyName: position.company_name ?? null,
      companyNetworkUrl: companies.get(position.company_website ?? '')?.network_url ?? null,
      start: position.start_date,
      end: position.end_date,
    })),
  };
}
