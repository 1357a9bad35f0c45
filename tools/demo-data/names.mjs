import { EUROPEAN_NAMES } from './names-europe.mjs';
import { NORTH_EASTERN_NAMES } from './names-north-east.mjs';
import { WORLD_NAMES } from './names-world.mjs';

const cultures = new Map(
  Object.entries({ ...EUROPEAN_NAMES, ...NORTH_EASTERN_NAMES, ...WORLD_NAMES }).map(([culture, lists]) => [
    culture,
    Object.fromEntries(Object.entries(lists).map(([list, names]) => [list, names.split(',').map(spellings)])),
  ]),
);

/** What some people are called, where it is not their given name. */
const NICKNAMES = new Map(
  `Alexander Alex, Andrew Andy, Anthony Tony, Benjamin Ben, Catherine Cathy, Charles Charlie, Christina Tina, Christopher Chris, Daniel Dan, David Dave, Deborah Debbie,
  Edward Ed, Eleanor Ellie, Elizabeth Liz, Francisco_Javier Paco, Geoffrey Geoff, Gregory Greg, Guadalupe Lupita, Guillermo Memo, Jacqueline Jackie, Jacob Jake, James Jim,
  Jeffrey Jeff, Jennifer Jen, Johannes Hannes, Jonathan Jon, Joseph Joe, Joshua Josh, Katharina Kathi, Katherine Kate, Kenneth Ken, Krzysztof Krzysiek, Małgorzata Gosia,
  Margaret Maggie, Matthew Matt, Michael Mike, Nathaniel Nate, Nicholas Nick, Oleksandr Sasha, Patricia Pat, Patrick Paddy, Philip Phil, Rebecca Becky, Richard Rick,
  Robert Rob, Ronald Ron, Samantha Sam, Samuel Sam, Sebastian Basti, Stephanie Steph, Stephen Steve, Susan Sue, Theodore Ted, Theresa Resi, Thomas Tom, Timothy Tim,
  Valentina Vale, Victoria Vicky, Walter Walt, William Bill, Wolfgang Wolfi, Zachary Zach`
    .split(',')
    .map((pair) => pair.trim().split(' '))
    .map(([name, nickname]) => [name.replace('_', ' '), nickname]),
);

const FAMILY_FIRST = { vietnamese: 0.5, hungarian: 0.08, japanese: 0.06, korean: 0.1, chinese: 0.06 };
const ABROAD_NAMES = ['chinese', 'korean', 'vietnamese'];
const WITH_MIDDLE_NAMES = ['english', 'german', 'dutch'];
const INITIALS = 'ABCDEFGHJKLMNPRSTVW';
const DEGREES = ['MBA', 'PhD', 'PMP', 'CPA', 'CFA', 'MSc'];

/** `Latin` or `Latin=native`. */
function spellings(entry) {
  const [latin, native] = entry.trim().replace(/\s+/g, ' ').split('=');
  return { latin, native: native ?? null };
}

/**
 * A name that the culture knows, as somebody would write it on a profile page.
 * @returns {{ given: string, family: string, first_name: string, last_name: string, full_name: string }} `given` and
 * `family` are what stands in the passport, in Latin letters: addresses and page names are made of them
 */
export function composeName(random, culture, gender, isAbroad) {
  const { women, men, families } = cultures.get(culture);
  let given = random.pick(gender === 'women' ? women : men);
  if (isAbroad && ABROAD_NAMES.includes(culture) && random.chance(0.4)) {
    given = { latin: random.pick(cultures.get('english')[gender]).latin, native: null };
  }
  const family = familyName(random, culture, gender, families);
  return { given: given.latin, family: family.latin, ...profileName(random, { culture, gender }, given, family) };
}

function familyName(random, culture, gender, families) {
  const first = random.pick(families);
  const join = {
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

/** The ways in which people write the same name; most write it plainly. */
function profileName(random, { culture, gender }, given, family) {
  const plain = { first_name: given.latin, last_name: family.latin, full_name: `${given.latin} ${family.latin}` };
  const style = random.weighted({ plain: 76, script: 7, nickname: 6, middle: 8, decorated: 4, bare: 5 });
  if (style === 'script' && given.native !== null && family.native !== null)
    return nativeName(random, plain, given, family);
  if (style === 'nickname' && NICKNAMES.has(given.latin)) return nicknamed(random, plain, NICKNAMES.get(given.latin));
  if (style === 'middle') return withMiddle(random, { culture, gender }, plain);
  if (style === 'decorated') return decorated(random, culture, plain);
  if (style === 'bare') return bareName(plain);
  if (random.chance(FAMILY_FIRST[culture] ?? 0)) return { ...plain, full_name: `${family.latin} ${given.latin}` };
  return plain;
}

function nativeName(random, plain, given, family) {
  const isCyrillicOrArabic = /[\u0400-\u06ff]/.test(family.native);
  const native = isCyrillicOrArabic ? `${given.native} ${family.native}` : `${family.native}${given.native}`;
  if (random.chance(0.4)) return { ...plain, full_name: `${plain.full_name} (${native})` };
  return { first_name: given.native, last_name: family.native, full_name: native };
}

function nicknamed(random, plain, nickname) {
  const { first_name: first, last_name: last } = plain;
  if (random.chance(0.25)) return { ...plain, full_name: `${first} "${nickname}" ${last}` };
  if (random.chance(0.15)) return { ...plain, full_name: `${first} (${nickname}) ${last}` };
  return { first_name: nickname, last_name: last, full_name: `${nickname} ${last}` };
}

function withMiddle(random, { culture, gender }, plain) {
  const { first_name: first, last_name: last } = plain;
  const second = random.pick(cultures.get(culture)[gender]).latin;
  const isSpelledOut = !random.chance(culture === 'english' ? 0.8 : 0.3) && WITH_MIDDLE_NAMES.includes(culture);
  const middle = isSpelledOut && !/[ -]/.test(`${first}${second}`) ? second : `${random.pick([...INITIALS])}.`;
  return { ...plain, full_name: `${first} ${middle} ${last}` };
}

function decorated(random, culture, plain) {
  const isDoctor = culture === 'german' ? random.chance(0.7) : random.chance(0.3);
  const full = isDoctor ? `Dr. ${plain.full_name}` : `${plain.full_name}, ${random.pick(DEGREES)}`;
  return { ...plain, full_name: full };
}

/** Without accents, as old systems or foreign keyboards made them. */
function bareName(plain) {
  return Object.fromEntries(Object.entries(plain).map(([field, text]) => [field, latinLetters(text)]));
}

const WHOLE_LETTERS = {
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

/** The text in the 26 letters of English, as far as it is Latin. */
export function latinLetters(text) {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[øØłŁđĐßæðþÞı]/g, (letter) => WHOLE_LETTERS[letter]);
}
