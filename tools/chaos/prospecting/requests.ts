import { memberOf, numbers, type Random } from '../../random.js';
import { type ClientRequest, weightsOf } from '../clients.js';
import type { Content, Tenant } from '../database.js';

export interface ProspectingTenant extends Tenant {
  /** Whether the tenant has fewer credits than its runs would cost. */
  readonly isScarce: boolean;
  /** How often a request of this tenant is drawn, compared with requests of the other tenants. */
  readonly weight: number;
}

/** A request that starts a run. */
export interface StartRequest extends ClientRequest {
  /** The profile page of the company. */
  readonly page: string;
  readonly team: string | null;
  /**
   * The e-mail address in the request, which is different in each request. By this address the run of the request is found.
   */
  readonly email: string;
  /** The reason with which the run has to fail; null if the run has to succeed. */
  readonly failure: string | null;
  /** The number of prospects that the run has to find. */
  readonly results: number;
}

const employees = 120;
/** The number of companies of each kind. Those of the kind `unknown` are not imported. */
const companyCounts = { staffed: 4, empty: 2, unknown: 2 };
type Kind = keyof typeof companyCounts;
const failures: Readonly<Record<Kind, string | null>> = {
  staffed: null,
  empty: 'No employees on record',
  unknown: 'Company not found',
};
/** The number of prospects that a run finds, by its team. `none` stands for a run without a team, which finds at most 50 by default. */
const resultCounts = { few: 8, none: 50 };
const titles = ['Chief Technology Officer', 'VP of Engineering', 'Director of IT', 'Head of Data'];
const kindWeights = { staffed: 12, empty: 1, unknown: 1 };
const teamWeights = { few: 4, none: 1 };

const pageOf = (kind: Kind, company: number): string => `https://www.network.com/company/${kind}-${company}`;

export function tenantsFor(runs: number): Record<string, ProspectingTenant> {
  const teams = { few: { max_results: resultCounts.few } };
  return {
    large: { granted: { prospecting: '1000000' }, teams, isScarce: false, weight: 4 },
    unlimited: { granted: { prospecting: 'unlimited' }, teams, isScarce: false, weight: 3 },
    scarce: { granted: { prospecting: String(Math.ceil(runs / 10)) }, teams, isScarce: true, weight: 1 },
  };
}

export function contentFor(tenants: Readonly<Record<string, ProspectingTenant>>): Content {
  const companiesOf = (kind: Kind): object[] =>
    numbers(companyCounts[kind]).map((each) => ({
      name: `${kind} ${each}`,
      network_url: pageOf(kind, each),
      website: `${kind}-${each}.example.com`,
    }));
  const persons = numbers(companyCounts.staffed).flatMap((company) =>
    numbers(employees).map((each) => ({
      network_url: `https://www.network.com/in/chaos-${company}-${each}`,
      full_name: `Person Number${company}x${each}`,
      job_title: memberOf(titles, each % titles.length),
      company_network_url: pageOf('staffed', company),
    })),
  );
  return { tenants, companies: [...companiesOf('staffed'), ...companiesOf('empty')], persons };
}

export function drawRequest(
  random: Random,
  id: string,
  tenants: Readonly<Record<string, ProspectingTenant>>,
): StartRequest {
  const kind = random.weighted(kindWeights);
  const teamOrNone = random.weighted(teamWeights);
  const isKeyed = random.chance(0.5);
  const email = `${id}@client.example`;
  const page = pageOf(kind, random.whole(1, companyCounts[kind]));
  const team = teamOrNone === 'none' ? null : teamOrNone;
  return {
    ...{ id, tenant: random.weighted(weightsOf(tenants)), page, team, email },
    path: '/v1/prospecting/start',
    body: JSON.stringify({ network_url: page, team_name: team, client_email: email }),
    failure: failures[kind],
    results: kind === 'staffed' ? resultCounts[teamOrNone] : 0,
    key: isKeyed ? `key-${id}` : null,
    isDoubled: isKeyed && random.chance(0.3),
    timeoutMs: random.chance(0.05) ? random.whole(1, 40) : null,
  };
}
