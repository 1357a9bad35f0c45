import type { AssessedProspect } from './assessment.js';
import type { Candidate, CompanyFacts, Place, ReasoningFacts } from './facts/candidate.js';
import { comparableWords } from './facts/text.js';
import type { TalkingPoint } from './team/team-schema.js';
import type { Team } from './team/team.js';
import { technologyKey } from './career/technology.js';
import { isAt } from './career/tenure.js';

/**
 * The team's talking points that fit a prospect, by the persona or technology that they are about, in the team's order;
 * several about one are joined by line breaks. A persona fits a person who belongs to it today, by the team's name or the
 * classifier's tag; a technology fits when the current employer, the skills or a former employer have it.
 */
export function talkingPointsFor(
  { candidate, features }: Pick<AssessedProspect, 'candidate' | 'features'>,
  company: Pick<CompanyFacts, 'technologies'>,
  points: readonly TalkingPoint[],
): Readonly<Record<string, string>> {
  const personas = [...features.currentPersonas.map(({ persona }) => persona), ...candidate.personas];
  const technologies = [
    ...company.technologies.map(({ name }) => name),
    ...candidate.skills,
    ...features.technologyEmployers.flatMap((employer) => employer.technologies),
  ];
  const fitting = new Set([...personas.map(personaKey), ...technologies.map((name) => `t${technologyKey(name)}`)]);
  const texts = new Map<string, string>();
  for (const { persona, technology, text } of points) {
    const about = persona ?? technology ?? '';
    const key = persona === undefined ? `t${technologyKey(about)}` : personaKey(persona);
    if (!fitting.has(key)) continue;
    const before = texts.get(about);
    texts.set(about, before === undefined ? text : `${before}\n${text}`);
  }
  return Object.fromEntries(texts);
}

/** A tag may be written out: `customer_success`, `Customer success`. */
function personaKey(persona: string): string {
  return `p${comparableWords(persona)}`;
}

/** The facts for the reasoning about a prospect. */
export function reasoningFactsOf(prospect: AssessedProspect, company: CompanyFacts, team: Team): ReasoningFacts {
  const { candidate, features, scores } = prospect;
  return {
    person: {
      fullName: nameOf(candidate),
      firstName: candidate.firstName ?? '',
      title: candidate.title ?? '',
      location: placeText(candidate.place),
      skills: candidate.skills,
      schools: [...new Set(candidate.education.map(({ school }) => school))],
    },
    company: {
      name: employerNameOf(company, candidate),
      industry: company.industry,
      technologies: company.technologies.map(({ name }) => name),
    },
    team: {
      technologies: team.technologies,
      talkingPoints: talkingPointsFor(prospect, company, team.talkingPoints),
    },
    features,
    scores,
  };
}

/** The full name, or the known parts of it; empty without any. */
export function nameOf({
  fullName,
  firstName,
  lastName,
}: Pick<Candidate, 'fullName' | 'firstName' | 'lastName'>): string {
  return fullName ?? [firstName, lastName].filter((part) => part !== null).join(' ');
}

/** The company's name on record, else the one in the candidate's positions there; empty without any. */
export function employerNameOf(company: CompanyFacts, { experience }: Pick<Candidate, 'experience'>): string {
  const named = experience.find((position) => position.companyName !== null && isAt(company, position));
  return company.name ?? named?.companyName ?? '';
}

/** `Toronto, Ontario, Canada`, as far as known; a part that repeats the one before it stands once. */
export function placeText({ locality, region, country }: Place): string {
  const parts = [locality, region, country].filter((part) => part !== null && part !== '');
  return parts.filter((part, index) => part !== parts[index - 1]).join(', ');
}
