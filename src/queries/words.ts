const asciiOnly = /^[\0-\x7f]*$/;
/** Accents and invisible characters, which are removed. Vowel signs of Indic scripts are not among them; they are parts of words. */
const accents = /[\p{Script=Inherited}\p{Cf}]/gu;
/** The plain forms of letters that Unicode normalisation (NFKD) does not decompose, and of the Greek final sigma. */
const otherLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
};
const otherLetter = /[øłđðæœþς]/g;
/** The characters of scripts that put no spaces between words. Each of them counts as a word. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/**
 * The words of a folded text: `.net` (also at the end of `asp.net`), `c++` and `c#`, `r&d`, `v.p.`, and any other run of
 * letters and digits. The words with signs need patterns of their own. Otherwise they would be divided into words with
 * another meaning, such as `c` or `net`.
 */
const wordPattern =
  /\.net(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:[a-z](?:\+\+|#)|[a-z] ?& ?[a-z](?![\p{L}\p{N}])|(?:[a-z]\.)+[a-z](?![\p{L}\p{N}]))|[\p{L}\p{N}\p{M}]+/gu;
const joined = /^[a-z][ &.]/;

/** Normalises a text for comparison: letter case, accents, letter width and surrounding spaces do not matter. `Café` → `cafe`. */
export function fold(text: string): string {
  if (asciiOnly.test(text)) return text.trim().toLowerCase();
  // Upper case comes first, because only upper case turns ß into SS and ı into I.
  const plain = text.toUpperCase().normalize('NFKD').replace(accents, '').toLowerCase();
  return plain.replace(otherLetter, (letter) => otherLetters[letter] ?? letter).trim();
}

/** The folded words of a job title or keyword, in their order: `V.P. of R & D` → `vp`, `of`, `r&d`. Signs alone give no words. */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  const spaced = asciiOnly.test(folded) ? folded : folded.replace(spaceless, ' $& ');
  return (spaced.match(wordPattern) ?? []).map((word) => (joined.test(word) ? word.replace(/[ .]/g, '') : word));
}
