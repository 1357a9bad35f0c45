import { pageName } from '../format.js';

/** The maximum number of words in the name of a person. */
const longestName = 8;

/**
 * The name of the person to whom a profile page belongs. If a text about the person contains the name, the name is written as in this text:
 * for the page `/in/helene-muller-4b` and the text "Ask Hélène Müller." it is "Hélène Müller". If the text does not contain it, the name is
 * made from the URL of the page: "Helene Muller".
 */
export function personName(page: string, text: string): string {
  const slug = pageName(page);
  const parts = slug.split(/[-_.\s]+/).filter((part) => part !== '');
  // If several persons have the same name, the site adds a part with digits to the URL of the page.
  const words = parts.filter((part) => !/\d/.test(part));
  if (words.length === 0) return slug;
  return nameIn(text, lettersOf(words.join(''))) ?? words.map(capitalised).join(' ');
}

/** The part of a text whose words together have exactly these letters; null if there is none. @param letters as `lettersOf` returns them */
function nameIn(text: string, letters: string): string | null {
  const words = [...text.matchAll(/[\p{L}\p{M}]+/gu)];
  for (const [index, { index: start }] of words.entries()) {
    let found = '';
    for (const word of words.slice(index, index + longestName)) {
      found += lettersOf(word[0]);
      if (found === letters) return text.slice(start, word.index + word[0].length);
      if (!letters.startsWith(found)) break;
    }
  }
  return null;
}

/** The letters of a text in lower case and without accents: `Müller` → `muller`. */
function lettersOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
}

function capitalised(word: string): string {
  const [first = '', ...others] = Array.from(word);
  return first.toUpperCase() + others.join('');
}
