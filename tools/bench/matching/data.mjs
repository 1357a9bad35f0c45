import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { folded } from './text.mjs';

/** The records of an NDJSON file, gzipped or not. */
export async function readRecords(path) {
  const bytes = await readFile(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)]));
}

/**
 * Persons as the labelled set needs them: those with a name whose current employer is among the companies, with that
 * company and with the colleagues there.
 * @returns {{ person: object, company: object, work: string | undefined, colleagues: object[] }[]}
 */
export function staffOf(companies, persons) {
  const places = new Map();
  for (const company of companies) {
    for (const key of [company.website, company.network_url, ...(company.domains ?? [])]) places.set(key, company);
  }
  const staff = new Map();
  for (const person of persons) {
    const company = places.get(person.company_website) ?? places.get(person.company_network_url);
    if (company === undefined || !person.first_name || !person.last_name || !company.website) continue;
    const work = person.emails?.find(({ type }) => type === 'work')?.address;
    if (!staff.has(company)) staff.set(company, []);
    staff.get(company).push({ person, company, work });
  }
  // Whoever works there beside the main job is found there too.
  for (const list of staff.values())
    for (const member of list) member.colleagues = list.filter((other) => other !== member);
  return [...staff.values()].flat();
}

/** Everybody who may be looked for at a company, by its website: its staff, and who has an open position there beside. */
export function presentAt(companies, persons) {
  const present = new Map(companies.map((company) => [company.website, []]));
  const siteOf = new Map(companies.map((company) => [company.network_url, company.website]));
  for (const person of persons) {
    const open = (person.experience ?? []).filter(({ end_date: end }) => end === null);
    const main = person.company_website ?? siteOf.get(person.company_network_url);
    for (const site of new Set([main, ...open.map(({ company_website: beside }) => beside)]))
      present.get(site)?.push(person);
  }
  return present;
}

/** Whether two persons go by the same name. */
export function isNamesake(one, other) {
  return nameOf(one) === nameOf(other);
}

const nameOf = ({ first_name: first, last_name: last }) => folded(`${first} ${last}`);
