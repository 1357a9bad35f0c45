import { printable } from '../../platform/database/text.js';
import type { PersonaYears, ReasoningFacts, TeamTechnologies } from '../assessment/facts/candidate.js';

/** The headings of the sections of a prospect's reasoning. */
const reasoningHeadings = {
  summary: 'SUMMARY',
  technical: 'TECHNICAL',
  buyer: 'BUYER',
  receptive: 'RECEPTIVE',
  warm_intro: 'WARM INTRO',
} as const;

export type ReasoningSection = keyof typeof reasoningHeadings;

/** The text of each section: one paragraph without line breaks or control characters. */
export type ReasoningSections = Readonly<Record<ReasoningSection, string>>;

/** The reasoning for a prospect. The source is the language model if it wrote at least one section. */
export interface Reasoning {
  readonly sections: ReasoningSections;
  readonly source: 'model' | 'built-in';
}

/** The sections in the order in which answers have them. */
export const sectionOrder = ['summary', 'technical', 'buyer', 'receptive', 'warm_intro'] as const;

/**
 * The text of `ai_reasoning` in answers: for each section a line with its heading and a line with its text, and an empty line
 * between sections. It begins with `SUMMARY\nJane Miller is …`.
 */
export function formatReasoning({ sections }: Pick<Reasoning, 'sections'>): string {
  return sectionOrder.map((name) => `${reasoningHeadings[name]}\n${sections[name]}`).join('\n\n');
}

/** Writes the whole reasoning for a prospect from the facts, whatever is missing in them. */
export interface ReasoningWriter {
  /**
   * Writes the reasoning for one prospect.
   * @param signal the signal of the run; when it aborts, the promise is rejected with the reason of the signal
   */
  write(facts: ReasoningFacts, signal: AbortSignal): Promise<Reasoning>;
}

const maxCharacters = 120;
const maxTalkingPointCharacters = 400;
const maxEntries = 30;

/**
 * Prepares facts for use in a text. Each text becomes one line without invisible characters, and is cut to 120 characters; a
 * talking point is cut to 400. Empty and repeated entries are removed from lists, and lists are cut to 30 entries.
 */
export function tidyFacts(facts: ReasoningFacts): ReasoningFacts {
  const { person, company, team, features } = facts;
  return {
    person: {
      fullName: tidy(person.fullName),
      firstName: tidy(person.firstName),
      title: tidy(person.title),
      location: withoutRepeats(tidy(person.location)),
      skills: tidyList(person.skills),
      schools: tidyList(person.schools),
    },
    company: {
      name: tidy(company.name),
      industry: orNull(company.industry),
      technologies: tidyList(company.technologies),
    },
    team: { technologies: tidyTechnologies(team.technologies), talkingPoints: tidyPoints(team.talkingPoints) },
    features: {
      ...features,
      region: tidy(features.region),
      currentPersonas: tidyPersonas(features.currentPersonas),
      lifetimePersonas: tidyPersonas(features.lifetimePersonas),
      recentTitles: tidyList(features.recentTitles),
      technologyEmployers: features.technologyEmployers
        .map(({ employer, technologies }) => ({ employer: tidy(employer), technologies: tidyList(technologies) }))
        .filter(({ employer, technologies }) => employer !== '' && technologies.length > 0),
      skills: tidyTechnologies(features.skills),
      employerUses: tidyTechnologies(features.employerUses),
      warmPath: features.warmPath && tidyPath(features.warmPath),
    },
    scores: facts.scores,
  };
}

function tidy(text: string): string {
  return toSingleLine(text, maxCharacters);
}

function toSingleLine(text: string, max: number): string {
  // Only the beginning of the text is normalised, because the rest is cut off in any case, and normalising a long text would take
  // long.
  const start = text.slice(0, 4 * max);
  return cut(printable(start).replace(/\s+/gu, ' '), max);
}

/** Cuts a text to `max` characters and adds `…`. Characters are counted as code points, so that no surrogate pair is split. */
function cut(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max).join('').trimEnd()}…`;
}

/**
 * Removes repeated parts of a location. A town that is also a region is imported as both, so `Hamburg, Hamburg, Germany` becomes
 * `Hamburg, Germany`.
 */
function withoutRepeats(location: string): string {
  return [...new Set(location.split(', '))].join(', ');
}

function orNull(text: string | null): string | null {
  const tidied = tidy(text ?? '');
  return tidied === '' ? null : tidied;
}

function tidyList(texts: readonly string[]): string[] {
  const first = texts.slice(0, 4 * maxEntries).map(tidy);
  return [...new Set(first)].filter((text) => text !== '').slice(0, maxEntries);
}

function tidyTechnologies({ client, complementary, competitor }: TeamTechnologies): TeamTechnologies {
  return { client: tidyList(client), complementary: tidyList(complementary), competitor: tidyList(competitor) };
}

/** Replaces the underscores in the classifier's tags by spaces: `customer_success` becomes `customer success`. */
function tidyTag(tag: string): string {
  return tidy(tag.replaceAll('_', ' '));
}

function tidyPersonas(personas: readonly PersonaYears[]): PersonaYears[] {
  return personas
    .map(({ persona, years }) => ({ persona: tidyTag(persona), years }))
    .filter(({ persona }) => persona !== '');
}

function tidyPoints(points: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(points)
    .slice(0, maxEntries)
    .map(([about, text]) => [tidyTag(about), toSingleLine(text, maxTalkingPointCharacters)] as const);
  return Object.fromEntries(entries.filter(([about, text]) => about !== '' && text !== ''));
}

type WarmPath = NonNullable<ReasoningFacts['features']['warmPath']>;

function tidyPath({ employee, factors, sharedEmployer, sharedSchool, samePlace }: WarmPath): WarmPath {
  const { id, networkUrl, fullName, title } = employee;
  return {
    employee: { id, networkUrl, fullName: orNull(fullName), title: orNull(title) },
    factors,
    sharedEmployer: sharedEmployer && named(sharedEmployer),
    sharedSchool: sharedSchool && named(sharedSchool),
    samePlace: orNull(samePlace),
  };
}

function named<T extends { readonly name: string }>(shared: T): T | null {
  const name = tidy(shared.name);
  return name === '' ? null : { ...shared, name };
}
