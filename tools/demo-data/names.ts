import { phrasesIn } from '#dist/platform/tables/table';
import type { Random } from '../random.js';
import type { Gender, Name } from './records.js';
import { memberNamed, readMembers } from './tables.js';

/** A name in Latin letters. `native` is the name in the script of its language; null if that is the Latin script. */
interface Spelling {
  readonly latin: string;
  readonly native: string | null;
}

type Culture = Readonly<Record<Gender | 'families', readonly Spelling[]>>;

type ProfileName = Pick<Name, 'first_name' | 'last_name' | 'full_name'>;

/** Given and family names by culture. */
export const cultures: ReadonlyMap<string, Culture> = new Map(
  [...readMembers('person-names.txt', ['women', 'men', 'families'])].map(([culture, members]) => [
    culture,
    {
      women: spellings(memberNamed(members, 'women')),
      men: spellings(memberNamed(members, 'men')),
      families: spellings(memberNamed(members, 'families')),
    },
  ]),
);

/** Short forms of given names, by which some persons are called. */
const shortNames = readMembers('short-names.txt', null).get('short names') ?? new Map<string, string>();

const familyFirst: Readonly<Record<string, number>> = {
  vietnamese: 0.5,
  hungarian: 0.08,
  japanese: 0.06,
  korean: 0.1,
  chinese: 0.06,
};
const abroadNames = ['chinese', 'korean', 'vietnamese'];
const withMiddleNames = ['english', 'german', 'dutch'];
const initials = Array.from('ABCDEFGHJKLMNPRSTVW');
const degrees = ['MBA', 'PhD', 'PMP', 'CPA', 'CFA', 'MSc'];

/** Reads a list of names. An entry is `Latin`, or `Latin=native` with the name in its own script. */
function spellings(text: string): Spelling[] {
  return phrasesIn(text).map((entry) => {
    const [latin = '', native = null] = entry.split('=');
    return { latin, native };
  });
}

function cultureOf(name: string): Culture {
  const culture = cultures.get(name);
  if (culture === undefined) throw new RangeError(`${name} is not among the cultures`);
  return culture;
}

/** Draws a name of a culture, as a profile page shows it. */
export function composeName(random: Random, culture: string, gender: Gender, country: string): Name {
  const isAbroad = !['China', 'Taiwan', 'South Korea', 'Vietnam'].includes(country);
  const { families, [gender]: givenNames } = cultureOf(culture);
  let given = random.pick(givenNames);
  if (isAbroad && abroadNames.includes(culture) && random.chance(0.4)) {
    given = { latin: random.pick(cultureOf('english')[gender]).latin, native: null };
  }
  const family = familyName(random, culture, gender, families);
  return { given: given.latin, family: family.latin, ...profileName(random, { culture, gender }, given, family) };
}

function familyName(random: Random, culture: string, gender: Gender, families: readonly Spelling[]): Spelling {
  const first = random.pick(families);
  const join: Readonly<Record<string, readonly [number, string]>> = {
    spanish: [0.42, ' '],
    portuguese: [0.35, ' '],
    german: [0.05, '-'],
    english: [0.04, '-'],
    french: [0.04, '-'],
  };
  const [share, joint] = join[culture] ?? [0, ''];
  const isDouble = random.chance(gender === 'women' || joint === ' ' ? share : share / 4);
  const second = random.pick(families);
  if (!isDouble || second === first || /[ -]/.test(first.latin) || (joint === '-' && second.latin.includes(' ')))
    return first;
  return { latin: `${first.latin}${joint}${second.latin}`, native: null };
}

/** Draws the way in which a person writes the name on a profile page. Most write it without additions. */
function profileName(
  random: Random,
  { culture, gender }: { readonly culture: string; readonly gender: Gender },
  given: Spelling,
  family: Spelling,
): ProfileName {
  const plain = { first_name: given.latin, last_name: family.latin, full_name: `${given.latin} ${family.latin}` };
  const style = random.weighted({ plain: 76, script: 7, nickname: 6, middle: 8, decorated: 4, bare: 5 });
  if (style === 'script' && given.native !== null && family.native !== null)
    return nativeName(random, plain, given.native, family.native);
  const nickname = shortNames.get(given.latin);
  if (style === 'nickname' && nickname !== undefined) return nicknamed(random, plain, nickname);
  if (style === 'middle') return withMiddle(random, culture, gender, plain);
  if (style === 'decorated') return decorated(random, culture, plain);
  if (style === 'bare') return bareName(plain);
  if (random.chance(familyFirst[culture] ?? 0)) return { ...plain, full_name: `${family.latin} ${given.latin}` };
  return plain;
}

function nativeName(random: Random, plain: ProfileName, given: string, family: string): ProfileName {
  const isCyrillicOrArabic = /[\u0400-\u06ff]/.test(family);
  const native = isCyrillicOrArabic ? `${given} ${family}` : `${family}${given}`;
  if (random.chance(0.4)) return { ...plain, full_name: `${plain.full_name} (${native})` };
  return { first_name: given, last_name: family, full_name: native };
}

function nicknamed(random: Random, plain: ProfileName, nickname: string): ProfileName {
  const { first_name: first, last_name: last } = plain;
  if (random.chance(0.25)) return { ...plain, full_name: `${first} "${nickname}" ${last}` };
  if (random.chance(0.15)) return { ...plain, full_name: `${first} (${nickname}) ${last}` };
  return { first_name: nickname, last_name: last, full_name: `${nickname} ${last}` };
}

function withMiddle(random: Random, culture: string, gender: Gender, plain: ProfileName): ProfileName {
  const { first_name: first, last_name: last } = plain;
  const second = random.pick(cultureOf(culture)[gender]).latin;
  const isSpelledOut = !random.chance(culture === 'english' ? 0.8 : 0.3) && withMiddleNames.includes(culture);
  const middle = isSpelledOut && !/[ -]/.test(`${first}${second}`) ? second : `${random.pick(initials)}.`;
  return { ...plain, full_name: `${first} ${middle} ${last}` };
}

function decorated(random: Random, culture: string, plain: ProfileName): ProfileName {
  const isDoctor = culture === 'german' ? random.chance(0.7) : random.chance(0.3);
  const full = isDoctor ? `Dr. ${plain.full_name}` : `${plain.full_name}, ${random.pick(degrees)}`;
  return { ...plain, full_name: full };
}

/** The name without accents, as old systems and foreign keyboards write it. */
function bareName({ first_name: first, last_name: last, full_name: full }: ProfileName): ProfileName {
  return { first_name: latinLetters(first), last_name: latinLetters(last), full_name: latinLetters(full) };
}

const wholeLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ß: 'ss',
  æ: 'ae',
  ð: 'd',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
  ə: 'a',
};

/** The text with the 26 letters of English in place of other Latin letters. Letters of other scripts stay. */
export function latinLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[øØłŁđĐßæðþÞı]/g, (letter) => wholeLetters[letter] ?? letter);
}
