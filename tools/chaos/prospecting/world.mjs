import { fill } from '../support/filling.mjs';
import { numbers } from '../support/numbers.mjs';

const EMPLOYEES = 300;
/** How many companies there are of each kind; those of the last one are on no record. */
export const COMPANIES = { staffed: 4, empty: 2, unknown: 2 };
/** How many prospects each team wants; without a team it is what the service gives anybody. */
export const RESULTS = { few: 8, none: 50 };

const TITLES = ['Chief Technology Officer', 'VP of Engineering', 'Director of IT', 'Head of Data'];
const PLENTY = '1000000';

export const pageOf = (kind, company) => `https://www.network.com/company/${kind}-${company}`;

/** The tenants, by name. */
export function tenantsFor(runs) {
  const teams = { few: { max_results: RESULTS.few } };
  return {
    large: { granted: { prospecting: PLENTY }, teams },
    unlimited: { granted: { prospecting: 'unlimited' }, teams },
    scarce: { granted: { prospecting: String(Math.ceil(runs / 10)) }, teams, isScarce: true },
  };
}

/** Fills an empty database. @returns the key of each tenant, by its name */
export function setUp(databaseUrl, folder, tenants) {
  return fill(databaseUrl, folder, { tenants, companies: companies(), persons: persons() });
}

function companies() {
  return ['staffed', 'empty'].flatMap((kind) =>
    numbers(COMPANIES[kind]).map((each) => ({
      name: `${kind} ${each}`,
      network_url: pageOf(kind, each),
      website: `${kind}-${each}.example.com`,
    })),
  );
}

function persons() {
  return numbers(COMPANIES.staffed).flatMap((company) =>
    numbers(EMPLOYEES).map((each) => ({
      network_url: `https://www.network.com/in/chaos-${company}-${each}`,
      full_name: `Person Number${company}x${each}`,
      job_title: TITLES[each % TITLES.length],
      company_network_url: pageOf('staffed', company),
    })),
  );
}
