// Computes the records of the large data set. A record is computed from its number alone, so records can be made in any order and need
// not be stored. As in reality a few employers have thousands of employees, and most have a handful or none.
import { memberOf, type Random, randomFor } from '../../random.js';
import {
  firstWords,
  legalForms,
  names,
  places,
  schools,
  sentences,
  skills,
  technologies,
  titles,
  topLevels,
  trades,
} from './tables.js';

/**
 * The distance between the numbers of two employers that follow each other in size. It is a prime larger than any number of companies, so
 * that the large employers are spread over the file.
 */
const stride = 7_368_787;
/**
 * About this many of the largest employers have nearly the same size. By Zipf's law alone, the first few of them would have a large part
 * of all employees.
 */
const flatTop = 50;
const maxPositions = 15;
const thisYear = 2026;

/** The numbers of records in a data set. `experience` is the number of positions of all persons together, which is reached only roughly. */
export interface Counts {
  readonly companies: number;
  readonly persons: number;
  readonly experience: number;
  readonly signals: number;
}

/** Functions that compute the records of a data set in the import format. Records are numbered from 0. */
export interface DataSet {
  readonly counts: Counts;
  readonly company: (number: number) => CompanyRecord;
  readonly person: (number: number) => PersonRecord;
  readonly signal: (number: number) => object;
}

export type CompanyRecord = ReturnType<typeof composeCompany>;
type PersonRecord = ReturnType<typeof composePerson>;

interface Position {
  readonly title: string;
  readonly company_name: string;
  readonly company_website: string;
  readonly start_date: string;
  readonly end_date: string | null;
}

interface Headcount {
  readonly month: string;
  readonly total: number;
  readonly tech: number;
}

export function dataSet(counts: Counts): DataSet {
  return {
    counts,
    company: (number) => composeCompany(number, counts),
    person: (number) => composePerson(number, counts),
    signal: (number) => composeSignal(number, counts),
  };
}

/** Computes only the members that identify a company, which takes less time than the whole record. */
export function companyIdentity(number: number) {
  const random = randomFor(`company ${number}`);
  const [trade, industry] = random.pick(trades);
  const name = `${random.pick(firstWords)} ${random.pick(random.pick(names).family)} ${trade}`;
  const slug = `${plain(name.replaceAll(' ', '-'))}-${number.toString(36)}`;
  return { random, name, industry, slug, website: `${slug}.${random.pick(topLevels)}` };
}

export function personSlug(number: number) {
  const random = randomFor(`person ${number}`);
  const { given, family } = random.pick(names);
  const [first, last] = [random.pick(given), random.pick(family)];
  return { random, first, last, slug: `${plain(`${first}-${last}`)}-${number.toString(36)}` };
}

export const pageOf = (kind: 'company' | 'in', slug: string): string => `https://www.network.com/${kind}/${slug}`;

function composeCompany(number: number, counts: Counts) {
  const { random, name, industry, slug, website } = companyIdentity(number);
  const employees = employeesOf(number, counts);
  const place = random.pick(places);
  const isLarge = employees >= 500;
  return {
    website,
    domains: random.chance(0.15) ? [website, `${slug}.info`] : [website],
    name: random.chance(0.4) ? `${name} ${random.pick(legalForms)}` : name,
    network_url: pageOf('company', slug),
    network_id: String(1_000_000 + number),
    industry,
    size: sizeOf(employees),
    employee_count: employees,
    founded_year: random.whole(1950, thisYear - 2),
    account_type: isLarge ? 'Public' : 'Private',
    tagline: random.pick(sentences),
    account_description: [random.pick(sentences), random.pick(sentences), random.pick(sentences)].join(' '),
    specialities: random.sample(skills.slice(0, 60), random.whole(1, 5)),
    is_b2b: random.chance(0.6),
    location_name: `${place.locality}, ${place.country}`,
    location_locality: place.locality,
    location_region: place.region,
    location_country: place.country,
    technologies: random
      .sample(technologies, isLarge ? 8 : random.whole(0, 2))
      .map((technology) => ({ name: technology, first_seen: `${random.whole(2010, 2025)}-06` })),
    headcount_history: isLarge ? headcounts(random, employees) : [],
  };
}

function composePerson(number: number, counts: Counts) {
  const { random, first, last, slug } = personSlug(number);
  const place = random.pick(places);
  const experience = career(random, counts);
  const current = memberOf(experience, 0);
  const isEmployed = current.end_date === null;
  const mailbox = `${plain(first)}.${plain(last)}`;
  return {
    network_url: pageOf('in', slug),
    contact_network_id: String(10_000_000 + number),
    first_name: first,
    last_name: last,
    full_name: `${first} ${last}`,
    job_title: isEmployed ? current.title : null,
    company_website: isEmployed ? current.company_website : null,
    contact_country: place.country,
    contact_region: place.region,
    location_locality: place.locality,
    skills: random.sample(skills.slice(0, 80), random.whole(0, 8)),
    education: random.chance(0.5) ? [{ school: random.pick(schools), start_year: 2001, end_year: 2005 }] : [],
    experience,
    emails:
      isEmployed && random.chance(0.6) ? [{ address: `${mailbox}@${current.company_website}`, type: 'work' }] : [],
    phones: random.chance(0.2) ? [`+1 555-${String(number % 10_000_000).padStart(7, '0')}`] : [],
  };
}

function composeSignal(number: number, { persons }: Counts): object {
  const random = randomFor(`signal ${number}`);
  const holder = random.whole(0, persons - 1);
  const { first, last, slug } = personSlug(holder);
  const day = new Date(Date.UTC(2025, 10, 1 + (number % 365))).toISOString().slice(0, 10);
  const { website } = companyIdentity(random.whole(0, 4_999));
  return {
    date: day,
    signal_type: random.pick(['Topic Engagement', 'Event Appearance', 'Job Posting', 'New Hire', 'High Intent']),
    message_text: `${first} ${last} commented on article ${number}: ${random.pick(sentences)}`,
    account_website: website,
    intent_holder_network_url: pageOf('in', slug),
    source_type: 'article_comment',
  };
}

/** The positions of a person, the latest first. Each lasts half a year to five years, with at most three months before the next one. */
function career(random: Random, { companies, persons, experience }: Counts): Position[] {
  const more = Math.max(0, experience / persons - 1);
  // The number of positions has a geometric distribution: most persons have few positions, and some have many.
  let count = 1;
  while (count < maxPositions && random.chance(more / (more + 1))) count += 1;
  let end: number | null = random.chance(0.12) ? thisYear * 12 - random.whole(1, 40) : null;
  return Array.from({ length: count }, (_, index) => {
    const start = (end ?? thisYear * 12 + 9) - random.whole(6, 60);
    const { website, name } = companyIdentity(employer(random, companies));
    const position = {
      title: random.pick(
        memberOf(titles, Math.max(0, Math.min(titles.length - 1, count - index - 1 + random.whole(-1, 1)))),
      ),
      company_name: name,
      company_website: website,
      start_date: monthText(start),
      end_date: end === null ? null : monthText(end),
    };
    end = start - random.whole(0, 3);
    return position;
  });
}

/**
 * Draws the number of an employer by Zipf's law with exponent one. The largest employers are made smaller than by this law, see
 * `flatTop`.
 */
function employer(random: Random, companies: number): number {
  const share = random.whole(0, 2 ** 30) / 2 ** 30;
  const rank = Math.floor(flatTop * ((companies + flatTop) / flatTop) ** share - flatTop);
  return (Math.min(rank, companies - 1) * stride) % companies;
}

/**
 * The headcount in the record of a company: ten times the number of persons that Zipf's law gives the company. So the data set has about
 * a tenth of a company's employees.
 */
function employeesOf(number: number, { companies, persons }: Counts): number {
  const rank = (number * inverseOf(stride % companies, companies)) % companies;
  const share = Math.log((rank + 1 + flatTop) / (rank + flatTop)) / Math.log((companies + flatTop) / flatTop);
  return Math.max(1, Math.round(10 * persons * share));
}

const inverses = new Map<number, number>();

/**
 * The modular inverse of `factor`: the number whose product with `factor` has the remainder 1 when it is divided by `modulus`. With it
 * the rank of a company is computed from the number of the company.
 */
function inverseOf(factor: number, modulus: number): number {
  const known = inverses.get(modulus);
  if (known !== undefined) return known;
  let [low, high, x, y] = [factor % modulus, modulus, 1, 0];
  while (low > 1) {
    const quotient = Math.floor(high / low);
    [low, high, x, y] = [high - quotient * low, low, y - quotient * x, x];
  }
  const inverse = ((x % modulus) + modulus) % modulus;
  inverses.set(modulus, inverse);
  return inverse;
}

function headcounts(random: Random, employees: number): Headcount[] {
  return Array.from({ length: 13 }, (_, month) => {
    const total = Math.max(1, Math.round(employees * (0.9 + month / 130)));
    return {
      month: monthText((thisYear - 1) * 12 + 9 + month),
      total,
      tech: Math.round(total * random.whole(10, 60) * 0.01),
    };
  });
}

function sizeOf(employees: number): string {
  const sizes = [10, 50, 200, 500, 1000, 5000, 10_000];
  const index = sizes.findIndex((max) => employees <= max);
  if (index === 0) return '1-10';
  return index === -1 ? '10001+' : `${memberOf(sizes, index - 1) + 1}-${memberOf(sizes, index)}`;
}

const monthText = (month: number): string => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z-]+/g, '');
