import { Refusal } from '../../platform/errors/command-error.js';
import { readQueryDefinition } from './query-definition.js';
import { asksForSkills, compileQuery, type PersonQuery } from './query-evaluator.js';

/** A definition out of the database, ready for use. */
export interface StoredQuery {
  readonly matches: PersonQuery;
  /** Whether it looks at a person's skills, which are stored apart and cost reading. */
  readonly asksForSkills: boolean;
}

/**
 * @param text the definition as JSON
 * @returns null for a definition that this build cannot read: written by hand, or by a newer build
 */
export function compileStoredQuery(text: string): StoredQuery | null {
  try {
    const definition = readQueryDefinition(JSON.parse(text));
    return { matches: compileQuery(definition), asksForSkills: asksForSkills(definition) };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
