import { NAME_LEVEL } from './name-level.js';
import { type NamePart, isSamePart } from './name-reading.js';
import { compareSpellings } from './spelling.js';

/** Compares two family names: one of `NAME_LEVEL`, 1 for the same name in another spelling, or 0 when they differ. */
export function compareFamilyNames(a: NamePart, b: NamePart): number {
  if (a.core.length === 1 || b.core.length === 1) {
    return a.core.startsWith(b.core.charAt(0)) ? NAME_LEVEL.familyInitial : 0;
  }
  if (isSamePart(a, b)) return 1;
  if (a.core === b.core || a.wideCore === b.wideCore) {
    return a.core === a.whole || b.core === b.whole ? NAME_LEVEL.particleMissing : NAME_LEVEL.particleOther;
  }
  if (isHalf(a, b) || isHalf(b, a)) return NAME_LEVEL.oneOfTwoFamilyNames;
  return compareSpellings(a.core, b.core);
}

function isHalf(part: NamePart, all: NamePart): boolean {
  if (part.words.length >= all.words.length) return false;
  return part.words.every((word) => all.words.includes(word) || all.wideWords.includes(word));
}
