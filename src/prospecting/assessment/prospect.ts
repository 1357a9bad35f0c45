import type { AssessedProspect } from './assessment.js';
import type { CompanyFacts, PersonaYears, ProspectFeatures, WarmPath } from './facts/candidate.js';
import { percentText } from './career/employer.js';
import { personaLabel } from './persona-label.js';
import { employerNameOf, nameOf, placeText, talkingPointsFor } from './reasoning-facts.js';
import type { Prospect } from './prospect-schema.js';
import type { Team } from './team/team.js';

const newForMonths = 6;
const promotedForMonths = 12;

const seniorityLabels: ReadonlyMap<string | null, string> = new Map([
  ['seniority_executive', 'Executive'],
  ['seniority_director', 'Director'],
  ['seniority_teamlead', 'Team lead'],
  ['seniority_ic', 'Individual contributor'],
]);

/** The phrases in `prospect_tags` about the notable features of a prospect, such as "Recently promoted". Each occurs once. */
function prospectTags(features: ProspectFeatures): string[] {
  const { seniority, currentPersonas, monthsInRole, monthsSincePromotion, technologyEmployers, warmPath } = features;
  const tags = [
    seniorityLabels.get(seniority),
    ...currentPersonas.map(({ persona }) => personaLabel(persona)),
    when(monthsInRole !== null && monthsInRole < newForMonths, 'New in role'),
    when(monthsSincePromotion !== null && monthsSincePromotion < promotedForMonths, 'Recently promoted'),
    ...technologyEmployers.map(
      ({ employer, technologies }) => `Worked at ${employer}, which used ${inWords(technologies)}`,
    ),
    when(features.skills.client.length > 0, `Knows ${inWords(features.skills.client)}`),
    when((warmPath?.sharedEmployer ?? null) !== null, 'Former colleague on our side'),
    when((warmPath?.sharedSchool ?? null) !== null, 'Same school as a colleague of ours'),
    when((warmPath?.samePlace ?? null) !== null, 'Same town as a colleague of ours'),
  ];
  return [...new Set(tags.filter((tag) => tag !== undefined))];
}

function when(holds: boolean, tag: string): string | undefined {
  return holds ? tag : undefined;
}

function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

/** Puts a prospect into the form of the answer, with the keys in the order of the contract. */
export function layOutProspect(
  prospect: AssessedProspect,
  { company, team, reasoning }: { company: CompanyFacts; team: Team; reasoning: string },
): Prospect {
  const { candidate, features, scores } = prospect;
  return {
    region: features.region,
    full_name: nameOf(candidate),
    first_name: candidate.firstName ?? '',
    last_name: candidate.lastName ?? '',
    title_name: candidate.title ?? '',
    company_name: employerNameOf(company, candidate),
    network_url: candidate.networkUrl,
    ai_reasoning: reasoning,
    location_name: placeText(candidate.place),
    location_region: candidate.place.region,
    location_country: candidate.place.country,
    prospect_tags: prospectTags(features),
    composite_score: scores.composite,
    current_personas: personasJson(features.currentPersonas),
    personas_with_years: personasJson(features.lifetimePersonas),
    connection_factors: factorsJson(features.warmPath),
    company_network_url: company.networkUrl,
    product_talking_points: talkingPointsFor(prospect, company, team.talkingPoints),
    company_tech_growth_12mo: percentText(features.techGrowthPercent),
    recent_titles_last_5_years: features.recentTitles.join('|'),
    months_in_latest_experience: features.monthsInRole ?? 0,
    months_since_last_promotion: features.monthsSincePromotion,
    past_companies_used_client_tech: features.technologyEmployers.map(({ employer }) => separable(employer)).join('|'),
    connecting_employee_network_url: features.warmPath?.employee.networkUrl ?? null,
    prospect_awareness_competitor_tech_current: JSON.stringify(features.employerUses.competitor),
    prospect_awareness_complimentary_tech_current: JSON.stringify(features.employerUses.complementary),
  };
}

function personasJson(personas: readonly PersonaYears[]): string {
  return JSON.stringify(personas.map(({ persona, years }) => Object.fromEntries([[persona, years]])));
}

function factorsJson(path: WarmPath | null): string {
  const { sharedEmployer = 0, sharedSchool = 0, samePlace = 0 } = path?.factors ?? {};
  return JSON.stringify({ shared_employer: sharedEmployer, shared_school: sharedSchool, same_place: samePlace });
}

/** Replaces `|` in a name by `/`, because the answer separates the names of a list by `|`. */
function separable(name: string): string {
  return name.replaceAll('|', '/');
}
