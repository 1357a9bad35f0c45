import { type Career, composeCareer, monthText, now, type Position } from './careers.js';
import { composeEmails, composePhones, composeSlug, patternOf } from './contacts.js';
import { countryOf } from './countries.js';
import { isNameOfLeader } from './leaders.js';
import { composeName } from './names.js';
import { memberOf, type Random, randomFor } from '../random.js';
import { functionsOf } from './function-mixes.js';
import type { Company, Experience, Gender, Market, Name, Person } from './records.js';
import { functionOf } from './titles.js';

/** The minimum and the maximum number of persons that a company has in the demo data, by the number of its employees. */
const heads: Readonly<Record<string, readonly [number, number]>> = {
  '51-200': [4, 6],
  '201-500': [5, 7],
  '501-1000': [6, 8],
  '1001-5000': [8, 11],
  '5001-10000': [9, 12],
  '10001+': [10, 14],
};

const ranks = { '0': 11, '1': 29, '2': 24, '3': 10, '4': 14, '5': 9, '6': 3 };
const officesAbroad = {
  'United States': 20,
  'United Kingdom': 12,
  Germany: 10,
  India: 14,
  France: 7,
  Spain: 6,
  Poland: 6,
  Canada: 6,
  Brazil: 4,
  Singapore: 5,
  Netherlands: 4,
  Ireland: 4,
  Australia: 4,
  Japan: 3,
  Mexico: 3,
  Italy: 3,
  Romania: 2,
  Sweden: 2,
  Portugal: 2,
  'United Arab Emirates': 2,
  'South Africa': 1,
  Switzerland: 2,
};
const localLanguages: Readonly<Record<string, readonly string[]>> = {
  Switzerland: ['german', 'french', 'italian'],
  Belgium: ['french'],
  Canada: ['french'],
};
const sideRoles = ['Guest Lecturer', 'Startup Mentor', 'Advisory Board Member', 'Volunteer', 'Visiting Lecturer'];

/** The state of a company while its persons are composed. */
interface Staff {
  readonly company: Company;
  readonly pattern: ReturnType<typeof patternOf>;
  readonly names: Set<string>;
  executives: number;
}

/** The values that no two persons may share. */
interface Taken {
  readonly slugs: Set<string>;
  readonly addresses: Set<string>;
  readonly ids: Set<string>;
}

interface Identity {
  readonly country: string;
  readonly culture: string;
  readonly gender: Gender;
  readonly name: Name;
}

/** Composes invented persons who work at the demo companies, in the import format. */
export function composePersons(companies: readonly Company[]): Person[] {
  const market: Market = new Map(companies.map((company) => [company.website, company]));
  const taken: Taken = { slugs: new Set(), addresses: new Set(), ids: new Set() };
  return companies.flatMap((company) => composeStaff(company, market, taken));
}

function composeStaff(company: Company, market: Market, taken: Taken): Person[] {
  const random = randomFor(`company ${company.website}`);
  const [fewest, most] = heads[company.size] ?? [4, 6];
  const staff: Staff = {
    company,
    pattern: patternOf(random, company),
    names: new Set(),
    executives: 0,
  };
  const count = random.whole(fewest, most) + (company.employee_count >= 100_000 ? random.whole(1, 5) : 0);
  const hasNamesakes = count > 9 && random.chance(0.12);
  const persons: Person[] = [];
  let first: Identity | null = null;
  for (let index = 0; index < count; index += 1) {
    const isNamesake = hasNamesakes && index === count - 1;
    const random = randomFor(`person ${company.website} ${index}`);
    const made = composePerson(random, staff, market, taken, isNamesake ? first : null);
    first ??= made.identity;
    persons.push(made.person);
  }
  return persons;
}

function composePerson(
  random: Random,
  staff: Staff,
  market: Market,
  taken: Taken,
  namesake: Identity | null,
): { person: Person; identity: Identity } {
  const { company } = staff;
  const home = company.location_country ?? 'United Kingdom';
  const isAway = company.employee_count > 1000 && random.chance(0.2);
  const identity = namesake ?? composeIdentity(random, isAway ? random.weighted(officesAbroad) : home, staff);
  const { country, culture, gender, name } = identity;
  const functionName = random.weighted(functionsOf(company.industry));
  const career = composeCareer(
    random,
    {
      employer: company,
      functionName,
      rank: rankOf(random, staff),
      home: country,
      gender,
      language: languageOf(random, country, culture),
    },
    market,
    countryOf(country).schools,
  );
  const person = {
    network_url: `https://www.network.com/in/${composeSlug(random, name.given, name.family, taken.slugs)}`,
    contact_network_id: unusedId(random, taken.ids),
    first_name: name.first_name,
    last_name: name.last_name,
    full_name: name.full_name,
    job_title: memberOf(career.positions, 0).title,
    ...(random.chance(0.92) ? { company_website: company.website } : { company_network_url: company.network_url }),
    ...placeOf(random, country, company),
    skills: skillsOf(random, functionName, company),
    ...withoutEmptyLists({ education: career.education }),
    experience: [
      ...career.positions.map((position) => experienceOf(random, position)),
      ...sideRole(random, career, market, country),
    ],
    ...withoutEmptyLists({
      emails: composeEmails(random, { ...name, culture }, company, staff.pattern, taken.addresses),
      phones: composePhones(random, country),
    }),
  };
  return { person, identity };
}

/** Draws a name that neither another person at the company nor a known leader of the company has. */
function composeIdentity(random: Random, country: string, { company, names }: Staff): Identity {
  for (;;) {
    const culture = random.weighted(countryOf(country).names);
    const gender = random.chance(0.47) ? 'women' : 'men';
    const name = composeName(random, culture, gender, country);
    const key = `${name.given} ${name.family}`;
    if (names.has(key) || isNameOfLeader(company.website, name.family)) continue;
    names.add(key);
    return { country, culture, gender, name };
  }
}

/** Draws a rank. A company has at most two executives in the data. */
function rankOf(random: Random, staff: Staff): number {
  const rank = Number(random.weighted(ranks));
  if (rank < 6) return rank;
  staff.executives += 1;
  return staff.executives > 2 ? 5 : rank;
}

function languageOf(random: Random, country: string, culture: string): string {
  const spoken = localLanguages[country] ?? [countryOf(country).language];
  return spoken.includes(culture) && random.chance(0.35) ? culture : 'english';
}

function placeOf(random: Random, country: string, company: Company): object {
  const isAtHeadOffice =
    country === company.location_country && company.location_locality !== undefined && random.chance(0.7);
  const { city, region } = isAtHeadOffice
    ? { city: company.location_locality, region: company.location_region }
    : random.pick(countryOf(country).places);
  return { contact_country: country, contact_region: region, location_locality: city };
}

function skillsOf(random: Random, functionName: string, company: Company): string[] {
  const { skills, technologies } = functionOf(functionName);
  const tools = random.sample(
    (company.technologies ?? []).map(({ name }) => name),
    technologies,
  );
  return [...new Set([...tools, ...random.sample(skills, random.whole(2, 5))])];
}

function experienceOf(random: Random, { title, employer, start, end }: Omit<Position, 'rank'>): Experience {
  // Some profiles name an employer without a link to it.
  const isLinked = end === null || random.chance(0.94);
  return {
    title,
    company_name: nameAt(employer, end),
    ...(isLinked ? { company_website: employer.website } : {}),
    start_date: monthText(start),
    end_date: end === null ? null : monthText(end),
  };
}

/**
 * The name that an employer probably had when the person left. The data does not say when a former name ended. So a former name is used
 * only for positions that ended before 2012.
 */
function nameAt({ name, former_names: former }: Company, end: number | null): string {
  return end !== null && end < 2012 * 12 ? (former?.[0] ?? name) : name;
}

/** Draws a second position at a university or a nonprofit. Few persons have one. */
function sideRole(random: Random, { positions }: Career, market: Market, country: string): Experience[] {
  const first = memberOf(positions, positions.length - 1).start;
  const current = memberOf(positions, 0);
  const hosts = [...market.values()].filter(
    ({ industry, location_country: at }) =>
      industry === 'Nonprofit' || (industry === 'Higher Education' && at === country),
  );
  if (current.rank < 2 || !random.chance(0.05)) return [];
  const host = random.pickIfAny(hosts.filter(({ founded_year: founded }) => (founded + 1) * 12 <= first));
  if (host === undefined || host === current.employer) return [];
  const start = random.whole(first, now - 6);
  const end = random.chance(0.4) ? null : Math.min(now - 1, start + random.whole(4, 40));
  return [experienceOf(random, { title: random.pick(sideRoles), employer: host, start, end })];
}

function unusedId(random: Random, taken: Set<string>): string {
  for (;;) {
    const id = String(random.whole(10_000_000, 999_999_999));
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}

function withoutEmptyLists(lists: Readonly<Record<string, readonly unknown[]>>): Record<string, readonly unknown[]> {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}
