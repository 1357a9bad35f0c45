import { Table, wordsIn } from '../../platform/tables/table.js';

/** The table of words that company names contain. Each module reads the sections that it needs. */
export const companyWordTable = Table.read(new URL('data/company-words.txt', import.meta.url));

/** Words that companies often omit at the end of their names, as `companyWords` returns them: `com` stands for the end of Acme.com. */
export const tailWords: ReadonlySet<string> = new Set(['group', 'holding', 'worldwide', 'global', 'com', 'intl']);

/**
 * Words for a group in further languages. Names omit them like the tail words. They are not tail words, because these decide under which
 * keys a company is stored.
 */
export const groupWords: ReadonlySet<string> = new Set(companyWordTable.words('words for a group'));

/**
 * The tail word "International". It often distinguishes two companies of a group, "Acme Ltd" and "Acme International Ltd", so only a
 * name without a legal form may omit it.
 */
export const distinctTailWord = 'intl';

/** Articles that companies often omit at the start of their names: La Poste, El Corte Inglés. */
export const articles: ReadonlySet<string> = new Set('the le la les el los las il gli het der das'.split(' '));

/**
 * Words that connect other words, such as "of". A name with such a word and a name without it may be one name, if there is
 * further evidence for this.
 */
export const linkWords: ReadonlySet<string> = new Set(
  'and of for the in at on to de del della dei du des da do dos das di la le les y e en fur for van von der'.split(' '),
);

/** Words of institutions that may stand before or after a place, in normal form: University of Oxford, Oxford University. */
export const institutions: ReadonlySet<string> = new Set(
  'univ college inst ministry dept museum hosp academy embassy'.split(' '),
);

/**
 * Words of schools, in normal form. Their names do not lack words, because the further words name a campus or a faculty: Technische
 * Hochschule Mannheim.
 */
export const schools: ReadonlySet<string> = new Set([
  ...institutions,
  ...'colleges universities school schools hochschule fachhochschule hogeschool universitas universiti universidade'.split(
    ' ',
  ),
  ...'ecole escuela'.split(' '),
]);

/** The words for which each abbreviation stands, in lower-case ASCII: `compagnie` for `cie`. */
export const abbreviations: ReadonlyMap<string, readonly string[]> = new Map(
  companyWordTable.keyed('abbreviations').map(({ key, value }) => [key, wordsIn(value)]),
);

/** The normal form of each spelling or abbreviation: `associates` → `assoc`. */
const forms: ReadonlyMap<string, string> = new Map(
  companyWordTable
    .keyed('variants')
    .flatMap(({ key, value }) => [key, ...wordsIn(value)].map((word): [string, string] => [word, key])),
);

const britishEnding = /isation(?=s?$|al$)/;
/** Two countries whose names have several words and are often abbreviated. */
const unitedStates = /\bunited states(?: of america)?\b/;
const unitedKingdom = /\bunited kingdom\b/;

/**
 * The normal forms of the words of a company's name, in lower case: "Bank of the United States" → `bank`, `of`, `us`. A "the" inside
 * the name is left out.
 * @param words in ASCII
 */
export function companyWords(words: readonly string[]): string[] {
  const lower = words.map((word) => word.toLowerCase());
  const joined = lower.includes('united')
    ? lower.join(' ').replace(unitedStates, 'us').replace(unitedKingdom, 'uk').split(' ')
    : lower;
  const named = joined.lastIndexOf('the') > 0 ? joined.filter((word, index) => word !== 'the' || index === 0) : joined;
  return named.map(companyWord);
}

/** The normal form of a single word, as {@link companyWords} returns it. @param word in lower-case ASCII */
export function companyWord(word: string): string {
  return forms.get(word) ?? (word.length > 8 ? word.replace(britishEnding, 'ization') : word);
}

/** Whether a word connects other words: "of", "und", "the". @param word in lower-case ASCII */
export function isLink(word: string): boolean {
  return word === 'the' || linkWords.has(companyWord(word));
}
