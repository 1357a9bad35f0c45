import type { AssessedProspect } from './assessment.js';
import type { Candidate, CompanyFacts, Place, ReasoningFacts } from './facts/candidate.js';
import { comparableWords } from './facts/text.js';
import type { TalkingPoint } from './team/team-schema.js';
import type { Team } from './team/team.js';
import { technologyKey } from './career/technology.js';
import { isAt } from './career/tenure.js';

/**
 * The team's talking points that fit a prospect, in the team's order. Each is listed under the persona or technology that it is
 * about. Several texts about one persona or technology are joined by line breaks.
 *
 * A talking point about a persona fits a prospect whose current title belongs to this persona of the team. It also fits if the title has a
 * tag of this name. A talking point about a technology fits if the current employer uses it, or if the prospect's skills contain it. A
 * technology of the client's also fits if a former employer used it.
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

/** A key that is the same for a tag and for the tag in words: `customer_success` and `Customer success`. */
function personaKey(persona: string): string {
  return `p${comparableWords(persona)}`;
}

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

/** The full name. If it is unknown, the first and the last name, as far as these are known; otherwise an empty text. */
export function nameOf({
  fullName,
  firstName,
  lastName,
}: Pick<Candidate, 'fullName' | 'firstName' | 'lastName'>): string {
  return fullName ?? [firstName, lastName].filter((part) => part !== null).join(' ');
}

/**
 * The name in the company's record. If there is none, the name that the candidate's positions at the company state; otherwise an
 * empty text.
 */
export function employerNameOf(company: CompanyFacts, { experience }: Pick<Candidate, 'experience'>): string {
  const named = experience.find((position) => position.companyName !== null && isAt(company, position));
  return company.name ?? named?.companyName ?? '';
}

/**
 * A place as one text, such as `Toronto, Ontario, Canada`. Unknown parts are left out, and so is a part that repeats the part
 * before it: Berlin in the region Berlin becomes `Berlin, Germany`.
 */
export function placeText({ locality, region, country }: Place): string {
  const parts = [locality, region, country].filter((part) => part !== null && part !== '');
  return parts.filter((part, index) => part !== parts[index - 1]).join(', ');
}
