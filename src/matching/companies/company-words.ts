import { Table, wordsIn } from '../../platform/tables/table.js';

/** The words of company names; other modules read their parts of it. */
export const companyWordTable = Table.read(new URL('data/company-words.txt', import.meta.url));

/** Words that companies often omit at the end of their names; `com` is from Acme.com. */
export const tailWords: ReadonlySet<string> = new Set(['group', 'holding', 'worldwide', 'global', 'com', 'intl']);

/** A tail that often names another company of a group: only a name without a legal form may omit it. */
export const distinctTailWord = 'intl';

/** Articles that names in these languages often omit: La Poste, El Corte Inglés. */
export const articles: ReadonlySet<string> = new Set('the le la les el los las il gli het der das'.split(' '));

/** Words between other words: names with and without them are one name only if further evidence agrees. */
export const linkWords: ReadonlySet<string> = new Set(
  'and of for the in at on to de del della dei du des da do dos das di la le les y e en fur for van von der'.split(' '),
);

const forms: ReadonlyMap<string, string> = new Map(
  companyWordTable
    .keyed('variants')
    .flatMap(({ key, value }) => [key, ...wordsIn(value)].map((word): [string, string] => [word, key])),
);

const britishEnding = /isation(?=s?$|al$)/;
/** Names of countries in several words, which are written as one abbreviation, too. */
const unitedStates = /\bunited states(?: of america)?\b/;
const unitedKingdom = /\bunited kingdom\b/;

/** The normal forms of ASCII words and their abbreviations, in lower case; "the" inside a name is left out. */
export function companyWords(words: readonly string[]): string[] {
  const lower = words.map((word) => word.toLowerCase());
  const joined = lower.includes('united')
    ? lower.join(' ').replace(unitedStates, 'us').replace(unitedKingdom, 'uk').split(' ')
    : lower;
  const named = joined.lastIndexOf('the') > 0 ? joined.filter((word, index) => word !== 'the' || index === 0) : joined;
  return named.map(companyWord);
}

function companyWord(word: string): string {
  return forms.get(word) ?? (word.length > 8 ? word.replace(britishEnding, 'ization') : word);
}
