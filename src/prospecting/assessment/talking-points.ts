import type { CompanyFacts } from './candidate.js';
import type { AssessedProspect } from './assessment.js';
import { comparableWords } from './comparable-text.js';
import type { TalkingPoint } from './team-schema.js';
import { technologyKey } from './technology.js';

/**
 * The team's talking points that fit a prospect, by the persona or technology that they are about, in the team's order;
 * several about one stand on lines of their own. A persona fits who belongs to it today, by the team's name or by the
 * classifier's tag; a technology that the current employer uses, the person knows, or a former employer used.
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
