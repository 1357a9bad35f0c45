import { describe, it } from '@jest/globals';
import { setting } from './target.js';

/** The identifiers and the name of a company on record. A member is null if nothing is stored. */
export interface KnownCompany {
  readonly website: string | null;
  readonly network_url: string | null;
  readonly network_id: string | null;
  readonly name: string | null;
}

/** A combination of members that identifies a person. */
interface Strategy {
  /** Null if a value of the combination is not on record. */
  readonly identifier: Readonly<Record<string, string>> | null;
  /** Whether other persons on record fit, too. The service must then match none of them. */
  readonly isAmbiguous: boolean;
}

interface KnownPerson {
  readonly contact_network_url: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly full_name: string | null;
  readonly company_website: string | null;
  readonly work_email: string | null;
  readonly company: Pick<KnownCompany, 'name' | 'website' | 'network_url'> | null;
  readonly strategies: Readonly<Record<string, Strategy>>;
}

/** What preflight.mjs has found out about the target: records that tests can use, and settings. */
interface Known {
  readonly companies: readonly KnownCompany[];
  readonly person: KnownPerson | null;
  /** A company for which the tenant of E2E_API_KEY has signals, and the days of the first and the last signal. */
  readonly signals: { readonly website: string; readonly first: string; readonly last: string } | null;
  /** The names of the query fields that `include_metadata` adds for the tenant of E2E_API_KEY. */
  readonly queryFields: readonly string[];
  readonly prospectingCompany: string | null;
  /** A team of the tenant of E2E_API_KEY; null if it has none. */
  readonly team: string | null;
  /** Whether the service counts credits; with `CREDITS=off` it does not. */
  readonly isCounting: boolean;
  readonly hasContactCredits: boolean;
  readonly hasOtherCredits: boolean;
}

export const known = JSON.parse(setting('E2E_KNOWN')) as Known;

/** The reasons why tests are skipped, which say what to do about it. */
export const needs = {
  company: 'set E2E_COMPANY_WEBSITE to the website of a company on record',
  person: 'set E2E_PERSON_NETWORK_URL to the profile page of a person on record',
  contact: 'the tenant of E2E_API_KEY needs 10 contact_data credits',
  counting: 'the service does not count credits',
  otherCredits: 'the tenant of E2E_OTHER_API_KEY needs 5 data_access credits',
  personWithUniqueName:
    'other persons on record fit, too, set E2E_PERSON_NETWORK_URL to a person whose name is unique at their employer',
  personWithMore: 'the person of E2E_PERSON_NETWORK_URL has no e-mail address, name or employer on record',
  queries: 'the tenant of E2E_API_KEY has no query field that include_metadata appends',
  team: 'the tenant of E2E_API_KEY has no team',
  signals: 'set E2E_COMPANY_WEBSITE to a company of which the tenant of E2E_API_KEY has signals',
} as const;

/** Declares a group of tests that need a record or setting. If it is null, one skipped test has the reason in its title. */
export function describeWith<T>(needed: T | null, reason: string, name: string, tests: (needed: T) => void): void {
  if (needed === null) it.skip(`${name} (skipped: ${reason})`, () => undefined);
  else describe(name, () => tests(needed));
}

/** Declares a test that needs a record or setting. If it is null, the test is skipped and has the reason in its title. */
export function itWith<T>(needed: T | null, reason: string, name: string, test: (needed: T) => Promise<void>): void {
  if (needed === null) it.skip(`${name} (skipped: ${reason})`, () => undefined);
  else it(name, () => test(needed));
}
