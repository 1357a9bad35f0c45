/** The maximum length of a title, in UTF-16 code units; the rest is ignored. */
export const maxTitleLength = 300;

/** A word of a title, in lower case without accents and plural s, and its position. */
export interface TitleWord {
  readonly text: string;
  /** The index of the clause; a comma, dash, bracket or segment break separates clauses. */
  readonly clause: number;
  /** The index of the segment; a bar, slash, bullet or emoji separates segments, which are separate titles. */
  readonly segment: number;
}

const asciiOnly = /^[\0-\x7f]*$/;
const whiteSpace = /\s+/g;
const invisible = /[\p{M}\p{Cf}]/gu;
/** Letters that NFKD does not decompose. */
const undecomposedLetters = new Map(Object.entries({ ø: 'o', ł: 'l', đ: 'd', ð: 'd', æ: 'ae', œ: 'oe', þ: 'th' }));
const wholeLetter = /[øłđðæœþ]/g;

/** `(m/w/d)`, `H/F`, `f|m|x`: the genders that a job advertisement addresses. */
const genderMarks = /(?<![a-z0-9])[mwfdhxkv](?:[/|,*][mwfdhxkv]){1,3}(?![a-z0-9])/g;
/** `Leiter(in)`, `Entwickler:in`, `Ingénieur·e`, `Directeur/trice`: the ending of another gender after a word. */
const genderEnding =
  /(?<=[a-z]{3})(?:\(-?(?:in|innen|frau|e|a|o|ne|re|rice|trice|euse|se|fe)\)|[/:*_·]-?(?:in|innen|frau|e|a|o|ne|re|rice|trice|euse|se|fe)(?![a-z0-9-]))/g;
/** `V.P.`, `c.e.o`: an abbreviation with dots. */
const dotted = /(?<![a-z0-9])(?:[a-z]\.)+[a-z](?![a-z0-9])/g;
/** `R&D`, `M + A`: two joined letters. */
const joinedLetters = /(?<![a-z0-9])([a-z])\s?[&+]\s?([a-z])(?![a-z0-9])/g;
/** `e-commerce`, `e-mail`. */
const electronic = /(?<![a-z0-9])e-(?=[a-z]{3})/g;

/** A sign of which each of the patterns above needs one. */
const genderSigns = /[()/|,*:_·.&+-]/;

const tokenPattern = /c\+\+|[cf]#|[\p{L}\p{N}]+|[&+]|@|[,:()[\]{}–—―]|\s-+|-+\s|[|/\\;•·‣►]|\p{So}/gu;
const clauseBreak = /^(?:[,:()[\]{}–—―]|\s-+|-+\s)$/;
const segmentBreak = /^(?:[|/\\;•·‣►]|\p{So})$/u;
const signs = new Map(Object.entries({ '&': 'and', '+': 'and', '@': 'at' }));
/** A final s that is no plural. */
const finalS = /^.{1,3}s$|[sui]s$/;

/**
 * The words of a job title in their order, at most `maxTitleLength`. Case, accents, letter width and white space do not count. An
 * abbreviation with dots is one word, and endings and marks for genders are removed. Empty without a letter or digit; never throws.
 */
export function titleWords(title: string): TitleWord[] {
  const words: TitleWord[] = [];
  let clause = 0;
  let segment = 0;
  for (const [token] of withoutGenders(fold(title).slice(0, maxTitleLength)).matchAll(tokenPattern)) {
    if (segmentBreak.test(token)) segment += 1;
    // The end of a segment ends the clause too.
    if (segmentBreak.test(token) || clauseBreak.test(token)) clause += 1;
    // A single "s" is the rest of a possessive.
    else if (token !== 's') words.push({ text: signs.get(token) ?? singular(token), clause, segment });
  }
  return words;
}

/** Removes the plural s, which titles use inconsistently: "Systems Engineer", "Operation Manager". */
function singular(word: string): string {
  return word.endsWith('s') && !finalS.test(word) ? word.slice(0, -1) : word;
}

/** Lower-case letters without accents. Upper case first, because it unifies more variants of a letter. */
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
