import type { Random } from '../../random.js';
import { type CaseSet, presentOf } from './case-set.js';
import type { Company, Member, PersonName } from './data.js';
import { localPart } from './person-emails.js';
import { distance, folded, mayBeOneGivenName } from './text.js';

const maxAttempts = 40;

/** What the name of an invented person has in common with the name of a stored person. */
export type Likeness = 'unknown name' | 'same family name' | 'same given name';

/**
 * Composes the name of an invented person from the names of stored persons. No person at the company has a similar name. Null if no such
 * name was found.
 */
export function strangerAt(random: Random, set: CaseSet, member: Member, likeness: Likeness): PersonName | null {
  const { staff } = set;
  const there = presentOf(set, member.company);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const [given, family] = [random.pick(staff).person, random.pick(staff).person];
    const stranger = {
      first_name: likeness === 'same given name' ? member.person.first_name : given.first_name,
      last_name: likeness === 'same family name' ? member.person.last_name : family.last_name,
    };
    if (!there.some((person) => mightBe(stranger, person))) return stranger;
  }
  return null;
}

/**
 * A company where the person does not work now, and where nobody has a similar name. If former employers of the person are among such
 * companies, it is one of them half of the time. Null if there is no such company.
 */
export function companyElsewhere(random: Random, set: CaseSet, { person, company }: Member): Company | null {
  const experience = person.experience ?? [];
  const open = new Set(experience.filter(({ end_date: end }) => end === null).map(({ company_website: site }) => site));
  const past = experience.flatMap(({ company_website: site }) => (site && !open.has(site) ? [site] : []));
  const candidates = set.companies.filter(
    (other) =>
      other !== company &&
      !open.has(other.website) &&
      !presentOf(set, other).some((colleague) => mightBe(person, colleague)),
  );
  const former = candidates.filter(({ website }) => past.includes(website));
  if (former.length > 0 && random.chance(0.5)) return random.pick(former);
  return candidates.length === 0 ? null : random.pick(candidates);
}

/**
 * The address of an invented person who has the same family name and the same initial as a stored employee (`member`). If the employee is
 * Jane Doe with the stored address `jane.doe@acme.com`, the invented person is John Doe with the address `jdoe@acme.com`. Null if no such
 * name is found, or if the address is stored or fits another person at the company.
 */
export function addressOfInitial(random: Random, set: CaseSet, member: Member): string | null {
  const { person, company, work } = member;
  const local = localPart('flast', person);
  const address = `${local ?? ''}@${company.website}`;
  const there = presentOf(set, company);
  const isFree = local !== null && work !== address && work?.endsWith(`@${company.website}`);
  if (!isFree || there.filter((other) => localPart('flast', other) === local).length !== 1) return null;
  if (there.some(({ emails = [] }) => emails.some((email) => email.address === address))) return null;
  const stranger = strangerAt(random, set, member, 'same family name');
  return stranger !== null && localPart('flast', stranger) === local ? address : null;
}

type NameDraw = (random: Random, set: CaseSet, member: Member) => PersonName | null;

/**
 * Functions that draw a name. A request sends this name together with the stored address of an employee (`member`). Null if no such name
 * exists. The name is that of somebody else, so nobody must be found. Only the last function draws a name that can be a new name of the
 * employee: the same given name with another family name, as after a marriage. With this name the employee must be found.
 */
export const namesBesideAddress: Readonly<Record<string, NameDraw>> = {
  "beside a colleague's name": (random, _set, { person, colleagues }) => {
    const others = colleagues.filter((other) => !mightBe(other.person, person));
    return others.length === 0 ? null : random.pick(others).person;
  },
  "beside a stranger's name": (random, set, member) => {
    const stranger = strangerAt(random, set, member, 'unknown name');
    return stranger === null || mayBeOneGivenName(stranger.first_name, member.person.first_name) ? null : stranger;
  },
  "beside a relative's name": (random, set, member) => strangerAt(random, set, member, 'same family name'),
  'after a marriage': (random, set, member) => strangerAt(random, set, member, 'same given name'),
};

/** Whether a name may be another spelling of a person's name, also with given and family name exchanged. */
function mightBe(stranger: PersonName, person: PersonName): boolean {
  return (
    isAlike(stranger, person) || isAlike({ first_name: stranger.last_name, last_name: stranger.first_name }, person)
  );
}

function isAlike(one: PersonName, other: PersonName): boolean {
  return isOneFamilyName(one.last_name, other.last_name) && mayBeOneGivenName(one.first_name, other.first_name);
}

function isOneFamilyName(a: string, b: string): boolean {
  const [one, other] = [folded(a), folded(b)];
  return distance(one, other) <= 2 || one.split(' ').some((word) => word.length > 2 && other.split(' ').includes(word));
}
