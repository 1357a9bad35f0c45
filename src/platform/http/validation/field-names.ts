import { flagOrTexts, listOf, text } from './shapes.js';

/** Most names in one request; well above what the catalogue and any tenant's own fields come to. */
const maxNames = 1_000;
/** Most characters of all names together: an answer repeats them for each record, so they bound its size. */
const maxCharacters = 50_000;

/** Of a list of names that is too long otherwise, the characters are not counted. */
const charactersBound = {
  error: `all names together should have at most ${maxCharacters} characters`,
  when: ({ issues }: { issues: readonly unknown[] }) => issues.length === 0,
};

/** The names of the fields that a request asks for. */
export function fieldNames() {
  return listOf(text(), { max: maxNames }).refine(hasFewCharacters, charactersBound);
}

/** true for all fields, false for none, or their names. */
export function flagOrFieldNames() {
  const names = flagOrTexts({ max: maxNames });
  return names.refine((value) => typeof value === 'boolean' || hasFewCharacters(value), charactersBound);
}

/** For the OpenAPI document. */
export function describeFieldNames(subject: 'company' | 'person'): string {
  return `Names from the ${subject} catalogue or of query fields of the tenant; together at most ${maxCharacters} characters`;
}

function hasFewCharacters(names: readonly string[]): boolean {
  return names.join('').length <= maxCharacters;
}
