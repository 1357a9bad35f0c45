import { phrasesIn, Table, wordsIn } from '../../platform/tables/table.js';

const table = Table.read(new URL('data/legal-forms.txt', import.meta.url));

/** Forms in capitals that may also precede the name, as in their countries. */
export const formsInFront: ReadonlySet<string> = new Set(table.words('abbreviations, also before the name'));

/** Forms that are words of the name in title case: Day Spa. */
export const formsLikeWords: ReadonlySet<string> = new Set(table.words('abbreviations that are also words'));

/** Forms of several words that begin other names, too, and are forms only behind the name. */
const formsBehindOnly: ReadonlySet<string> = new Set(table.phrases('in words, only behind the name'));

/** The Latin forms, or an empty text, that replace forms in other alphabets with spaces, by these forms in lower case. */
export const latinForms: ReadonlyMap<string, string> = new Map(
  table
    .keyed('other alphabets')
    .flatMap(({ key, value }) =>
      phrasesIn(value).map((form): [string, string] => [form.toLowerCase(), key === '-' ? '' : key]),
    ),
);

/** Forms in scripts without spaces. */
export const formsWithoutSpaces: readonly string[] = table.phrases('scripts without spaces');

/** The countries of each legal form, from all its rows. */
export const legalForms: ReadonlyMap<string, ReadonlySet<string>> = readForms();

/** The number of words of the longest legal form. */
export const maxFormWords = Math.max(...[...legalForms.keys()].map((form) => form.split(' ').length));

/** Shorter forms are one letter from other words. */
const minLongForm = 11;

/** Long forms of one word, of which a typing error is recognised. */
export const longFormWords: readonly string[] = [...legalForms.keys()].filter(
  (form) => form.length >= minLongForm && !form.includes(' '),
);

/** Forms of several words that may precede the name, by their first word, longest first. */
export const longFormsInFront: ReadonlyMap<string, readonly (readonly string[])[]> = readLongForms();

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
