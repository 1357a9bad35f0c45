/** Longest title that is looked at, in UTF-16 code units; what stands beyond is not read. */
export const maxTitleLength = 300;

/** A word of a title in lower-case letters without accents and plural s, and where it stands. */
export interface TitleWord {
  readonly text: string;
  /** Words of one clause have no comma, dash, bracket or stronger break between them. */
  readonly clause: number;
  /** Words of one segment have no bar, slash, bullet or emoji between them: each segment is a title of its own. */
  readonly segment: number;
}

const asciiOnly = /^[\0-\x7f]*$/;
const whiteSpace = /\s+/g;
const invisible = /[\p{M}\p{Cf}]/gu;
/** Letters that compatibility decomposition leaves whole. */
const wholeLetters = new Map(Object.entries({ ø: 'o', ł: 'l', đ: 'd', ð: 'd', æ: 'ae', œ: 'oe', þ: 'th' }));
const wholeLetter = /[øłđðæœþ]/g;

/** `(m/w/d)`, `H/F`, `f|m|x`: whom an advertisement addresses. */
const gendersMeant = /(?<![a-z0-9])[mwfdhxkv](?:[/|,*][mwfdhxkv]){1,3}(?![a-z0-9])/g;
/** `Leiter(in)`, `Entwickler:in`, `Ingénieur·e`, `Directeur/trice`: the other gender's ending after a whole word. */
const genderEnding =
  /(?<=[a-z]{3})(?:\(-?(?:in|innen|frau|e|a|o|ne|re|rice|trice|euse|se|fe)\)|[/:*_·]-?(?:in|innen|frau|e|a|o|ne|re|rice|trice|euse|se|fe)(?![a-z0-9-]))/g;
/** `V.P.`, `c.e.o`: an abbreviation whose letters belong together. */
const dotted = /(?<![a-z0-9])(?:[a-z]\.)+[a-z](?![a-z0-9])/g;
/** `R&D`, `M + A`: two letters that belong together. */
const joinedLetters = /(?<![a-z0-9])([a-z])\s?[&+]\s?([a-z])(?![a-z0-9])/g;
/** `e-commerce`, `e-mail`. */
const electronic = /(?<![a-z0-9])e-(?=[a-z]{3})/g;

const tokenPattern = /c\+\+|[cf]#|[\p{L}\p{N}]+|[&+]|@|[,:()[\]{}–—―]|\s-+|-+\s|[|/\\;•·‣►]|\p{So}/gu;
const clauseBreak = /^(?:[,:()[\]{}–—―]|\s-+|-+\s)$/;
const segmentBreak = /^(?:[|/\\;•·‣►]|\p{So})$/u;
const signs = new Map(Object.entries({ '&': 'and', '+': 'and', '@': 'at' }));
/** Not the end of a plural. */
const finalS = /^.{1,3}s$|[sui]s$/;

/**
 * The words of a job title in their order, at most `maxTitleLength` of them. The same words come out for any case,
 * accents, width of letters and amount of white space. Abbreviations written with dots are one word, and the endings
 * and marks by which a title addresses every gender are left out. Empty when there is no letter or digit; never throws.
 */
export function titleWords(title: string): TitleWord[] {
  const words: TitleWord[] = [];
  let clause = 0;
  let segment = 0;
  for (const [token] of withoutGenders(fold(title).slice(0, maxTitleLength)).matchAll(tokenPattern)) {
    if (segmentBreak.test(token)) segment += 1;
    // A clause never reaches over a segment's end.
    if (segmentBreak.test(token) || clauseBreak.test(token)) clause += 1;
    // A lone "s" is what an apostrophe leaves of a possessive.
    else if (token !== 's') words.push({ text: signs.get(token) ?? singular(token), clause, segment });
  }
  return words;
}

/** Without the s of a plural, which titles use and omit at will: "Systems Engineer", "Operation Manager". */
function singular(word: string): string {
  return word.endsWith('s') && !finalS.test(word) ? word.slice(0, -1) : word;
}

/** Lower-case letters without accents. Upper case comes first, so that every way to write a letter meets in one. */
function fold(title: string): string {
  const text = title.trimStart().slice(0, maxTitleLength).replace(whiteSpace, ' ');
  if (asciiOnly.test(text)) return text.toLowerCase();
  const plain = text.toUpperCase().normalize('NFKD').replace(invisible, '').toLowerCase();
  return plain.replace(wholeLetter, (letter) => wholeLetters.get(letter) ?? letter);
}

function withoutGenders(text: string): string {
  return text
    .replace(gendersMeant, ' ')
    .replace(genderEnding, '')
    .replace(dotted, (letters) => letters.replaceAll('.', ''))
    .replace(joinedLetters, '$1n$2')
    .replace(electronic, 'e');
}
