import type { PersonName } from './person-name.js';
import { compareSounds } from './sound-names.js';
import { nameLevel } from './spelling.js';

/** The similarity of a name in Latin letters and a name in another script; 0 for any other two names. */
export function compareAcrossScripts(searched: PersonName, stored: PersonName): number {
  if (searched.hangul !== null || stored.hangul !== null) return compareHangul(searched, stored);
  const [mine, other] = searched.bySound === null ? [stored, searched] : [searched, stored];
  const { bySound } = mine;
  if (bySound === null || other.bySound !== null || other.eastern !== null) return 0;
  return Math.max(...other.readings.map((reading) => reading.weight * compareSounds(bySound, reading)));
}

function compareHangul(searched: PersonName, stored: PersonName): number {
  if (searched.hangul !== null && stored.hangul !== null) return 0;
  const [hangul, other] = searched.hangul === null ? [stored.hangul, searched] : [searched.hangul, stored];
  const [{ given, middle, family }] = other.readings;
  if (hangul === null || family === null) return 0;
  const forenames = middle.join('');
  const isSame =
    (hangul.families.includes(family.whole) && hangul.given.test(given.whole + forenames)) ||
    (hangul.families.includes(given.whole) && hangul.given.test(forenames + family.whole));
  return isSame ? nameLevel.spelling : 0;
}
