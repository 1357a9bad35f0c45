import type { PersonName } from './person-name.js';
import type { HangulName } from './scripts/hangul.js';
import { compareSounds } from './sound-names.js';
import { nameLevel } from './spelling.js';

/** The similarity of a name in Latin letters and a name in another script; 0 for any other two names. */
export function compareAcrossScripts(searched: PersonName, stored: PersonName): number {
  if (hasOnlyLetters(searched) && hasOnlyLetters(stored)) return 0;
  const eastern = Math.max(compareHangul(searched, stored), compareChinese(searched, stored));
  if (eastern > 0 || searched.hangul !== null || stored.hangul !== null) return eastern;
  const [mine, other] = searched.bySound === null ? [stored, searched] : [searched, stored];
  const { bySound } = mine;
  if (bySound === null || other.bySound !== null || other.eastern !== null) return 0;
  return Math.max(...other.readings.map((reading) => reading.weight * compareSounds(bySound, reading)));
}

/** Whether a name has neither East Asian characters nor sounds, so that only its letters can be compared. */
function hasOnlyLetters({ eastern, bySound }: PersonName): boolean {
  return eastern === null && bySound === null;
}

function compareHangul(searched: PersonName, stored: PersonName): number {
  if (searched.hangul !== null && stored.hangul !== null) return 0;
  const [hangul, other] = searched.hangul === null ? [stored.hangul, searched] : [searched.hangul, stored];
  const [{ given, middle, family }] = other.readings;
  if (hangul === null || family === null) return 0;
  const forenames = middle.join('');
  return Math.max(
    compareKorean(hangul, family.whole, given.whole + forenames),
    compareKorean(hangul, given.whole, forenames + family.whole),
  );
}

/**
 * The level of a Korean name and of a family and a given name in Latin letters. A rare romanisation of one name is often the usual one of
 * another: `Jong-min` may be 정민 or 종민.
 */
function compareKorean(hangul: HangulName, family: string, forenames: string): number {
  const isUsualFamily = hangul.families.includes(family);
  if (isUsualFamily && hangul.given.test(forenames)) return nameLevel.spelling;
  const isRare = isUsualFamily
    ? hangul.rareGiven.test(forenames)
    : hangul.rareFamily.test(family) && hangul.given.test(forenames);
  return isRare ? nameLevel.nearSounds : 0;
}

/**
 * The level of a name in Chinese characters and one in Latin letters. Many characters have the same reading, so the level is only just
 * enough for a match, and a colleague with a similar name prevents the match.
 */
function compareChinese(searched: PersonName, stored: PersonName): number {
  const [mine, other] = searched.chinese === null ? [stored, searched] : [searched, stored];
  const { chinese } = mine;
  if (chinese === null || other.eastern !== null || other.bySound !== null) return 0;
  const isSame = other.readings.some(({ given, middle, family }) => {
    if (family === null) return false;
    const forenames = middle.join('');
    return (
      chinese.isSpelled(family.whole, given.whole + forenames) ||
      chinese.isSpelled(given.whole, forenames + family.whole)
    );
  });
  return isSame ? nameLevel.nearSounds : 0;
}
