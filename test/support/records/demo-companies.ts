import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A company of the demo data: its required members, and any other field of the catalogue. */
export interface DemoCompany extends Readonly<Record<string, unknown>> {
  readonly website: string;
  readonly name: string;
  readonly network_url: string;
  readonly network_id: string;
  /** The website and its aliases. */
  readonly domains?: readonly string[];
}

const file = join(import.meta.dirname, '..', '..', '..', 'demo', 'companies.ndjson');

/** All companies of the demo data. */
export const demoCompanies: readonly DemoCompany[] = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as DemoCompany);

/**
 * The company of the demo data with a website.
 * @throws Error when the demo data has no such company
 */
export function demoCompany(website: string): DemoCompany {
  const company = demoCompanies.find((candidate) => candidate.website === website);
  if (company === undefined) throw new Error(`The demo data has no ${website}`);
  return company;
}
