import { latinLetters } from './names.mjs';

/** Numbers that regulators keep free for films and books, so that nobody can be called: `#` is any digit. */
const FICTIONAL_NUMBERS = {
  'United States': [
    '+1 212-555-01##',
    '+1 415-555-01##',
    '+1 206-555-01##',
    '+1 512-555-01##',
    '+1 312-555-01##',
    '+1 617-555-01##',
    '+1 303-555-01##',
    '+1 404-555-01##',
  ],
  Canada: ['+1 416-555-01##', '+1 604-555-01##', '+1 514-555-01##', '+1 613-555-01##'],
  'United Kingdom': ['+44 7700 900###', '+44 20 7946 0###', '+44 161 496 0###', '+44 131 496 0###'],
  Germany: [
    '+49 30 23125 ###',
    '+49 69 90009 ###',
    '+49 40 66969 ###',
    '+49 221 4710 ###',
    '+49 89 99998 ###',
    '+49 176 04069 ###',
  ],
  France: ['+33 1 99 00 ## ##', '+33 2 61 91 ## ##', '+33 4 65 71 ## ##', '+33 6 39 98 ## ##'],
  Australia: ['+61 2 5550 ####', '+61 3 7010 ####', '+61 7 5550 ####'],
  Ireland: ['+353 20 91# ####'],
  Sweden: ['+46 8 465 004 ##', '+46 31 390 06 ##', '+46 40 628 04 ##'],
};

const PATTERNS = {
  'first.last': { share: 52, local: (first, last) => `${first}.${last}` },
  flast: { share: 15, local: (first, last) => `${first[0]}${last}` },
  first_last: { share: 7, local: (first, last) => `${first}_${last}` },
  'f.last': { share: 7, local: (first, last) => `${first[0]}.${last}` },
  firstlast: { share: 6, local: (first, last) => `${first}${last}` },
  firstl: { share: 5, local: (first, last) => `${first}${last[0]}` },
  'last.first': { share: 4, local: (first, last) => `${last}.${first}` },
  first: { share: 4, local: (first) => first },
};

const FREE_MAIL = ['freemail.example', 'postbox.example', 'webmail.example'];
const UMLAUTS = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** The usual way of a company to make addresses. Given names alone are enough for small companies only. */
export function patternOf(random, company) {
  const shares = Object.fromEntries(Object.entries(PATTERNS).map(([name, { share }]) => [name, share]));
  if (company.employee_count > 2000) delete shares.first;
  return random.weighted(shares);
}

/**
 * Addresses of a person: most have one at work, made as usual there, or a little differently in one case out of twelve.
 * @param {Set<string>} taken addresses that somebody has
 */
export function composeEmails(random, { given, family, culture }, company, pattern, taken) {
  const emails = [];
  if (random.chance(0.66)) {
    const usual = random.chance(1 / 12) ? random.pick(['first.last', 'flast', 'firstlast']) : pattern;
    const local = localPart(usual, given, family, culture);
    emails.push({ address: unused(local, company.website, taken), type: 'work' });
  }
  if (random.chance(0.08)) {
    const local = `${localPart('first.last', given, family, culture)}${random.whole(1, 99)}`;
    emails.push({ address: unused(local, random.pick(FREE_MAIL), taken), type: 'personal' });
  }
  return emails;
}

function localPart(pattern, given, family, culture) {
  // Of two family names the first is used, of two given names too; particles are part of the name.
  const first = letters(given.split(' ')[0], culture);
  const surname = culture === 'spanish' && !/^(de|del) /i.test(family) ? family.split(' ')[0] : family;
  const last = letters(culture === 'portuguese' ? surname.split(' ').at(-1) : surname, culture);
  return PATTERNS[pattern].local(first, last);
}

function letters(name, culture) {
  const spelled =
    culture === 'german' || culture === 'danish'
      ? name.toLowerCase().replace(/[äöüåø]/g, (letter) => UMLAUTS[letter])
      : name;
  return latinLetters(spelled)
    .toLowerCase()
    .replace(/[^a-z-]/g, '');
}

function unused(local, domain, taken) {
  for (let count = 1; ; count += 1) {
    const address = `${local}${count === 1 ? '' : count}@${domain}`;
    if (taken.has(address)) continue;
    taken.add(address);
    return address;
  }
}

/** A fictional number, or none where the country keeps none free. */
export function composePhones(random, country) {
  const shapes = FICTIONAL_NUMBERS[country];
  if (shapes === undefined || !random.chance(0.72)) return [];
  return [random.pick(shapes).replace(/#/g, () => String(random.whole(0, 9)))];
}

/** The end of a profile page's address, which nobody else has. */
export function composeSlug(random, given, family, taken) {
  const words = latinLetters(`${given} ${family}`)
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
    .split(' ');
  const joined = random.chance(0.12) ? words.join('') : words.join('-');
  for (let isTaken = random.chance(0.4); ; isTaken = true) {
    const slug = isTaken ? `${joined}-${hex(random, 8)}` : joined;
    if (taken.has(slug)) continue;
    taken.add(slug);
    return slug;
  }
}

function hex(random, length) {
  return Array.from({ length }, () => random.whole(0, 15).toString(16)).join('');
}
