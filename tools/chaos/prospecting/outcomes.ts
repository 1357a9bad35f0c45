import { writersOf } from './model.js';
import type { StartRequest } from './requests.js';
import type { ServedEnd } from './watch.js';

/**
 * A run is given up at the fifth lost worker or at the fifth failure. The columns `losses` and `failures` do not count this last one. So
 * after a run was given up for lost workers, `losses` must be at least four, and after one was given up for failures, `failures`.
 */
const minLosses = 4;
const minFailures = 4;

/** The fields of a prospect, in the order in which the contract lists them. */
const prospectKeys = [
  ...['region', 'full_name', 'first_name', 'last_name', 'title_name', 'company_name', 'network_url', 'ai_reasoning'],
  ...['location_name', 'location_region', 'location_country', 'prospect_tags', 'composite_score', 'current_personas'],
  ...['personas_with_years', 'connection_factors', 'company_network_url', 'product_talking_points'],
  ...['company_tech_growth_12mo', 'recent_titles_last_5_years', 'months_in_latest_experience'],
  ...['months_since_last_promotion', 'past_companies_used_client_tech', 'connecting_employee_network_url'],
  ...['prospect_awareness_competitor_tech_current', 'prospect_awareness_complimentary_tech_current'],
].join();

export interface StoredRun {
  readonly id: string;
  readonly tenant: string;
  readonly page: string;
  readonly team: string | null;
  readonly email: string;
  readonly status: string;
  readonly reason: string | null;
  readonly losses: number;
  readonly failures: number;
  readonly hold: string | null;
  readonly key: string | null;
  readonly ranks: readonly number[];
}

interface ServedRecord {
  readonly status: string;
  readonly failure_reason: string | null;
  readonly run_end_time: string | null;
}

interface ServedProspect {
  readonly ai_reasoning: string;
  readonly network_url: string;
  readonly composite_score: number;
}

interface ServedResults {
  readonly status: string;
  readonly total_results: number;
  readonly resulting_prospects: readonly ServedProspect[];
  readonly metadata: { readonly pipeline_version?: unknown } | null;
}

/** Compares the outcome of a run as it is stored with the outcome that the service returned, and both with the request. */
export function discrepanciesOfEnd(run: StoredRun, request: StartRequest, end: ServedEnd | undefined): string[] {
  const discrepancies = discrepanciesOfState(run, request);
  if (run.ranks.some((rank, index) => rank !== index + 1)) discrepancies.push(`has the ranks ${run.ranks.join(', ')}`);
  const expected = run.status === 'success' ? request.results : 0;
  if (run.ranks.length !== expected)
    discrepancies.push(`has ${run.ranks.length} stored prospects instead of ${expected}`);
  if (end === undefined) return [...discrepancies, 'was never returned as ended'];
  const record = JSON.parse(end.record) as ServedRecord;
  const results = JSON.parse(end.results) as ServedResults;
  const served = [record.status, record.failure_reason, results.status];
  if (served.join() !== [run.status, run.reason, run.status].join())
    discrepancies.push(`is returned as ${served.join()}, but stored as ${run.status}, ${run.reason ?? 'no reason'}`);
  if (record.run_end_time === null) discrepancies.push('has ended, but is returned without an end time');
  return [...discrepancies, ...discrepanciesOfResults(results, expected)];
}

function discrepanciesOfState({ status, reason, losses, failures }: StoredRun, { failure }: StartRequest): string[] {
  if (reason === 'Worker lost')
    return losses >= minLosses ? [] : [`was given up after only ${losses + 1} lost workers`];
  if (reason === 'Internal failure')
    return failures >= minFailures ? [] : [`was given up after only ${failures + 1} failures`];
  const expected = failure === null ? 'success' : 'failed';
  return status === expected && reason === failure
    ? []
    : [`is ${status} (${reason ?? 'no reason'}) instead of ${expected} (${failure ?? 'no reason'})`];
}

function discrepanciesOfResults(results: ServedResults, expected: number): string[] {
  const { total_results: total, resulting_prospects: prospects, metadata } = results;
  const discrepancies: string[] = [];
  if (total !== expected || prospects.length !== expected)
    discrepancies.push(`is returned with ${prospects.length} prospects and a total of ${total} instead of ${expected}`);
  const odd = prospects.find((prospect) => Object.keys(prospect).join() !== prospectKeys);
  if (odd !== undefined)
    discrepancies.push(`has a prospect with other members than the contract: ${Object.keys(odd).join()}`);
  const writers = writersOf(prospects.map(({ ai_reasoning: text }) => text));
  if (writers.size > 1) discrepancies.push(`mixes the results of several processes: ${[...writers].join(', ')}`);
  if (expected > 0 && typeof metadata?.pipeline_version !== 'string') discrepancies.push('has no pipeline version');
  return discrepancies;
}

/** Checks that all runs of a company for one team have the same ranking, whichever process did them. */
export class Rankings {
  readonly #first = new Map<string, { readonly ranking: string; readonly id: string }>();

  discrepanciesOf(run: StoredRun, { page, team }: StartRequest, end: ServedEnd | undefined): string[] {
    if (run.status !== 'success' || end === undefined) return [];
    const key = `${page} ${team ?? ''}`;
    const { resulting_prospects: prospects } = JSON.parse(end.results) as ServedResults;
    const ranking = prospects.map(({ network_url: url, composite_score: score }) => `${url} ${score}`).join();
    const first = this.#first.get(key) ?? { ranking, id: run.id };
    this.#first.set(key, first);
    return first.ranking === ranking ? [] : [`has another ranking than run ${first.id} for this company and team`];
  }
}
