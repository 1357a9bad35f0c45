import { writersOf } from './model.js';
import type { StartRequest } from './requests.js';
import type { ServedEnd } from './watch.js';

/** A run gives up after the fifth lost worker or the fifth failure; the columns count the earlier ones. */
const minLosses = 4;
const minFailures = 4;

/** The keys of a prospect in the contract's order. */
const prospectKeys = [
  ...['region', 'full_name', 'first_name', 'last_name', 'title_name', 'company_name', 'network_url', 'ai_reasoning'],
  ...['location_name', 'location_region', 'location_country', 'prospect_tags', 'composite_score', 'current_personas'],
  ...['personas_with_years', 'connection_factors', 'company_network_url', 'product_talking_points'],
  ...['company_tech_growth_12mo', 'recent_titles_last_5_years', 'months_in_latest_experience'],
  ...['months_since_last_promotion', 'past_companies_used_client_tech', 'connecting_employee_network_url'],
  ...['prospect_awareness_competitor_tech_current', 'prospect_awareness_complimentary_tech_current'],
].join();

/** A stored run. */
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

/** Compares the stored and the served end of a run with each other and with the request. */
export function discrepanciesOfEnd(run: StoredRun, request: StartRequest, end: ServedEnd | undefined): string[] {
  const discrepancies = discrepanciesOfState(run, request);
  if (run.ranks.some((rank, index) => rank !== index + 1)) discrepancies.push(`has the ranks ${run.ranks.join(', ')}`);
  const expected = run.status === 'success' ? request.results : 0;
  if (run.ranks.length !== expected) discrepancies.push(`has ${run.ranks.length} prospects instead of ${expected}`);
  if (end === undefined) return [...discrepancies, 'was never served as ended'];
  const record = JSON.parse(end.record) as ServedRecord;
  const results = JSON.parse(end.results) as ServedResults;
  const served = [record.status, record.failure_reason, results.status];
  if (served.join() !== [run.status, run.reason, run.status].join())
    discrepancies.push(`is served as ${served.join()}`);
  if (record.run_end_time === null) discrepancies.push('has no end');
  return [...discrepancies, ...discrepanciesOfResults(results, expected)];
}

function discrepanciesOfState({ status, reason, losses, failures }: StoredRun, { failure }: StartRequest): string[] {
  if (reason === 'Worker lost') return losses >= minLosses ? [] : [`was given up after ${losses} lost workers`];
  if (reason === 'Internal failure') return failures >= minFailures ? [] : [`was given up after ${failures} failures`];
  const expected = failure === null ? 'success' : 'failed';
  return status === expected && reason === failure
    ? []
    : [`is ${status} (${reason ?? 'no reason'}) instead of ${expected} (${failure ?? 'no reason'})`];
}

function discrepanciesOfResults(results: ServedResults, expected: number): string[] {
  const { total_results: total, resulting_prospects: prospects, metadata } = results;
  const discrepancies: string[] = [];
  if (total !== expected || prospects.length !== expected)
    discrepancies.push(`is served with ${prospects.length} prospects and a total of ${total} instead of ${expected}`);
  const odd = prospects.find((prospect) => Object.keys(prospect).join() !== prospectKeys);
  if (odd !== undefined) discrepancies.push(`has a prospect with the keys ${Object.keys(odd).join()}`);
  const writers = writersOf(prospects.map(({ ai_reasoning: text }) => text));
  if (writers.size > 1) discrepancies.push(`has results of several processes: ${[...writers].join(', ')}`);
  if (expected > 0 && typeof metadata?.pipeline_version !== 'string') discrepancies.push('has no pipeline version');
  return discrepancies;
}

/** The ranking of each company for each team; it is the same in every process and attempt. */
export class Rankings {
  readonly #first = new Map<string, { readonly ranking: string; readonly id: string }>();

  discrepanciesOf(run: StoredRun, { page, team }: StartRequest, end: ServedEnd | undefined): string[] {
    if (run.status !== 'success' || end === undefined) return [];
    const key = `${page} ${team ?? ''}`;
    const { resulting_prospects: prospects } = JSON.parse(end.results) as ServedResults;
    const ranking = prospects.map(({ network_url: url, composite_score: score }) => `${url} ${score}`).join();
    const first = this.#first.get(key) ?? { ranking, id: run.id };
    this.#first.set(key, first);
    return first.ranking === ranking ? [] : [`has another ranking than run ${first.id} of the same order`];
  }
}
