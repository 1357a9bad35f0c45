import { type Random } from '../../random.js';
import { type CaseSet, type Make, presentOf, sampled } from './case-set.js';
import { type Company, type Member, type Person, presentAt, staffOf } from './data.js';
import { nameCases } from './name-cases.js';
import { nameOf } from './person-corruptions.js';
import { freeMail, localPart, type Pattern, roleAddress, usualPattern } from './person-emails.js';
import { addressOfInitial, namesBesideAddress, strangerAt } from './person-strangers.js';
import type { MatchCase } from './scores.js';

const urlForms: readonly ((url: string) => string)[] = [
  (url) => url.replace('https://www.', ''),
  (url) => url.replace('www.', 'de.'),
  (url) => `${url}/?trk=public_profile`,
  (url) => url.toUpperCase(),
  (url) => `${url}/details/experience/`,
];

/** The cases for persons: at most `size` for each combination of a strategy and a corruption. */
export function personCases(
  companies: readonly Company[],
  persons: readonly Person[],
  { seed, size }: Pick<CaseSet, 'seed' | 'size'>,
): MatchCase[] {
  const staff = staffOf(companies, persons);
  const present = presentAt(companies, persons);
  const set = { staff, present, companies, seed, size };
  return [...profileCases(set), ...addressCases(set), ...nameCases(set)];
}

/**
 * The cases for persons without a profile page. The persons who have a work address are imported without their pages, as contacts of a
 * CRM are; all others keep their pages. There are at most a quarter as many cases as for {@link personCases}. In these cases the
 * person who must be found is stated as a work address, and not as a profile page.
 */
export function pagelessCases(
  companies: readonly Company[],
  persons: readonly Person[],
  { seed, size }: Pick<CaseSet, 'seed' | 'size'>,
): { readonly records: readonly object[]; readonly cases: MatchCase[] } {
  const all = persons.map((person) => ({ ...person, network_url: workAddressOf(person) ?? person.network_url }));
  const staff = staffOf(companies, all).filter(({ work }) => work !== undefined);
  const set = { staff, present: presentAt(companies, all), companies, seed, size: Math.ceil(size / 4) };
  const cases = [...graphCases(set), ...nameCases(set)];
  return { records: persons.map(withoutPage), cases };
}

const workAddressOf = ({ emails = [] }: Person): string | undefined =>
  emails.find(({ type }) => type === 'work')?.address;

function withoutPage(person: Person): object {
  if (workAddressOf(person) === undefined) return person;
  const { network_url: _, ...others } = person;
  return others;
}

function profileCases(set: CaseSet): MatchCase[] {
  const strategy = 'profile URL';
  const page = ({ person }: Member): string => person.network_url;
  const found =
    (form: (random: Random, url: string) => string): Make =>
    (random, member) => ({ identifier: { network_url: form(random, page(member)) }, expected: page(member) });
  return [
    ...sampled(
      set,
      set.staff,
      strategy,
      'clean',
      found((_, url) => url),
    ),
    ...sampled(
      set,
      set.staff,
      strategy,
      'another form of the URL',
      found((random, url) => random.pick(urlForms)(url)),
    ),
    ...sampled(set, set.staff, strategy, 'not there', (random, member) => ({
      identifier: { network_url: `${page(member)}-${random.whole(1000, 9999)}` },
      expected: null,
    })),
  ];
}

function byMail(address: string | null | undefined, expected: string | null): ReturnType<Make> {
  return address === null || address === undefined ? null : { identifier: { work_email: address }, expected };
}

function addressCases(set: CaseSet): MatchCase[] {
  const pattern = 'e-mail by pattern';
  const known = set.staff.filter(({ work }) => work !== undefined);
  const patterns = new Map(set.staff.map(({ company, colleagues }) => [company, usualPattern(colleagues)]));
  const unknown = set.staff.filter(({ work, company }) => work === undefined && patterns.get(company) !== null);
  const byPattern = (member: Member, isOnlyOne: boolean): ReturnType<Make> => {
    const usual = patterns.get(member.company) ?? null;
    return usual === null ? null : patternCase(set, member, usual, isOnlyOne);
  };
  return [
    ...graphCases(set),
    ...sampled(set, unknown, pattern, 'clean', (_, member) => byPattern(member, true)),
    ...sampled(set, unknown, pattern, 'two fit', (_, member) => byPattern(member, false)),
    ...sampled(set, set.staff, pattern, 'free-mail address', (random, { person }) =>
      byMail(freeMail(random, person), null),
    ),
    ...sampled(set, set.staff, pattern, 'role address', (random, { company }) =>
      byMail(roleAddress(random, company), null),
    ),
    ...sampled(set, set.staff, pattern, 'not there', (random, member) => {
      const stranger = strangerAt(random, set, member, 'unknown name');
      const local = stranger === null ? null : localPart('first.last', stranger);
      return local === null ? null : byMail(`${local}@${member.company.website}`, null);
    }),
    ...sampled(set, known, pattern, "a colleague's initial", (random, member) => {
      const address = addressOfInitial(random, set, member);
      return address === null ? null : byMail(address, null);
    }),
  ];
}

/** The cases that identify a person by a stored address. */
function graphCases(set: CaseSet): MatchCase[] {
  const graph = 'e-mail in graph';
  const known = set.staff.filter(({ work }) => work !== undefined);
  return [
    ...sampled(set, known, graph, 'clean', (_, { person, work }) => byMail(work, person.network_url)),
    ...sampled(set, known, graph, 'letter case', (_, { person, work }) =>
      byMail(work?.toUpperCase(), person.network_url),
    ),
    ...Object.entries(namesBesideAddress).flatMap(([corruption, pick]) =>
      sampled(set, known, graph, corruption, (random, member) => {
        const name = pick(random, set, member);
        const identifier = { work_email: member.work, full_name: name === null ? '' : nameOf(name).full };
        const expected = corruption === 'after a marriage' ? member.person.network_url : null;
        return name === null ? null : { identifier, expected };
      }),
    ),
  ];
}

/**
 * A case that identifies a person by an address that is not stored: the one that the person probably has by the usual pattern of the
 * company, such as `jane.doe@acme.com`. With `isOnlyOne` the address fits no other person at the company, and the person must be found.
 * Without it, the address fits several persons who have no work address, and nobody must be found. Null if the address is stored, or fits
 * another number of persons.
 */
function patternCase(
  set: CaseSet,
  { person, company }: Member,
  pattern: Pattern,
  isOnlyOne: boolean,
): ReturnType<Make> {
  const local = localPart(pattern, person);
  const address = `${local ?? ''}@${company.website}`;
  const fitting = presentOf(set, company).filter((other) => localPart(pattern, other) === local);
  const isTaken = fitting.some(({ emails = [] }) => emails.some((email) => email.address === address));
  const open = fitting.filter(({ emails = [] }) => !emails.some(({ type }) => type === 'work'));
  if (local === null || isTaken || (isOnlyOne ? fitting.length !== 1 : open.length < 2)) return null;
  return { identifier: { work_email: address }, expected: isOnlyOne ? person.network_url : null };
}
