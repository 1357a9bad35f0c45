import { Table } from '../platform/tables/table.js';

const table = Table.read(new URL('data/nothing.txt', import.meta.url));
const notations = new Set(table.phrases('notations').map(folded));
const words = new Set(table.phrases('words').map(folded));
/** Matches a text without a letter or digit: `-`, `--`, `?`, `***`. */
const punctuation = /^[\p{P}\p{S}\s]*$/u;

/**
 * Whether a text stands for a missing value in a field of facts, such as an industry, a city or a profile page: an empty text, `NULL`,
 * `N/A`, `#REF!`, `-`. The texts are in `data/nothing.txt`.
 */
export function isNothing(text: string): boolean {
  return isNothingInName(text) || words.has(folded(text));
}

/**
 * Whether a text stands for a missing value also where a name is expected. Words such as `Null` do not, because persons and companies
 * have such names.
 */
export function isNothingInName(text: string): boolean {
  return punctuation.test(text) || notations.has(folded(text));
}

function folded(text: string): string {
  return text.trim().toLowerCase();
}
