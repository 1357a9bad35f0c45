import type { ProspectFeatures } from './candidate.js';

const NEW_FOR_MONTHS = 6;
const PROMOTED_FOR_MONTHS = 12;

const SENIORITY_LABELS: ReadonlyMap<string | null, string> = new Map([
  ['seniority_executive', 'Executive'],
  ['seniority_director', 'Director'],
  ['seniority_teamlead', 'Team lead'],
  ['seniority_ic', 'Individual contributor'],
]);

/** What stands out about a prospect, in short phrases for people, each once. */
export function prospectTags(features: ProspectFeatures): string[] {
  const { seniority, currentPersonas, monthsInRole, monthsSincePromotion, technologyEmployers, warmPath } = features;
  const tags = [
    SENIORITY_LABELS.get(seniority),
    ...currentPersonas.map(({ persona }) => personaLabel(persona)),
    when(monthsInRole !== null && monthsInRole < NEW_FOR_MONTHS, 'New in role'),
    when(monthsSincePromotion !== null && monthsSincePromotion < PROMOTED_FOR_MONTHS, 'Recently promoted'),
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

/** `customer_success` as people write it; the personas of a team are written as the team does. */
export function personaLabel(persona: string): string {
  if (persona === 'it') return 'IT';
  const isTag = /^[a-z]+(?:_[a-z]+)*$/.test(persona);
  return isTag ? persona.charAt(0).toUpperCase() + persona.slice(1).replaceAll('_', ' ') : persona;
}

function when(holds: boolean, tag: string): string | undefined {
  return holds ? tag : undefined;
}

function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
