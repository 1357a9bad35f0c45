import type { AssessedProspect } from './assessment.js';
import type { Candidate, CompanyFacts, Place, ReasoningFacts } from './candidate.js';
import { talkingPointsFor } from './talking-points.js';
import type { Team } from './team.js';
import { isAt } from './tenure.js';

/** All that may be said about a prospect in words. */
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

/** The whole name, or what is known of it; empty without any. */
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
