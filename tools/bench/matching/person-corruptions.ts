import type { Random } from '../../random.js';
import type { Company, Person, PersonName } from './data.js';
import { nicknamesOf, withoutMarks, withTypo } from './text.js';

const middleNames = ['Lee', 'Marie', 'Ray', 'Louise', 'Alan', 'Rose'];
const initials = Array.from('ABCDEFGHJKLMNPRSTW');
const subDomains = ['mail', 'uk', 'careers', 'corp', 'eu.mail'];

/** The usual legal form of a country's companies. */
const legalForms: Readonly<Record<string, readonly string[]>> = {
  'United States': ['Inc.', 'Corporation', 'Corp'],
  'United Kingdom': ['plc', 'Ltd', 'Limited'],
  Germany: ['AG', 'GmbH', 'SE'],
  Switzerland: ['AG', 'SA'],
  France: ['SA', 'SAS', 'S.A.'],
  Spain: ['S.A.', 'SL'],
  Italy: ['S.p.A.', 'Srl'],
  Netherlands: ['N.V.', 'B.V.'],
  Sweden: ['AB'],
  Denmark: ['A/S'],
  Norway: ['ASA', 'AS'],
  Finland: ['Oyj', 'Oy'],
  Japan: ['Co., Ltd.', 'K.K.'],
  India: ['Ltd.', 'Private Limited'],
  Brazil: ['S.A.', 'Ltda.'],
  Poland: ['S.A.', 'Sp. z o.o.'],
};
const anyLegalForm = /[, ]+(Inc\.?|Ltd\.?|plc|AG|SE|SA|GmbH|KGaA|Corporation|Limited|Company|Group|Holdings)$/;

/** A name in Chinese, Japanese or Korean characters. In it the family name comes first, and there is no space. */
const easternName = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;

/** A name in parts and as a whole. */
export interface WrittenName {
  readonly first: string;
  readonly last: string;
  readonly full: string;
}

type NameCorruption = (random: Random, person: Person) => WrittenName | null;
type CompanyCorruption = (random: Random, company: Company) => string | null;

const named = (first: string, last: string): WrittenName => ({
  first,
  last,
  full: easternName.test(last) ? `${last}${first}` : `${first} ${last}`,
});

/** The name of a person as it is on record, in parts. */
export const nameOf = ({ first_name: first, last_name: last }: PersonName): WrittenName => named(first, last);

/** Ways to write a name differently, after which the person must still be found. A way returns null if the name cannot be written so. */
export const nameCorruptions: Readonly<Record<string, NameCorruption>> = {
  clean: (_, person) => ({ ...nameOf(person), full: person.full_name ?? nameOf(person).full }),
  'typo in the family name': (random, { first_name: first, last_name: last }) =>
    ifThere(withTypo(random, last), (slip) => named(first, slip)),
  'typo in the given name': (random, { first_name: first, last_name: last }) =>
    ifThere(withTypo(random, first), (slip) => named(slip, last)),
  nickname: (random, { first_name: first, last_name: last }) => {
    const nicknames = nicknamesOf(first);
    return nicknames.length === 0 ? null : named(random.pick(nicknames), last);
  },
  'word order': (random, { first_name: first, last_name: last }) => {
    if (easternName.test(last)) return null;
    return { first: last, last: first, full: random.chance(0.5) ? `${last} ${first}` : `${last}, ${first}` };
  },
  'middle initial added': (random, person) => withMiddle(person, `${random.pick(initials)}.`),
  'middle name added': (random, person) => withMiddle(person, random.pick(middleNames)),
  'middle name left out': withoutMiddle,
  'half of a hyphenated given name': (_, { first_name: first, last_name: last }) => {
    // Both halves are names only if both begin with a capital: Eva-Maria, but not Hyun-woo.
    const [, half] = /^(\p{Lu}\p{Ll}+)-\p{Lu}/u.exec(first) ?? [];
    return half === undefined ? null : named(half, last);
  },
  'one of two family names': (_, { first_name: first, last_name: last }) => {
    const [, family] = /^(\p{L}{4,})[ -]\p{L}{4,}$/u.exec(last) ?? [];
    return family === undefined || family === 'binti' ? null : named(first, family);
  },
  'accents dropped': (_, { first_name: first, last_name: last }) => {
    const bare = named(withoutMarks(first), withoutMarks(last));
    return bare.full === `${first} ${last}` || !/^[\p{Script=Latin}\p{P}\s]+$/u.test(bare.full) ? null : bare;
  },
  'letter case': (random, { first_name: first, last_name: last }) =>
    random.chance(0.5)
      ? named(first.toUpperCase(), last.toUpperCase())
      : named(first.toLowerCase(), last.toLowerCase()),
};

/** Adds a middle name or initial. It is null for a record with a middle name, because another middle name means another person. */
function withMiddle(
  { first_name: first, last_name: last, full_name: full }: Person,
  middle: string,
): WrittenName | null {
  const isOpen = full === undefined || full === `${first} ${last}`;
  return isOpen && !easternName.test(last) ? named(`${first} ${middle}`, last) : null;
}

/** Leaves out a middle name: "Anna Maria Lopez" becomes "Anna Lopez". It is null for a name without one. */
function withoutMiddle(_: Random, { first_name: first, last_name: last, full_name: full }: Person): WrittenName | null {
  const [head = '', ...others] = first.split(' ');
  if (others.length > 0 && head.length > 2) return named(head, last);
  const isBetween =
    full !== undefined &&
    full.startsWith(`${first} `) &&
    full.endsWith(` ${last}`) &&
    full.length > `${first} ${last}`.length;
  return isBetween ? named(first, last) : null;
}

/** Ways to write the domain of the employer differently, after which the person must still be found. */
export const domainCorruptions: Readonly<Record<string, CompanyCorruption>> = {
  'alias domain': (random, { website, domains = [] }) => {
    const aliases = domains.filter((domain) => domain !== website);
    return aliases.length === 0 ? null : random.pick(aliases);
  },
  'sub-domain': (random, { website }) => `${random.pick(subDomains)}.${website}`,
};

/** Ways to write the name of the employer differently, after which the person must still be found. */
export const companyNameCorruptions: Readonly<Record<string, CompanyCorruption>> = {
  'legal form added': (random, { name, location_country: country }) =>
    anyLegalForm.test(name) ? null : `${name} ${random.pick(legalForms[country ?? ''] ?? ['Ltd'])}`,
  'legal form or tail left out': (_, { name }) => (anyLegalForm.test(name) ? name.replace(anyLegalForm, '') : null),
  'former name': (random, { former_names: former = [] }) => (former.length === 0 ? null : random.pick(former)),
};

function ifThere<T, R>(value: T | null, use: (value: T) => R): R | null {
  return value === null ? null : use(value);
}
