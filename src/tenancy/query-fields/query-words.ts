const ASCII_ONLY = /^[\0-\x7f]*$/;
/** Accents, and what stands in a text without being seen. Vowel signs of Indic scripts are letters, not accents. */
const ACCENTS = /[\p{Script=Inherited}\p{Cf}]/gu;
/** Letters that decomposition leaves whole, and the two small sigmas. */
const OTHER_LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
};
const OTHER_LETTER = /[øłđðæœþς]/g;
/** Scripts that put no space between words; there every character counts as a word. */
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/**
 * In this order: `.NET`, alone or at the end of `ASP.NET`; `C++`, `C#`; `R&D`; `V.P.`; and any run of letters and
 * digits. The first four would otherwise fall apart into letters that mean something else.
 */
const WORD =
  /\.net(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:[a-z](?:\+\+|#)|[a-z] ?& ?[a-z](?![\p{L}\p{N}])|(?:[a-z]\.)+[a-z](?![\p{L}\p{N}]))|[\p{L}\p{N}\p{M}]+/gu;
const JOINED = /^[a-z][ &.]/;

/** A text as queries compare it: without regard to case, accents, width of letters and the space around it. */
export function fold(text: string): string {
  if (ASCII_ONLY.test(text)) return text.trim().toLowerCase();
  // Upper case comes first, because only there ß and SS, ı and I meet.
  const plain = text.toUpperCase().normalize('NFKD').replace(ACCENTS, '').toLowerCase();
  return plain.replace(OTHER_LETTER, (letter) => OTHER_LETTERS[letter] ?? letter).trim();
}

/** The words of a job title or of a keyword, folded, in their order; empty when there is no letter or digit. */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  const spaced = ASCII_ONLY.test(folded) ? folded : folded.replace(SPACELESS, ' $& ');
  return (spaced.match(WORD) ?? []).map((word) => (JOINED.test(word) ? word.replace(/[ .]/g, '') : word));
}
