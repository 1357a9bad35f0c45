import { nicknamesOf, withoutMarks, withTypo } from './text.mjs';

const MIDDLE = ['Lee', 'Marie', 'Ray', 'Louise', 'Alan', 'Rose'];
const INITIALS = 'ABCDEFGHJKLMNPRSTW';
const SUB_DOMAINS = ['mail', 'uk', 'careers', 'corp', 'eu.mail'];

/** The usual legal form of a country's companies. */
const FORMS = {
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
const ANY_FORM = /[, ]+(Inc\.?|Ltd\.?|plc|AG|SE|SA|GmbH|KGaA|Corporation|Limited|Company|Group|Holdings)$/;

/** Names of eastern Asia in their own letters have the family name in front, and no space. */
const IS_EASTERN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;

const named = (first, last) => ({ first, last, full: IS_EASTERN.test(last) ? `${last}${first}` : `${first} ${last}` });

/** The name of a person as it is on record, in parts. */
export const nameOf = ({ first_name: first, last_name: last }) => named(first, last);

/**
 * Ways to write a name that still mean the person: each gives `{ first, last, full }`, or null where it does not apply.
 */
export const nameCorruptions = {
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
    if (IS_EASTERN.test(last)) return null;
    return { first: last, last: first, full: random.chance(0.5) ? `${last} ${first}` : `${last}, ${first}` };
  },
  'middle initial added': (random, person) => withMiddle(person, `${random.pick([...INITIALS])}.`),
  'middle name added': (random, person) => withMiddle(person, random.pick(MIDDLE)),
  'middle name left out': withoutMiddle,
  'half of a hyphenated given name': (_, { first_name: first, last_name: last }) => {
    // Both halves are names only where both begin with a capital: Eva-Maria, but not Hyun-woo.
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

/** Only where the record has nothing between the names: another middle name than the one on record is another person's. */
function withMiddle({ first_name: first, last_name: last, full_name: full }, middle) {
  const isOpen = full === undefined || full === `${first} ${last}`;
  return isOpen && !IS_EASTERN.test(last) ? named(`${first} ${middle}`, last) : null;
}

/** Given names of several words lose the later ones; so do whole names that have something between the outer words. */
function withoutMiddle(_, { first_name: first, last_name: last, full_name: full }) {
  const [head, ...others] = first.split(' ');
  if (others.length > 0 && head.length > 2) return named(head, last);
  const isBetween =
    full !== undefined &&
    full.startsWith(`${first} `) &&
    full.endsWith(` ${last}`) &&
    full.length > `${first} ${last}`.length;
  return isBetween ? named(first, last) : null;
}

/** Ways to write the employer's domain that still mean the employer. */
export const domainCorruptions = {
  'alias domain': (random, { website, domains = [] }) => {
    const aliases = domains.filter((domain) => domain !== website);
    return aliases.length === 0 ? null : random.pick(aliases);
  },
  'sub-domain': (random, { website }) => `${random.pick(SUB_DOMAINS)}.${website}`,
};

/** Ways to write the employer's name that still mean the employer. */
export const companyNameCorruptions = {
  'legal form added': (random, { name, location_country: country }) =>
    ANY_FORM.test(name) ? null : `${name} ${random.pick(FORMS[country] ?? ['Ltd'])}`,
  'legal form or tail left out': (_, { name }) => (ANY_FORM.test(name) ? name.replace(ANY_FORM, '') : null),
  'former name': (random, { former_names: former = [] }) => (former.length === 0 ? null : random.pick(former)),
};

function ifThere(value, use) {
  return value === null ? null : use(value);
}
