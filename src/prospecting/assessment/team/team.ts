import { compileQuery, PersonFacts } from '../../../tenancy/query-fields/query-evaluator.js';
import type { TeamTechnologies } from '../facts/candidate.js';
import { comparableWords, memoized } from '../facts/text.js';
import { countryKey } from '../facts/country.js';
import { fieldsIn, type TalkingPoint, type TeamPersona, type TeamSchema, usualResults } from './team-schema.js';

/** A classified job title. */
export interface TitleReading {
  readonly title: string | null;
  /** Tags of the classifier, strongest first. */
  readonly tags: readonly string[];
  readonly seniority: string | null;
}

/** Whether a title is one of some kind. */
export type TitleQuery = (reading: TitleReading) => boolean;

/** The weights of the scores; their sum is 1. */
export interface Weights {
  readonly technical: number;
  readonly buyer: number;
  readonly receptive: number;
  readonly warmIntro: number;
}

/** A persona of a team that a title belongs to. */
export interface PersonaMatch {
  readonly name: string;
  /** Its weight as a share of the highest weight in the team, 0 to 1. */
  readonly fit: number;
  /** Whether a title is of its field, at any seniority; false for a persona whose name has no field. */
  readonly isOfField: TitleQuery;
}

/** The name of the only region of a team that has not named any. */
export const everywhere = 'Global';

const usualWeights = { technical: 0.25, buyer: 0.3, receptive: 0.2, warm_intro: 0.25 };
/** The persona of teams without any: people who can decide. */
const decisionMakers: TeamPersona = {
  name: 'Decision maker',
  seniorities: ['seniority_executive', 'seniority_director', 'seniority_teamlead'],
};

/** A team's schema with all defaults, compiled for decisions. */
export class Team {
  readonly technologies: TeamTechnologies;
  readonly weights: Weights;
  readonly maxResults: number;
  readonly talkingPoints: readonly TalkingPoint[];
  readonly clientCompanyNetworkUrl: string | null;
  /** Whether the team defines personas; otherwise the classifier's are served. */
  readonly hasPersonas: boolean;
  private readonly personas: readonly { readonly match: PersonaMatch; readonly takes: TitleQuery }[];
  private readonly isExcluded: TitleQuery;
  private readonly regionByCountry: ReadonlyMap<string, string>;
  private readonly otherRegion: string | null;

  constructor(schema: TeamSchema) {
    this.technologies = {
      client: schema.client_technologies ?? [],
      complementary: schema.complementary_technologies ?? [],
      competitor: schema.competitor_technologies ?? [],
    };
    this.weights = normalised(schema.weights ?? usualWeights);
    this.maxResults = schema.max_results ?? usualResults;
    this.talkingPoints = schema.talking_points ?? [];
    this.clientCompanyNetworkUrl = schema.client_company_network_url ?? null;
    this.hasPersonas = schema.personas !== undefined;
    this.personas = weighed(schema.personas ?? [decisionMakers]);
    this.isExcluded = titleQuery(schema.exclude_titles);
    const regions = schema.regions ?? [{ name: everywhere }];
    this.regionByCountry = countriesOf(regions);
    this.otherRegion = regions.find(({ countries }) => countries === undefined)?.name ?? null;
  }

  /** The region of a country (null: unknown): the first that lists it, else the one without countries; null for none. */
  regionOf(country: string | null): string | null {
    const listed = country === null ? undefined : this.regionByCountry.get(countryKey(country));
    return listed ?? this.otherRegion;
  }

  /** Whether a title has one of the keywords that rule it out. */
  excludes(reading: TitleReading): boolean {
    return this.isExcluded(reading);
  }

  /** The team's personas that a title belongs to, best fit first. */
  personasOf(reading: TitleReading): PersonaMatch[] {
    return this.personas.filter(({ takes }) => takes(reading)).map(({ match }) => match);
  }
}

function normalised(given: NonNullable<TeamSchema['weights']>): Weights {
  const { technical = 0, buyer = 0, receptive = 0, warm_intro: warmIntro = 0 } = given;
  const sum = technical + buyer + receptive + warmIntro;
  return { technical: technical / sum, buyer: buyer / sum, receptive: receptive / sum, warmIntro: warmIntro / sum };
}

function weighed(personas: readonly TeamPersona[]): { match: PersonaMatch; takes: TitleQuery }[] {
  const highest = Math.max(...personas.map(({ weight = 1 }) => weight));
  return personas
    .map((persona) => {
      const fit = highest === 0 ? 0 : (persona.weight ?? 1) / highest;
      const isOfField = fieldOf(persona);
      const match = { name: persona.name, fit, isOfField: isOfField ?? (() => false) };
      return { match, takes: belongsTo(persona, isOfField ?? (() => true)) };
    })
    .sort((a, b) => b.match.fit - a.match.fit);
}

/** A title belongs to a persona when its seniority is listed and it is of the persona's field. */
function belongsTo({ seniorities }: TeamPersona, isOfField: TitleQuery): TitleQuery {
  if (seniorities === undefined) return isOfField;
  const ranks = new Set<string | null>(seniorities);
  return (reading) => ranks.has(reading.seniority) && isOfField(reading);
}

/**
 * Whether a title is of a persona's field. With `titles`, one of them stands in it or the classifier gives the tag that the
 * persona is named after; without, the classifier gives a tag of the persona's name. Null when the name has no field
 * ("Decision maker").
 */
function fieldOf({ name, titles }: TeamPersona): TitleQuery | null {
  const fields = titles === undefined ? fieldsIn(name) : [comparableWords(name).replaceAll(' ', '_')];
  if (fields.length === 0) return null;
  const tags = new Set(fields);
  const isMentioned = titleQuery(titles);
  return (reading) => reading.tags.some((tag) => tags.has(tag)) || isMentioned(reading);
}

/** Whether a title has one of the keywords; false without keywords. */
function titleQuery(keywords: readonly string[] | undefined): TitleQuery {
  if (keywords === undefined) return () => false;
  const query = compileQuery({ titles: [...keywords] });
  const matches = memoized((title) =>
    query(new PersonFacts({ jobTitle: title, seniority: null, personas: null, country: null, skills: null })),
  );
  return ({ title }) => matches(title ?? '');
}

function countriesOf(regions: NonNullable<TeamSchema['regions']>): ReadonlyMap<string, string> {
  const byCountry = new Map<string, string>();
  for (const { name, countries = [] } of regions) {
    for (const key of countries.map(countryKey)) if (!byCountry.has(key)) byCountry.set(key, name);
  }
  return byCountry;
}
