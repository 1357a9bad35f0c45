import { CommandError } from '../../platform/errors/command-error.js';
import { fold, type QueryDefinition, readQueryDefinition, wordsOf } from './query-definition.js';

/** The stored data of a person that queries compare. A list that is null counts as empty. */
export interface StoredFacts {
  readonly jobTitle: string | null;
  /** The full name of the seniority, such as `seniority_executive`. */
  readonly seniority: string | null;
  readonly personas: readonly string[] | null;
  readonly country: string | null;
  readonly skills: readonly string[] | null;
}

/** A person whom queries evaluate. The normalised values are computed once, when a query first needs them. */
export class PersonFacts {
  private words: readonly string[] | undefined;
  private foldedPersonas: readonly string[] | undefined;
  private foldedCountry: string | undefined;
  private skills: readonly string[] | undefined;

  constructor(private readonly stored: StoredFacts) {}

  get titleWords(): readonly string[] {
    return (this.words ??= wordsOf(this.stored.jobTitle ?? ''));
  }

  get seniority(): string {
    return this.stored.seniority ?? '';
  }

  get personas(): readonly string[] {
    return (this.foldedPersonas ??= (this.stored.personas ?? []).map(fold));
  }

  get country(): string {
    return (this.foldedCountry ??= fold(this.stored.country ?? ''));
  }

  get technologies(): readonly string[] {
    return (this.skills ??= (this.stored.skills ?? []).map(fold));
  }
}

/** A compiled query: a function that tells whether a person matches. */
export type PersonQuery = (person: PersonFacts) => boolean;

/**
 * Compiles a definition into a predicate, which is used for the counts of companies, the query fields of persons, and prospecting. A
 * long list costs hardly more time than a short one.
 */
export function compileQuery(definition: QueryDefinition): PersonQuery {
  const { titles, exclude_titles: excluded, seniorities, personas, technologies, countries } = definition;
  // The cheapest conditions come first.
  const conditions = [
    listed(seniorities, (listing) => (person) => listing.has(person.seniority)),
    listed(countries?.map(fold), (listing) => (person) => listing.has(person.country)),
    listed(personas?.map(fold), (listing) => (person) => person.personas.some((tag) => listing.has(tag))),
    titles && mentionsAny(titles),
    excluded && not(mentionsAny(excluded)),
    listed(technologies?.map(fold), (listing) => (person) => person.technologies.some((skill) => listing.has(skill))),
  ].filter((condition) => condition !== undefined);
  return (person) => conditions.every((holds) => holds(person));
}

/** Whether a query needs skills, which are stored in another table. */
export function needsSkills({ technologies }: QueryDefinition): boolean {
  return technologies !== undefined;
}

function listed(
  values: readonly string[] | undefined,
  condition: (listing: ReadonlySet<string>) => PersonQuery,
): PersonQuery | undefined {
  return values && condition(new Set(values));
}

function not(query: PersonQuery): PersonQuery {
  return (person) => !query(person);
}

/** The condition that the job title has all words of one keyword, one directly after the other. */
function mentionsAny(keywords: readonly string[]): PersonQuery {
  const restsByFirst = new Map<string, string[][]>();
  for (const [first, ...rest] of keywords.map(wordsOf)) {
    if (first === undefined) continue;
    restsByFirst.set(first, [...(restsByFirst.get(first) ?? []), rest]);
  }
  return ({ titleWords }) =>
    titleWords.some((word, index) =>
      (restsByFirst.get(word) ?? []).some((rest) =>
        rest.every((expected, offset) => titleWords[index + 1 + offset] === expected),
      ),
    );
}

/** A compiled definition from the database. */
export interface StoredQuery {
  readonly matches: PersonQuery;
  readonly needsSkills: boolean;
}

/**
 * Compiles a definition from the database.
 * @param text the definition as JSON
 * @returns null if this version cannot read the definition, for example because a newer version has written it
 */
export function compileStoredQuery(text: string): StoredQuery | null {
  try {
    const definition = readQueryDefinition(JSON.parse(text));
    return { matches: compileQuery(definition), needsSkills: needsSkills(definition) };
  } catch (error) {
    if (error instanceof CommandError) return null;
    throw error;
  }
}
