import { compileQuery, PersonFacts } from '../../../queries/query-evaluator.js';
import type { TeamTechnologies } from '../facts/candidate.js';
import { comparableWords, memoized } from '../facts/text.js';
import { countryKey } from '../facts/country.js';
import { fieldsIn, type TalkingPoint, type TeamPersona, type TeamSchema, usualResults } from './team-schema.js';

export interface TitleReading {
  readonly title: string | null;
  /** The tags that the classifier gives the title, the strongest first. */
  readonly tags: readonly string[];
  readonly seniority: string | null;
}

/** A condition for titles: it returns true for a title that meets it. */
export type TitleQuery = (reading: TitleReading) => boolean;

/** The weight of each of the four scores in the composite score. The sum of the weights is 1. */
export interface Weights {
  readonly technical: number;
  readonly buyer: number;
  readonly receptive: number;
  readonly warmIntro: number;
}

/** A persona of the team to which a title belongs. */
export interface PersonaMatch {
  readonly name: string;
  /** The persona's weight divided by the highest weight of the team's personas: 0 to 1. */
  readonly fit: number;
  /** Whether a title is in the persona's field of work, whatever its seniority; always false for a persona without a field. */
  readonly isOfField: TitleQuery;
}

/** The sales region of all prospects if the team's schema names no regions. */
export const everywhere = 'Global';

const usualWeights = { technical: 0.25, buyer: 0.3, receptive: 0.2, warm_intro: 0.25 };
/** The persona that selects prospects if the team's schema defines none: people who can decide on a purchase. */
const decisionMakers: TeamPersona = {
  name: 'Decision maker',
  seniorities: ['seniority_executive', 'seniority_director', 'seniority_teamlead'],
};

/** A team's schema, with defaults for missing members and with its conditions as functions. */
export class Team {
  readonly technologies: TeamTechnologies;
  readonly weights: Weights;
  readonly maxResults: number;
  readonly talkingPoints: readonly TalkingPoint[];
  readonly clientCompanyNetworkUrl: string | null;
  /** Whether the schema defines personas. If it does not, answers list the classifier's tags where they would list personas. */
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

  /**
   * The team's sales region for a country: the first region that lists the country, otherwise the region that lists no countries.
   * @param country null when the country is unknown
   * @returns null when the country is in no region, and then the team wants no prospects there
   */
  regionOf(country: string | null): string | null {
    const listed = country === null ? undefined : this.regionByCountry.get(countryKey(country));
    return listed ?? this.otherRegion;
  }

  /** Whether a title contains one of the keywords of `exclude_titles`. */
  excludes(reading: TitleReading): boolean {
    return this.isExcluded(reading);
  }

  /** The team's personas that a title belongs to, the best fit first. */
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

/**
 * The condition for the titles of a persona: the title is in the persona's field of work, and if the persona lists seniorities, the
 * title has one of these.
 */
function belongsTo({ seniorities }: TeamPersona, isOfField: TitleQuery): TitleQuery {
  if (seniorities === undefined) return isOfField;
  const ranks = new Set<string | null>(seniorities);
  return (reading) => ranks.has(reading.seniority) && isOfField(reading);
}

/**
 * The condition for titles in a persona's field of work. There are two kinds of personas:
 * - A persona with `titles`: the title contains one of these, or the classifier gives it the tag that equals the persona's name.
 *   For example, the persona "Customer success" also matches titles with the tag `customer_success`.
 * - A persona without `titles`: its name is classified like a job title, and the title has one of the resulting tags.
 * @returns null for a persona without `titles` whose name has no field of work, such as "Decision maker"
 */
function fieldOf({ name, titles }: TeamPersona): TitleQuery | null {
  const fields = titles === undefined ? fieldsIn(name) : [comparableWords(name).replaceAll(' ', '_')];
  if (fields.length === 0) return null;
  const tags = new Set(fields);
  const isMentioned = titleQuery(titles);
  return (reading) => reading.tags.some((tag) => tags.has(tag)) || isMentioned(reading);
}

/** The condition for titles that contain one of the keywords. Without keywords, no title meets it. */
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
