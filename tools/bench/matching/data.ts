import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { folded } from './text.js';

/** The members of a company's record that the benchmark reads. */
export interface Company {
  readonly website: string;
  readonly domains?: readonly string[];
  readonly name: string;
  readonly former_names?: readonly string[];
  readonly network_url: string;
  readonly network_id?: string;
  readonly location_country?: string;
}

export interface PersonName {
  readonly first_name: string;
  readonly last_name: string;
}

/** The members of a person's record that the benchmark reads. */
export interface Person extends PersonName {
  readonly network_url: string;
  readonly full_name?: string;
  readonly company_website?: string;
  readonly company_network_url?: string;
  readonly emails?: readonly { readonly address: string; readonly type?: string }[];
  readonly experience?: readonly { readonly company_website?: string; readonly end_date: string | null }[];
}

/** A person with a current employer among the companies. */
export interface Colleague {
  readonly person: Person;
  readonly company: Company;
  /** The work e-mail address; undefined if none is on record. */
  readonly work: string | undefined;
}

export interface Member extends Colleague {
  /** The other persons who work at the company now. */
  readonly colleagues: readonly Colleague[];
}

/** The persons who work at each company now, by its website. */
export type Present = ReadonlyMap<string | undefined, readonly Person[]>;

/** The records of an NDJSON file, which may be compressed with gzip. The caller knows their type. */
export async function readRecords(path: string): Promise<unknown[]> {
  const bytes = await readFile(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as unknown]));
}

/** The persons that have a name and an employer among the companies. */
export function staffOf(companies: readonly Company[], persons: readonly Person[]): Member[] {
  const employers = new Map<string | undefined, Company>();
  for (const company of companies) {
    for (const key of [company.website, company.network_url, ...(company.domains ?? [])]) employers.set(key, company);
  }
  const staff = new Map<Company, Colleague[]>();
  for (const person of persons) {
    const company = employers.get(person.company_website) ?? employers.get(person.company_network_url);
    if (company === undefined || !person.first_name || !person.last_name || !company.website) continue;
    const work = person.emails?.find(({ type }) => type === 'work')?.address;
    const list = staff.get(company) ?? [];
    staff.set(company, list);
    list.push({ person, company, work });
  }
  return [...staff.values()].flatMap((list) =>
    list.map((member) => ({ ...member, colleagues: list.filter((other) => other !== member) })),
  );
}

/** The persons with a current position at each company. The position need not be their main job. */
export function presentAt(companies: readonly Company[], persons: readonly Person[]): Present {
  const present = new Map<string | undefined, Person[]>(companies.map((company) => [company.website, []]));
  const siteOf = new Map<string | undefined, string>(
    companies.map((company) => [company.network_url, company.website]),
  );
  for (const person of persons) {
    const open = (person.experience ?? []).filter(({ end_date: end }) => end === null);
    const main = person.company_website ?? siteOf.get(person.company_network_url);
    for (const site of new Set([main, ...open.map(({ company_website: beside }) => beside)]))
      present.get(site)?.push(person);
  }
  return present;
}

/** Whether two persons have the same name, apart from letter case and accents. */
export function isNamesake(one: PersonName, other: PersonName): boolean {
  return nameOf(one) === nameOf(other);
}

/** Leaves out each person who has the same name as an earlier person of the list. */
export function namesakesLeftOut<P extends PersonName>(persons: readonly P[]): P[] {
  return [...new Map(persons.toReversed().map((person) => [nameOf(person), person])).values()].toReversed();
}

const nameOf = ({ first_name: first, last_name: last }: PersonName): string => folded(`${first} ${last}`);
