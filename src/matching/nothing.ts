import { Table } from '../platform/tables/table.js';

const table = Table.read(new URL('data/nothing.txt', import.meta.url));
const notations = new Set(table.phrases('notations').map(folded));
const words = new Set(table.phrases('words').map(folded));
const longest = Math.max(...[...notations, ...words].map((text) => text.length));

/** Matches a text without a letter or digit: `-`, `--`, `?`, `***`. */
const punctuation = /^[\p{P}\p{S}\s]*$/u;
/**
 * Matches what spreadsheet programs write for a failed formula, in any language: `#REF!`, `#BEZUG!`, `#¿NOMBRE?`, `#N/A Requesting Data...`,
 * `Err:502`.
 */
const failedFormula = /^(?:#[¡¿]?[\p{Lu}0-9_/ ]{2,30}[!?]|#N\/A\b.{0,40}|(?:Err|Fehler|Erreur):[0-9]{3})$/u;
/** Matches a placeholder that a template program has not filled in: `{{company.name}}`, `${city}`, `<%= name %>`. */
const placeholder = /^(?:\{\{[^{}]*\}\}|\$\{[^{}]*\}|<%.*%>)$/;
/** Matches a text between brackets, quotation marks, hyphens or stars: `[unknown]`, `--None--`, `'null'`. */
const enclosed = /^[\p{Ps}\p{Pi}<'"`*_-]+(?=[^\p{Ps}\p{Pi}<'"`*_-])(.+?)[\p{Pe}\p{Pf}>'"`*_-]+$/u;

/**
 * By the code of the first character of a text and by its length, both modulo 256 and 32: whether a text in the tables may have them. Most
 * texts are decided by this table alone, without a copy in lower case.
 */
const shapes = shapesOf([...notations, ...words]);

/**
 * Whether a text stands for a missing value in a field of facts, such as an industry, a city or a profile page: an empty text, `NULL`,
 * `N/A`, `#REF!`, `-`. The texts are in `data/nothing.txt`.
 */
export function isNothing(text: string): boolean {
  const plain = text.trim();
  return isNothingWord(plain) || isNotation(plain);
}

/**
 * Whether a text stands for a missing value also where a name is expected. Words such as `Null` do not, because persons and companies
 * have such names.
 */
export function isNothingInName(text: string): boolean {
  return isNotation(text.trim());
}

function isNothingWord(plain: string): boolean {
  return mayBeInTables(plain) && words.has(plain.toLowerCase());
}

function isNotation(plain: string): boolean {
  if (plain === '') return true;
  if (startsWithLetter(plain) && !mayBeInTables(plain)) return isFailedInLetters(plain);
  if (mayBeInTables(plain) && notations.has(plain.toLowerCase())) return true;
  if (startsWithLetter(plain)) return isFailedInLetters(plain);
  if (punctuation.test(plain) || failedFormula.test(plain) || placeholder.test(plain)) return true;
  if (plain.length > longest + 8) return false;
  const inner = enclosed.exec(plain)?.[1]?.trim();
  return inner !== undefined && (isNothingWord(inner) || notations.has(inner.toLowerCase()));
}

/** Whether a text begins with an ASCII letter or digit, as most texts do. Such a text is neither punctuation nor in brackets. */
function startsWithLetter(text: string): boolean {
  const code = text.charCodeAt(0);
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

/** Whether a text is an error that begins with a letter: `Err:502`. */
function isFailedInLetters(text: string): boolean {
  return text.length <= 11 && text.charCodeAt(text.length - 4) === 58 && failedFormula.test(text);
}

function mayBeInTables(text: string): boolean {
  if (text.length > longest) return false;
  return ((shapes[text.charCodeAt(0) & 255] ?? 0) & (1 << (text.length & 31))) !== 0;
}

function shapesOf(texts: readonly string[]): Uint32Array {
  const found = new Uint32Array(256);
  for (const text of texts) {
    for (const written of [text, text.toUpperCase()]) {
      const code = written.charCodeAt(0) & 255;
      found[code] = (found[code] ?? 0) | (1 << (text.length & 31));
    }
  }
  return found;
}

function folded(text: string): string {
  return text.trim().toLowerCase();
}
