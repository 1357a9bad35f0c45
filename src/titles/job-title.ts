/** The maximum length of a title, in UTF-16 code units. The rest of a longer title is ignored. */
export const maxTitleLength = 300;

/** A word of a job title, and where it stands in the title. */
export interface TitleWord {
  /** The word in lower case, without accents and without the "s" of a plural: `Ingénieurs` becomes `ingenieur`. */
  readonly text: string;
  /** The index of the clause in which the word stands. A clause ends at a comma, a dash or a bracket, and where its segment ends. */
  readonly clause: number;
  /**
   * The index of the segment in which the word stands. A text may have several titles of one person, as "CEO | Founder" does. Each of them
   * is a segment. Bars, slashes, bullets and emoji separate segments.
   */
  readonly segment: number;
  /** Whether the word has an English "'s" behind it, as "Director" in "Director's Assistant". Such a word names another person or thing. */
  readonly isPossessive: boolean;
}

const asciiOnly = /^[\0-\x7f]*$/;
const whiteSpace = /\s+/g;
const invisible = /[\p{M}\p{Cf}]/gu;
/** Letters that Unicode's normal form NFKD does not divide into an ASCII letter and an accent, and what replaces them. */
const undecomposedLetters = new Map(Object.entries({ ø: 'o', ł: 'l', đ: 'd', ð: 'd', æ: 'ae', œ: 'oe', þ: 'th' }));
const wholeLetter = /[øłđðæœþ]/g;

/** The letters by which a job advertisement says that it is for all genders: `(m/w/d)`, `H/F`, `f|m|x`. */
const genderMarks = /(?<![a-z0-9])[mwfdhxkv](?:[/|,*][mwfdhxkv]){1,3}(?![a-z0-9])/g;
/** The ending of another gender that is added to a word: `Leiter(in)`, `Entwickler:in`, `Ingénieur·e`, `Directeur/trice`. */
const genderEnding =
  /(?<=[a-z]{3})(?:\(-?(?:in|innen|frau|e|a|o|ne|re|rice|trice|euse|se|fe)\)|[/:*_·]-?(?:in|innen|frau|e|a|o|ne|re|rice|trice|euse|se|fe)(?![a-z0-9-]))/g;
/**
 * The German abbreviations of "im Ruhestand" and "außer Dienst", which both mean "retired". They are found while the
 * text still has its dots and capital letters, because "IR" means investor relations, and the Italian "A.D." is a managing director.
 */
const retiredMarks = /(?<![\p{L}\p{N}])(?:i\.\s?R|a\.\s?D)\.?(?!\.?[\p{L}\p{N}])/gu;
/** The English abbreviation of "retired". Without a dot or brackets, "RET" is a name. */
const retiredAbbreviation = /(?<![a-z0-9])retd?\.(?![a-z0-9])|\(retd?\)/g;
/**
 * The "Co" before the abbreviation of a chief officer, written in one word: `CoCEO`. It is found while the text still has its capital
 * letters, because in lower case "cocco" (Italian for coconut) looks like "Co" before "CCO".
 */
const coOfficer = /(?<![\p{L}\p{N}])[Cc]o(?=C[A-Z]{1,3}O(?![\p{L}\p{N}]))/gu;
/**
 * The Czech and the Slovak word for the head of a hospital department. They are found while the text still has its accents, because without
 * them they are the Romanian word for a mayor. They are replaced by "primarius", the Austrian word for the same post.
 */
const headPhysician = /(?<!\p{L})primá(?:ř(?:i|e|em)?|r(?:a|i|ovi|om)?)(?!\p{L})/giu;
/** An abbreviation with dots: `V.P.`, `c.e.o`. */
const dotted = /(?<![a-z0-9])(?:[a-z]\.)+[a-z](?![a-z0-9])/g;
/** Two single letters with a sign between them: `R&D`, `M + A`. */
const joinedLetters = /(?<![a-z0-9])([a-z])\s?[&+]\s?([a-z])(?![a-z0-9])/g;
/** The "e-" of words such as `e-commerce`. */
const electronic = /(?<![a-z0-9])e-(?=[a-z]{3})/g;

/** The signs that the patterns above contain. If a text has none of them, none of the patterns has to be tried. */
const genderSigns = /[()/|,*:_·.&+-]/;

const tokenPattern = /c\+\+|[cf]#|[\p{L}\p{N}]+|[&+]|@|[,:()[\]{}–—―]|\s-+|-+\s|[|/\\;•·‣►]|\p{So}/gu;
const clauseBreak = /^(?:[,:()[\]{}–—―]|\s-+|-+\s)$/;
const segmentBreak = /^(?:[|/\\;•·‣►]|\p{So})$/u;
const signs = new Map(Object.entries({ '&': 'and', '+': 'and', '@': 'at' }));
/** The ending of an English possessive, at the beginning of what follows the word. */
const possessiveEnding = /^['’]s(?![a-z0-9])/;
/**
 * Matches a word that keeps its last "s". In `ops` and `business`, it is not the sign of a plural. The plurals "accounts" and "associés" have
 * meanings of their own: a "Manager Accounts" works in accounting, and "matériaux associés" are related materials.
 */
const finalS = /^.{1,3}s$|[sui]s$|^(?:accounts|associee?s)$/;

/**
 * Splits a job title into its words: `Leiter(in) Vertrieb (m/w/d)` becomes `leiter`, `vertrieb`. Case, accents, the width of letters and
 * white space do not count, except in the few words for which a pattern above needs them. An abbreviation with dots is one word: `V.P.`
 * becomes `vp`. Endings and marks for genders are removed.
 *
 * Only the first {@link maxTitleLength} characters are read. A title without a letter or digit gives an empty list. The function never
 * throws.
 */
export function titleWords(title: string): TitleWord[] {
  const words: TitleWord[] = [];
  let clause = 0;
  let segment = 0;
  const text = withoutGenders(fold(title).slice(0, maxTitleLength));
  for (const { 0: token, index } of text.matchAll(tokenPattern)) {
    if (segmentBreak.test(token)) segment += 1;
    // Where a segment ends, the clause ends, too.
    if (segmentBreak.test(token) || clauseBreak.test(token)) clause += 1;
    // A possessive such as "Founder's" is split into "founder" and "s". The "s" is dropped.
    else if (token !== 's') {
      const isPossessive = possessiveEnding.test(text.slice(index + token.length, index + token.length + 3));
      words.push({ text: signs.get(token) ?? singular(token), clause, segment, isPossessive });
    }
  }
  return words;
}

/** Removes the "s" of a plural, because some titles have it and others do not: "Systems Engineer" and "System Engineer". */
function singular(word: string): string {
  return word.endsWith('s') && !finalS.test(word) ? word.slice(0, -1) : word;
}

/**
 * Writes a text in lower case and without accents: `Ingénieur` becomes `ingenieur`. The text is first written in upper case, because then
 * more variants become the same, such as `ß` and `ss`.
 */
function fold(title: string): string {
  const text = title
    .trimStart()
    .slice(0, maxTitleLength)
    .replace(whiteSpace, ' ')
    .replace(retiredMarks, ' retired ')
    .replace(coOfficer, 'co ');
  if (asciiOnly.test(text)) return text.toLowerCase();
  const composed = text.normalize('NFC').replace(headPhysician, 'primarius');
  const plain = composed.toUpperCase().normalize('NFKD').replace(invisible, '').toLowerCase();
  return plain.replace(wholeLetter, (letter) => undecomposedLetters.get(letter) ?? letter);
}

function withoutGenders(text: string): string {
  if (!genderSigns.test(text)) return text;
  return text
    .replace(genderMarks, ' ')
    .replace(genderEnding, '')
    .replace(retiredAbbreviation, ' retired ')
    .replace(dotted, (letters) => letters.replaceAll('.', ''))
    .replace(joinedLetters, '$1n$2')
    .replace(electronic, 'e');
}
