import { keysOf, memberOf, type Random } from '../random.js';
import { countryOf } from './countries.js';
import { latinLetters } from './names.js';
import type { Company } from './records.js';

const patterns = {
  'first.last': { share: 52, local: (first: string, last: string) => `${first}.${last}` },
  flast: { share: 15, local: (first: string, last: string) => `${first.charAt(0)}${last}` },
  first_last: { share: 7, local: (first: string, last: string) => `${first}_${last}` },
  'f.last': { share: 7, local: (first: string, last: string) => `${first.charAt(0)}.${last}` },
  firstlast: { share: 6, local: (first: string, last: string) => `${first}${last}` },
  firstl: { share: 5, local: (first: string, last: string) => `${first}${last.charAt(0)}` },
  'last.first': { share: 4, local: (first: string, last: string) => `${last}.${first}` },
  first: { share: 4, local: (first: string) => first },
};

const freeMail = ['freemail.example', 'postbox.example', 'webmail.example'];
type Pattern = keyof typeof patterns;

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

interface Email {
  readonly address: string;
  readonly type: 'work' | 'personal';
}

/** Draws the pattern by which a company makes e-mail addresses. Only companies with up to 2,000 employees use given names alone. */
export function patternOf(random: Random, company: Company): Pattern {
  const names = keysOf(patterns).filter((name) => name !== 'first' || company.employee_count <= 2000);
  const shares: Partial<Record<Pattern, number>> = {};
  for (const name of names) shares[name] = patterns[name].share;
  return random.weighted(shares);
}

/**
 * Composes the e-mail addresses of a person. Most persons have a work address by the pattern of the company. In one case out of twelve it
 * has another pattern.
 * @param taken all addresses so far, to which the new ones are added
 */
export function composeEmails(
  random: Random,
  { given, family, culture }: { readonly given: string; readonly family: string; readonly culture: string },
  company: Company,
  pattern: Pattern,
  taken: Set<string>,
): Email[] {
  const emails: Email[] = [];
  if (random.chance(0.66)) {
    const usual = random.chance(1 / 12) ? random.pick<Pattern>(['first.last', 'flast', 'firstlast']) : pattern;
    const local = localPart(usual, given, family, culture);
    emails.push({ address: unused(local, company.website, taken), type: 'work' });
  }
  if (random.chance(0.08)) {
    const local = `${localPart('first.last', given, family, culture)}${random.whole(1, 99)}`;
    emails.push({ address: unused(local, random.pick(freeMail), taken), type: 'personal' });
  }
  return emails;
}

function localPart(pattern: Pattern, given: string, family: string, culture: string): string {
  // Of two given names the first is used. Of two family names a Spanish person uses the first, a Portuguese one the last.
  const first = letters(memberOf(given.split(' '), 0), culture);
  const words = family.split(' ');
  const isOfTwo = culture === 'spanish' && !/^(de|del) /i.test(family);
  const surname = isOfTwo ? words[0] : culture === 'portuguese' ? words.at(-1) : family;
  const last = letters(surname ?? family, culture);
  return patterns[pattern].local(first, last);
}

function letters(name: string, culture: string): string {
  const spelled =
    culture === 'german' || culture === 'danish'
      ? name.toLowerCase().replace(/[äöüåø]/g, (letter) => umlauts[letter] ?? letter)
      : name;
  return latinLetters(spelled)
    .toLowerCase()
    .replace(/[^a-z-]/g, '');
}

function unused(local: string, domain: string, taken: Set<string>): string {
  for (let count = 1; ; count += 1) {
    const address = `${local}${count === 1 ? '' : count}@${domain}`;
    if (taken.has(address)) continue;
    taken.add(address);
    return address;
  }
}

/** Composes a fictional phone number, or none if the country reserves no numbers for fiction. */
export function composePhones(random: Random, country: string): string[] {
  const { phones: shapes } = countryOf(country);
  if (shapes.length === 0 || !random.chance(0.72)) return [];
  return [random.pick(shapes).replace(/#/g, () => String(random.whole(0, 9)))];
}

/** Composes the last part of the address of a profile page. No other person has it. */
export function composeSlug(random: Random, given: string, family: string, taken: Set<string>): string {
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

function hex(random: Random, length: number): string {
  return Array.from({ length }, () => random.whole(0, 15).toString(16)).join('');
}
