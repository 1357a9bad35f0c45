import { romaniseName } from './scripts/abjad.js';

/** A word of a name as it is written, and in lower-case ASCII letters (`text`): `Müller` and `muller`. */
export interface RomanWord {
  written: string;
  text: string;
}

/** Splits one of the lists below into its words. All are in lower-case ASCII letters. */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that form a name together with the next word: Abdul Aziz is Abdulaziz, and Abu Bakar is Abubakar. */
export const nameBeginnings = words(`
  abd abdu abdul abdel abdal abdol abdoul abdur abdus abdun abdud abder abdes abdar abu abou abo umm
`);

const servantOf = /^abd[aeiou]/;

/** Whether a word is an Arabic given name of two parts, such as Abdulrahman. @param word in lower-case ASCII */
export function isCompoundGivenName(word: string): boolean {
  return servantOf.test(word);
}

/** Spellings of the Arabic article. Before some consonants its end sounds like them: ad-Din, ar-Rahman. */
const articles = words('al el ul ol ad ed ud ar er ur as es us ash esh ush an en un at et ut az ez uz');

/** Words that form a name together with an article and the word before it: Saif al-Din, Zia ur Rahman. */
const nameEnds = words('din deen dine rahman rehman haq haqq haque islam mulk dawla');

/** Words that follow the father's name in Turkic patronymics: Heydar oglu. */
const patronymicEnds = words('oglu ogly ogli oglou kizi kyzy qizi gizi uly uulu');

/**
 * Whether a word may belong to a name of several words, by which {@link joinCompoundNames} joins it to its neighbours.
 * @param word in lower-case ASCII
 */
export function isPartOfCompound(word: string): boolean {
  return word.length <= maxKnownLength && (nameBeginnings.has(word) || articles.has(word) || patronymicEnds.has(word));
}

/** The length of the longest word of `nameBeginnings`, `articles` and `patronymicEnds`. */
const maxKnownLength = Math.max(
  ...Array.from([...nameBeginnings, ...articles, ...patronymicEnds], ({ length }) => length),
);

const hyphen = /[\p{Pd}_]/u;
const hyphens = /[\p{Pd}_]/gu;
const notLetter = /[^a-z]/g;

/**
 * Joins each Arabic compound name and each Turkic patronymic to one word, however it is divided: `Abd al-Aziz` and `Abdul-Aziz`
 * → `AbdalAziz` and `AbdulAziz`, `Heydar oglu` → `Heydaroglu`.
 * @param minWords the minimum number of words that must be left. With 2, the name `Abdul Khan` is not joined
 */
export function joinCompoundNames(written: readonly RomanWord[], minWords: number): readonly RomanWord[] {
  if (!written.some(mayBelongToCompound)) return written;
  const joined: RomanWord[] = [];
  for (let index = 0; index < written.length; index += 1) {
    const word = written[index];
    if (word === undefined) break;
    const rest = written.length - index;
    const length = Math.min(lengthOfCompound(written, index), joined.length + rest - minWords + 1);
    const previous = joined.at(-1);
    if (length > 1) {
      joined.push(joinedOf(written.slice(index, index + length)));
      index += length - 1;
    } else if (previous !== undefined && joined.length > 1 && patronymicEnds.has(word.text)) {
      joined.splice(-1, 1, joinedOf([previous, word]));
    } else {
      joined.push(isCompound(word) ? joinedOf([word]) : word);
    }
  }
  return joined;
}

function mayBelongToCompound({ text, written }: RomanWord): boolean {
  if (text.length < written.length && hyphen.test(written)) return true;
  return isPartOfCompound(text);
}

/** The number of words from `index` on that are one compound name: 3 for Abd al Aziz, 2 for Abdul Aziz, 1 for any other word. */
function lengthOfCompound(written: readonly RomanWord[], index: number): number {
  const [first = '', second = '', third = ''] = written.slice(index, index + 3).map(({ text }) => text);
  if (nameBeginnings.has(first)) return articles.has(second) && third !== '' ? 3 : second === '' ? 1 : 2;
  if (articles.has(second) && nameEnds.has(third) && !articles.has(first)) return 3;
  return isArticleAndEnd(written[index + 1]) && !articles.has(first) ? 2 : 1;
}

/** Whether a written word consists of an article and a word of `nameEnds`: `al-Din`. */
function isArticleAndEnd(word: RomanWord | undefined): boolean {
  const [article = '', end = '', ...others] = word === undefined ? [] : partsOf(word);
  return others.length === 0 && articles.has(article) && nameEnds.has(end);
}

/** Whether a written word is a whole compound with hyphens: `Abdul-Aziz`, `Abd-al-Latif`, `Saif-al-Din`. */
function isCompound(word: RomanWord): boolean {
  const [first = '', second = '', third = ''] = partsOf(word);
  return (nameBeginnings.has(first) && second !== '') || (articles.has(second) && nameEnds.has(third));
}

function partsOf({ written }: RomanWord): string[] {
  return written.split(hyphens).map((part) => romaniseName(part).plain.toLowerCase().replace(notLetter, ''));
}

function joinedOf(parts: readonly RomanWord[]): RomanWord {
  const written = parts.map((part) => part.written.replace(hyphens, '')).join('');
  return { written, text: parts.map(({ text }) => text).join('') };
}
