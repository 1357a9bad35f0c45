import { describe, it } from '@jest/globals';
import { setting } from './target.js';

/** What a company on record is known by; a member is null where nothing is stored. */
export interface KnownCompany {
  readonly website: string | null;
  readonly network_url: string | null;
  readonly network_id: string | null;
  readonly name: string | null;
}

/** A way to name a person. */
interface Strategy {
  /** Null where the record lacks something. */
  readonly identifier: Readonly<Record<string, string>> | null;
  /** Whether other persons on record fit as well, so that the service must match none of them. */
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

/** Records of the target that tests can use, as preflight.mjs has found them. */
interface Known {
  readonly companies: readonly KnownCompany[];
  readonly person: KnownPerson | null;
  /** A company with signals of our tenant, and the first and the last day on which it has one. */
  readonly signals: { readonly website: string; readonly first: string; readonly last: string } | null;
  /** Names of our tenant's query fields that `include_metadata` appends. */
  readonly queryFields: readonly string[];
  readonly prospectingCompany: string | null;
  /** A team of our tenant; null where it has none. */
  readonly team: string | null;
  /** Whether the service counts credits; with `CREDITS=off` it does not. */
  readonly isCounting: boolean;
  readonly hasContactCredits: boolean;
  readonly hasOtherCredits: boolean;
}

export const known = JSON.parse(setting('E2E_KNOWN')) as Known;

/** What is to be done so that tests of something are not skipped. */
export const needs = {
  company: 'set E2E_COMPANY_WEBSITE to the website of a company on record',
  person: 'set E2E_PERSON_NETWORK_URL to the profile page of a person on record',
  contact: 'the tenant of E2E_API_KEY needs 10 contact_data credits',
  counting: 'the service does not count credits',
  otherCredits: 'the tenant of E2E_OTHER_API_KEY needs 5 data_access credits',
  personWithUniqueName:
    'other persons on record fit as well, set E2E_PERSON_NETWORK_URL to a person whose name is unique at their employer',
  personWithMore: 'the person of E2E_PERSON_NETWORK_URL lacks email address, name or employer',
  queries: 'the tenant of E2E_API_KEY has no query field that include_metadata appends',
  team: 'the tenant of E2E_API_KEY has no team',
  signals: 'set E2E_COMPANY_WEBSITE to a company of which the tenant of E2E_API_KEY has signals',
} as const;

/** A group of tests that need something; where it is null, one skipped test whose title has the reason. */
export function describeWith<T>(needed: T | null, reason: string, name: string, tests: (needed: T) => void): void {
  if (needed === null) it.skip(`${name} (skipped: ${reason})`, () => undefined);
  else describe(name, () => tests(needed));
}

/** A test that needs something, as {@link describeWith}. */
export function itWith<T>(needed: T | null, reason: string, name: string, test: (needed: T) => Promise<void>): void {
  if (needed === null) it.skip(`${name} (skipped: ${reason})`, () => undefined);
  else it(name, () => test(needed));
}
