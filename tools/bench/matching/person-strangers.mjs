import { localPart } from './person-emails.mjs';
import { distance, folded, mayBeOneGivenName } from './text.mjs';

const ATTEMPTS = 40;

/**
 * The name of somebody who does not work where `member` does, composed of parts of other names.
 * @param likeness how much they share with the member: `nobody alike`, `same family name` or `same given name`
 * @returns `{ first_name, last_name }`, or null where no such name was found
 */
export function strangerAt(random, { staff, present }, member, likeness) {
  const there = present.get(member.company.website);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const [given, family] = [random.pick(staff).person, random.pick(staff).person];
    const stranger = {
      first_name: likeness === 'same given name' ? member.person.first_name : given.first_name,
      last_name: likeness === 'same family name' ? member.person.last_name : family.last_name,
    };
    if (!there.some((person) => mightBe(stranger, person))) return stranger;
  }
  return null;
}

/** A company for which the member has never worked, or worked in former times, and where nobody has a name like it. */
export function companyElsewhere(random, { companies, present }, { person, company }) {
  const experience = person.experience ?? [];
  const open = new Set(experience.filter(({ end_date: end }) => end === null).map(({ company_website: site }) => site));
  const past = experience.flatMap(({ company_website: site }) => (site && !open.has(site) ? [site] : []));
  const candidates = companies.filter(
    (other) =>
      other !== company &&
      !open.has(other.website) &&
      !present.get(other.website)?.some((colleague) => mightBe(person, colleague)),
  );
  const former = candidates.filter(({ website }) => past.includes(website));
  if (former.length > 0 && random.chance(0.5)) return random.pick(former);
  return candidates.length === 0 ? null : random.pick(candidates);
}

/**
 * The address by initial and family name of a stranger who shares both with the member, whose own address is another; null
 * where there is no such stranger, or where it is somebody's or might be another colleague's.
 */
export function addressOfInitial(random, set, member) {
  const { person, company, work } = member;
  const local = localPart('flast', person);
  const address = `${local}@${company.website}`;
  const there = set.present.get(company.website);
  const isFree = local !== null && work !== address && work?.endsWith(`@${company.website}`);
  if (!isFree || there.filter((other) => localPart('flast', other) === local).length !== 1) return null;
  if (there.some(({ emails = [] }) => emails.some((email) => email.address === address))) return null;
  const stranger = strangerAt(random, set, member, 'same family name');
  return stranger !== null && localPart('flast', stranger) === local ? address : null;
}

/**
 * Names beside the stored address of a member: each gives `{ first_name, last_name }`, or null where there is none such. Only the
 * last one may be the member's.
 */
export const namesBesideAddress = {
  "beside a colleague's name": (random, _set, { person, colleagues }) => {
    const others = colleagues.filter((other) => !mightBe(other.person, person));
    return others.length === 0 ? null : random.pick(others).person;
  },
  "beside a stranger's name": (random, set, member) => {
    const stranger = strangerAt(random, set, member, 'nobody alike');
    return stranger === null || mayBeOneGivenName(stranger.first_name, member.person.first_name) ? null : stranger;
  },
  "beside a relative's name": (random, set, member) => strangerAt(random, set, member, 'same family name'),
  'after a marriage': (random, set, member) => strangerAt(random, set, member, 'same given name'),
};

/** Whether a name may be a spelling of a person's, in either order. */
function mightBe(stranger, person) {
  return (
    isAlike(stranger, person) || isAlike({ first_name: stranger.last_name, last_name: stranger.first_name }, person)
  );
}

function isAlike(one, other) {
  return isOneFamilyName(one.last_name, other.last_name) && mayBeOneGivenName(one.first_name, other.first_name);
}

function isOneFamilyName(a, b) {
  const [one, other] = [folded(a), folded(b)];
  return distance(one, other) <= 2 || one.split(' ').some((word) => word.length > 2 && other.split(' ').includes(word));
}
