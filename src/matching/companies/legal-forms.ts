import { phrasesIn, Table, wordsIn } from '../../platform/tables/table.js';

const table = Table.read(new URL('data/legal-forms.txt', import.meta.url));

/**
 * Abbreviated legal forms that may also stand before the name, if the name has them in capitals: "OOO Acme". Here and below,
 * all legal forms are in lower-case ASCII.
 */
export const formsInFront: ReadonlySet<string> = new Set(table.words('abbreviations, also before the name'));

/** Legal forms that are words of the name if they are written in title case: "SPA" is a form, "Day Spa" is a name. */
export const formsLikeWords: ReadonlySet<string> = new Set(table.words('abbreviations that are also words'));

/**
 * Legal forms of several words that count as forms only after the name, because names also begin with them: National Association.
 */
const formsBehindOnly: ReadonlySet<string> = new Set(table.phrases('in words, only behind the name'));

/**
 * The Latin form for each legal form of another alphabet. The keys are the forms in their own alphabet, in lower case. If the
 * Latin form is an empty text, the form is removed and not replaced. Only for scripts that divide words by spaces.
 */
export const latinForms: ReadonlyMap<string, string> = new Map(
  table
    .keyed('other alphabets')
    .flatMap(({ key, value }) =>
      phrasesIn(value).map((form): [string, string] => [form.toLowerCase(), key === '-' ? '' : key]),
    ),
);

/** Legal forms in scripts that are written without spaces: 株式会社. */
export const formsWithoutSpaces: readonly string[] = table.phrases('scripts without spaces');

/**
 * The countries of each legal form as two letters: `sarl` has `fr`, `be`, `ch` and others. A form of any country has only `*`.
 * `nonprofit` marks a form that no business has.
 */
export const legalForms: ReadonlyMap<string, ReadonlySet<string>> = readForms();

/** The number of words of the legal form that has the most words. */
export const maxFormWords = Math.max(...[...legalForms.keys()].map((form) => form.split(' ').length));

/** The minimum length of a form in which a typing error is corrected. Shorter forms differ from other words by one letter. */
const minLongForm = 11;

/** Legal forms of one word that are long enough to correct a typing error: `aktiengesellschaft`. */
export const longFormWords: readonly string[] = [...legalForms.keys()].filter(
  (form) => form.length >= minLongForm && !form.includes(' '),
);

/**
 * The legal forms of several words that may stand before the name. The keys are their first words. Each form is an array of its
 * words, and longer forms come first.
 */
export const longFormsInFront: ReadonlyMap<string, readonly (readonly string[])[]> = readLongForms();

const translations: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  table.keyed('English for other forms').map(({ key, value }) => [key, new Set(phrasesIn(value))]),
);

/**
 * Whether one name has legal forms of its country, and the other name has the English ones that such a company uses abroad: a
 * Finnish Oyj calls itself Plc.
 */
export function areTranslatedForms(a: readonly string[], b: readonly string[]): boolean {
  const [one, other] = [a.join(' '), b.join(' ')];
  return translations.get(one)?.has(other) === true || translations.get(other)?.has(one) === true;
}

function readLongForms(): Map<string, string[][]> {
  const forms = [...legalForms.keys()]
    .filter((form) => form.includes(' ') && form.length > minLongForm && !formsBehindOnly.has(form))
    .map((form) => form.split(' '))
    .sort((a, b) => b.length - a.length);
  const found = new Map<string, string[][]>();
  for (const words of forms) found.set(words[0] ?? '', [...(found.get(words[0] ?? '') ?? []), words]);
  return found;
}

function readForms(): Map<string, Set<string>> {
  const forms = new Map<string, Set<string>>();
  for (const { key, value } of [...table.keyed('abbreviations'), ...table.keyed('in words')]) {
    for (const name of phrasesIn(value)) {
      const found = forms.get(name) ?? new Set<string>();
      for (const country of wordsIn(key)) found.add(country);
      forms.set(name, found);
    }
  }
  for (const countries of forms.values()) if (countries.size > 1) countries.delete('*');
  return forms;
}
