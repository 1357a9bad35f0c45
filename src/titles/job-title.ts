/** The maximum number of UTF-16 code units of a title that are read. The rest of a longer title is ignored. */
export const maxTitleLength = 300;

/** A word of a title and its place in it. */
export interface TitleWord {
  /** The word in lower case, without accents and without the "s" of a plural: `Ingénieurs` → `ingenieur`. */
  readonly text: string;
  /** The index of the clause in which the word stands. Commas, dashes, brackets and the ends of segments separate clauses. */
  readonly clause: number;
  /**
   * The index of the segment in which the word stands. Segments are separate titles of one person, between bars, slashes, bullets
   * or emoji: "CEO | Founder".
   */
  readonly segment: number;
}

const asciiOnly = /^[\0-\x7f]*$/;
const whiteSpace = /\s+/g;
const invisible = /[\p{M}\p{Cf}]/gu;
/** Letters that the normal form NFKD does not divide into ASCII letters and accents. */
const undecomposedLetters = new Map(Object.entries({ ø: 'o', ł: 'l', đ: 'd', ð: 'd', æ: 'ae', œ: 'oe', þ: 'th' }));
const wholeLetter = /[øłđðæœþ]/g;

/** The genders that a job advertisement addresses: `(m/w/d)`, `H/F`, `f|m|x`. */
const genderMarks = /(?<![a-z0-9])[mwfdhxkv](?:[/|,*][mwfdhxkv]){1,3}(?![a-z0-9])/g;
/** The ending for another gender after a word: `Leiter(in)`, `Entwickler:in`, `Ingénieur·e`, `Directeur/trice`. */
const genderEnding =
  /(?<=[a-z]{3})(?:\(-?(?:in|innen|frau|e|a|o|ne|re|rice|trice|euse|se|fe)\)|[/:*_·]-?(?:in|innen|frau|e|a|o|ne|re|rice|trice|euse|se|fe)(?![a-z0-9-]))/g;
/** An abbreviation with dots: `V.P.`, `c.e.o`. */
const dotted = /(?<![a-z0-9])(?:[a-z]\.)+[a-z](?![a-z0-9])/g;
/** Two letters that a sign joins: `R&D`, `M + A`. */
const joinedLetters = /(?<![a-z0-9])([a-z])\s?[&+]\s?([a-z])(?![a-z0-9])/g;
/** The "e-" of words such as `e-commerce`. */
const electronic = /(?<![a-z0-9])e-(?=[a-z]{3})/g;

/** The signs that occur in the patterns above. A text without any of these signs matches none of the patterns. */
const genderSigns = /[()/|,*:_·.&+-]/;

const tokenPattern = /c\+\+|[cf]#|[\p{L}\p{N}]+|[&+]|@|[,:()[\]{}–—―]|\s-+|-+\s|[|/\\;•·‣►]|\p{So}/gu;
const clauseBreak = /^(?:[,:()[\]{}–—―]|\s-+|-+\s)$/;
const segmentBreak = /^(?:[|/\\;•·‣►]|\p{So})$/u;
const signs = new Map(Object.entries({ '&': 'and', '+': 'and', '@': 'at' }));
/** A word whose last "s" does not mark a plural: `ops`, `business`. */
const finalS = /^.{1,3}s$|[sui]s$/;

/**
 * The words of a job title in their order: `Leiter(in) Vertrieb (m/w/d)` → `leiter`, `vertrieb`. Case, accents, letter width and
 * white space do not count. An abbreviation with dots is one word (`V.P.` → `vp`), and endings and marks for genders are removed.
 *
 * Only the first {@link maxTitleLength} characters are read. Empty for a title without a letter or digit. Never throws.
 */
export function titleWords(title: string): TitleWord[] {
  const words: TitleWord[] = [];
  let clause = 0;
  let segment = 0;
  for (const [token] of withoutGenders(fold(title).slice(0, maxTitleLength)).matchAll(tokenPattern)) {
    if (segmentBreak.test(token)) segment += 1;
    // The end of a segment also ends the clause.
    if (segmentBreak.test(token) || clauseBreak.test(token)) clause += 1;
    // A single "s" is left over from a possessive such as "Founder's", and is dropped.
    else if (token !== 's') words.push({ text: signs.get(token) ?? singular(token), clause, segment });
  }
  return words;
}

/** Removes the "s" of a plural, which titles use inconsistently: "Systems Engineer" and "System Engineer". */
function singular(word: string): string {
  return word.endsWith('s') && !finalS.test(word) ? word.slice(0, -1) : word;
}

/**
 * The text in lower-case letters without accents: `Ingénieur` → `ingenieur`. It is converted to upper case first, because that
 * unifies more variants of a letter, such as `ß` and `ss`.
 */
function fold(title: string): string {
  const text = title.trimStart().slice(0, maxTitleLength).replace(whiteSpace, ' ');
  if (asciiOnly.test(text)) return text.toLowerCase();
  const plain = text.toUpperCase().normalize('NFKD').replace(invisible, '').toLowerCase();
  return plain.replace(wholeLetter, (letter) => undecomposedLetters.get(letter) ?? letter);
}

function withoutGenders(text: string): string {
  if (!genderSigns.test(text)) return text;
  return text
    .replace(genderMarks, ' ')
    .replace(genderEnding, '')
    .replace(dotted, (letters) => letters.replaceAll('.', ''))
    .replace(joinedLetters, '$1n$2')
    .replace(electronic, 'e');
}
