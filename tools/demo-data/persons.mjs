import { composeCareer, monthText, NOW } from './careers.mjs';
import { composeEmails, composePhones, composeSlug, patternOf } from './contacts.mjs';
import { countries } from './countries.mjs';
import { isNameOfLeader } from './leaders.mjs';
import { composeName } from './names.mjs';
import { randomFor } from '../random.mjs';
import { functionsOf } from './function-mixes.mjs';
import { functions } from './titles.mjs';

/** How many persons a company gets, by its size. */
const HEADS = {
  '51-200': [4, 6],
  '201-500': [5, 7],
  '501-1000': [6, 8],
  '1001-5000': [8, 11],
  '5001-10000': [9, 12],
  '10001+': [10, 14],
};

const RANKS = { 0: 11, 1: 29, 2: 24, 3: 10, 4: 14, 5: 9, 6: 3 };
const OFFICES_ABROAD = {
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
const LOCAL_LANGUAGES = { Switzerland: ['german', 'french', 'italian'], Belgium: ['french'], Canada: ['french'] };
const SIDE_ROLES = ['Guest Lecturer', 'Startup Mentor', 'Advisory Board Member', 'Volunteer', 'Visiting Lecturer'];

/**
 * Invented people at the demo companies, in the import format.
 * @param {object[]} companies the lines of companies.ndjson
 */
export function composePersons(companies) {
  const market = new Map(companies.map((company) => [company.website, company]));
  const taken = { slugs: new Set(), addresses: new Set(), ids: new Set() };
  return companies.flatMap((company) => composeStaff(company, market, taken));
}

function composeStaff(company, market, taken) {
  const random = randomFor(`company ${company.website}`);
  const [fewest, most] = HEADS[company.size];
  const staff = {
    company,
    pattern: patternOf(random, company),
    names: new Set(),
    executives: 0,
  };
  const count = random.whole(fewest, most) + (company.employee_count >= 100_000 ? random.whole(1, 5) : 0);
  const hasNamesakes = count > 9 && random.chance(0.12);
  const persons = [];
  let first = null;
  for (let index = 0; index < count; index += 1) {
    const isNamesake = hasNamesakes && index === count - 1;
    const made = composePerson(
      randomFor(`person ${company.website} ${index}`),
      staff,
      market,
      taken,
      isNamesake ? first : null,
    );
    first ??= made.identity;
    persons.push(made.person);
  }
  return persons;
}

function composePerson(random, staff, market, taken, namesake) {
  const { company } = staff;
  const home = company.location_country ?? 'United Kingdom';
  const isAway = Number(company.employee_count) > 1000 && random.chance(0.2);
  const identity = namesake ?? composeIdentity(random, isAway ? random.weighted(OFFICES_ABROAD) : home, staff);
  const { country, culture, gender, name } = identity;
  const functionName = random.weighted(functionsOf(company.industry));
  const career = composeCareer(
    random,
    {
      employer: company,
      functionName,
      rank: rankOf(random, staff),
      country,
      home: country,
      gender,
      language: languageOf(random, country, culture),
    },
    market,
    countries.get(country).schools,
  );
  const person = {
    network_url: `https://www.network.com/in/${composeSlug(random, name.given, name.family, taken.slugs)}`,
    contact_network_id: unusedId(random, taken.ids),
    first_name: name.first_name,
    last_name: name.last_name,
    full_name: name.full_name,
    job_title: career.positions[0].title,
    ...(random.chance(0.92) ? { company_website: company.website } : { company_network_url: company.network_url }),
    ...placeOf(random, country, company),
    skills: skillsOf(random, functionName, company),
    education: career.education,
    experience: [
      ...career.positions.map((position) => experienceOf(random, position)),
      ...sideRole(random, career, market, country),
    ],
    emails: composeEmails(random, { ...name, culture }, company, staff.pattern, taken.addresses),
    phones: composePhones(random, country),
  };
  return { person: withoutEmptyLists(person), identity };
}

/** Somebody whose name nobody else has at the company, and whom nobody takes for the real head of it. */
function composeIdentity(random, country, { company, names }) {
  for (;;) {
    const culture = random.weighted(countries.get(country).names);
    const gender = random.chance(0.47) ? 'women' : 'men';
    const isAbroad = !['China', 'Taiwan', 'South Korea', 'Vietnam'].includes(country);
    const name = composeName(random, culture, gender, isAbroad);
    const key = `${name.given} ${name.family}`;
    if (names.has(key) || isNameOfLeader(company.website, name.family)) continue;
    names.add(key);
    return { country, culture, gender, name };
  }
}

/** A rank; a company has at most two executives in the data. */
function rankOf(random, staff) {
  const rank = Number(random.weighted(RANKS));
  if (rank < 6) return rank;
  staff.executives += 1;
  return staff.executives > 2 ? 5 : rank;
}

function languageOf(random, country, culture) {
  const spoken = LOCAL_LANGUAGES[country] ?? [countries.get(country).language];
  return spoken.includes(culture) && random.chance(0.35) ? culture : 'english';
}

function placeOf(random, country, company) {
  const isAtHeadOffice =
    country === company.location_country && company.location_locality !== undefined && random.chance(0.7);
  const { city, region } = isAtHeadOffice
    ? { city: company.location_locality, region: company.location_region }
    : random.pick(countries.get(country).places);
  return { contact_country: country, contact_region: region, location_locality: city };
}

function skillsOf(random, functionName, company) {
  const { skills, technologies } = functions.get(functionName);
  const tools = random.sample(
    (company.technologies ?? []).map(({ name }) => name),
    technologies,
  );
  return [...new Set([...tools, ...random.sample(skills, random.whole(2, 5))])];
}

function experienceOf(random, { title, employer, start, end }) {
  const position = { title, company_name: nameAt(employer, end) };
  // Some profiles name an employer without a link to it.
  if (end === null || random.chance(0.94)) position.company_website = employer.website;
  return { ...position, start_date: monthText(start), end_date: end === null ? null : monthText(end) };
}

/** The employer's name when the person left, as far as one can tell: renamings are not dated, so only old ones count. */
function nameAt({ name, former_names: former }, end) {
  return end !== null && end < 2012 * 12 ? (former?.[0] ?? name) : name;
}

/** Something beside the main job, at a university or nonprofit; few have one. */
function sideRole(random, { positions }, market, country) {
  const first = positions[positions.length - 1].start;
  const hosts = [...market.values()].filter(
    ({ industry, location_country: at }) =>
      industry === 'Nonprofit' || (industry === 'Higher Education' && at === country),
  );
  if (positions[0].rank < 2 || !random.chance(0.05)) return [];
  const host = random.pick(hosts.filter(({ founded_year: founded }) => (founded + 1) * 12 <= first));
  if (host === undefined || host === positions[0].employer) return [];
  const start = random.whole(first, NOW - 6);
  const end = random.chance(0.4) ? null : Math.min(NOW - 1, start + random.whole(4, 40));
  return [experienceOf(random, { title: random.pick(SIDE_ROLES), employer: host, start, end })];
}

function unusedId(random, taken) {
  for (;;) {
    const id = String(random.whole(10_000_000, 999_999_999));
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}

function withoutEmptyLists(person) {
  return Object.fromEntries(Object.entries(person).filter(([, value]) => !Array.isArray(value) || value.length > 0));
}
