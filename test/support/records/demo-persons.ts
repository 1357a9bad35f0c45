import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { demoCompany } from './demo-companies.js';

/** A person of the demo data, with the members that tests read. */
export interface DemoPerson {
  readonly network_url: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly full_name: string;
  readonly job_title: string;
  readonly company_website: string;
  readonly emails?: readonly { readonly address: string; readonly type: string }[];
}

const file = join(import.meta.dirname, '..', '..', '..', 'demo', 'persons.ndjson.gz');

/** All demo persons, except the few whose employer has only a profile page. */
const personsWithEmployer = gunzipSync(readFileSync(file))
  .toString('utf8')
  .split('\n')
  .filter((line) => line.includes('"company_website":'))
  .map((line) => JSON.parse(line) as Partial<DemoPerson>)
  .filter((person): person is DemoPerson => person.company_website !== undefined);

/** One person for each of `count` employers, with a work address and a unique ASCII name. */
export function plainDemoPersons(
  count: number,
): readonly (DemoPerson & { readonly employer: string; readonly email: string })[] {
  const found = new Map<string, DemoPerson & { employer: string; email: string }>();
  for (const person of personsWithEmployer) {
    const email = person.emails?.find(({ type }) => type === 'work')?.address;
    const isPlain = /^[A-Z][a-z]{3,} [A-Z][a-z]{3,}$/.test(person.full_name);
    const colleagues = personsWithEmployer.filter(
      (other) => other.company_website === person.company_website && other !== person,
    );
    const isAlone = colleagues.every(({ last_name: name }) => name !== person.last_name);
    if (email === undefined || !isPlain || !isAlone || found.has(person.company_website)) continue;
    found.set(person.company_website, { ...person, employer: demoCompany(person.company_website).name, email });
    if (found.size === count) break;
  }
  return [...found.values()];
}
