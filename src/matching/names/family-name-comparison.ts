import { isGivenName, isIberianFamilyName } from './common-names.js';
import { isCompoundGivenName } from './compound-names.js';
import { isSamePart, type NamePart, type NameReading } from './name-reading.js';
import { compareFamilySpellings, nameLevel } from './spelling.js';

/** Spellings of the Arabic article. */
const article = /^(?:[aeu]l|as|ash|ad|an)$/;

/** The similarity of two family names: 1 for equal names, a level of {@link nameLevel} for similar ones, 0 for different ones. */
export function compareFamilyNames(a: NamePart, b: NamePart): number {
  if (a.core.length === 1 || b.core.length === 1) {
    return a.core.startsWith(b.core.charAt(0)) ? nameLevel.familyInitial : 0;
  }
  if (isSamePart(a, b)) return 1;
  if (a.core === b.core || a.wideCore === b.wideCore) return compareParticles(a, b);
  if (isHalf(a, b)) return levelOfHalf(a, b);
  if (isHalf(b, a)) return levelOfHalf(b, a);
  return compareFamilySpellings(a.core, b.core);
}

/** The level of two family names that differ only in their particles: van der Berg and van den Berg, or Berg. */
function compareParticles(a: NamePart, b: NamePart): number {
  if (article.test(particlesOf(a)) && article.test(particlesOf(b))) return nameLevel.spelling;
  return a.core === a.whole || b.core === b.whole ? nameLevel.particleMissing : nameLevel.particleOther;
}

/** The particles in front of a family name: `vander` of `vanderberg`. The whole name, if particles stand between its words. */
function particlesOf({ whole, core }: NamePart): string {
  return whole.endsWith(core) ? whole.slice(0, -core.length) : whole;
}

/** Whether a family name has only some words of another: García and García Márquez. */
function isHalf(part: NamePart, all: NamePart): boolean {
  if (part.words.length >= all.words.length) return false;
  return part.words.every((word) => all.words.includes(word) || all.wideWords.includes(word));
}

/**
 * The level of two family names of which one has only some words of the other. In Spanish use, the second of two family names
 * may be left out, but not the first: Ana García López is also called Ana García, but not Ana López. Outside that use, a family
 * name that is a given name is often the name of the father: Ahmad and Ahmad Badawi. Many fathers have the same name, so such
 * names are often those of two persons.
 */
function levelOfHalf(part: NamePart, all: NamePart): number {
  const [first = ''] = part.words;
  const isFirst = first === all.words[0] || first === all.wideWords[0];
  const isOther = isFirst
    ? (isGivenName(part.core) || isCompoundGivenName(part.core)) && !isIberianFamilyName(part.core)
    : isIberianFamilyName(part.core) && isIberianFamilyName(all.words[0] ?? '');
  return isOther ? nameLevel.otherOfTwoFamilyNames : nameLevel.oneOfTwoFamilyNames;
}

/**
 * Whether two names that share a family name have three family names together, and so belong to two persons. Ana García López
 * and Ana López Ruiz share López, and also have García and Ruiz. One of the three was read as a middle name. In Arabic names,
 * it is the name of the father: Abdullah Ahmed al-Hakim and Abdullah Yahya al-Hakim have different fathers.
 */
export function haveThirdFamilyName(mine: NameReading, other: NameReading): boolean {
  const isMineShort = (mine.family?.words.length ?? 0) < (other.family?.words.length ?? 0);
  const [short, long] = isMineShort ? [mine, other] : [other, mine];
  const isInPlaceOfMiddleName = short.family?.words.at(-1) === long.family?.words.at(-1);
  return short.middle.some(
    (word) => word.length > 1 && (isInPlaceOfMiddleName || !isGivenName(word)) && !long.middle.includes(word),
  );
}
