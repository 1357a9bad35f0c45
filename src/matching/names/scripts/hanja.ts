import { Table } from '../../../platform/tables/table.js';
import { type HangulName, hangulName } from './hangul.js';

const hanOnly = /^\p{Script=Han}+$/u;
/** Syllables that begin with "ㄹ" or "ㄴ", each with the form that it has at the beginning of a word: 리 becomes 이. */
const initialForms = new Map(
  Array.from(
    '라나 래내 로노 뢰뇌 루누 릉능 랑낭 락낙 란난 람남 록녹 론논 롱농 려여 례예 료요 류유 리이 량양 련연 렬열 렴염 령영 륙육 륜윤 률율 륭융 림임 립입 력역 녀여 뉴유 니이 념염 녕영'.split(
      ' ',
    ),
    (pair) => [pair.charAt(0), pair.charAt(1)],
  ),
);

let readings: ReadonlyMap<string, readonly string[]> | null = null;

/**
 * The Korean readings of each character. The table is read only when a name in Chinese characters must be romanised for the
 * first time.
 */
function koreanReadings(): ReadonlyMap<string, readonly string[]> {
  return (readings ??= Table.read(new URL('../data/hanja.txt', import.meta.url)).keysByCharacter('Korean readings'));
}

function formsOf(syllable: string): string[] {
  const initial = initialForms.get(syllable);
  return initial === undefined ? [syllable] : [syllable, initial];
}

/**
 * The romanisations that a name in Chinese characters has if it is Korean: those of 이재명 for 李在明. Null if the family name does
 * not exist in Korea, or if a character is not used in Korean names.
 * @param family the characters of the family name
 * @param given the characters of the given name
 */
export function readHanja(family: string, given: string): HangulName | null {
  if (!hanOnly.test(family + given)) return null;
  const all = koreanReadings();
  const readingsOf = (characters: string): string[][] =>
    Array.from(characters, (character) => (all.get(character) ?? []).flatMap(formsOf));
  const families = combined(readingsOf(family));
  const syllables = readingsOf(given);
  return syllables.every((each) => each.length > 0) ? hangulName(families, syllables) : null;
}

/** All texts with one reading of each character: 남 and 궁 give 남궁. */
function combined(parts: readonly (readonly string[])[]): string[] {
  return parts.reduce<string[]>((texts, part) => texts.flatMap((text) => part.map((each) => text + each)), ['']);
}
