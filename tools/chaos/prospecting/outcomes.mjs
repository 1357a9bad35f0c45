import { writersOf } from './model.mjs';

/** A run may fail for want of workers only after so many were lost, and because of what it needs after so many failures. */
const LOSSES = 4;
const FAILURES = 4;

/** What is served of a prospect, in the contract's order. */
const KEYS = [
  ...['region', 'full_name', 'first_name', 'last_name', 'title_name', 'company_name', 'network_url', 'ai_reasoning'],
  ...['location_name', 'location_region', 'location_country', 'prospect_tags', 'composite_score', 'current_personas'],
  ...['personas_with_years', 'connection_factors', 'company_network_url', 'product_talking_points'],
  ...['company_tech_growth_12mo', 'recent_titles_last_5_years', 'months_in_latest_experience'],
  ...['months_since_last_promotion', 'past_companies_used_client_tech', 'connecting_employee_network_url'],
  ...['prospect_awareness_competitor_tech_current', 'prospect_awareness_complimentary_tech_current'],
].join();

/** How a run ended, by what is stored of it and by what is served. @returns {string[]} */
export function complaintsOfEnd(run, request, end) {
  const complaints = complaintsOfState(run, request);
  if (run.ranks.some((rank, place) => rank !== place + 1)) complaints.push(`has the ranks ${run.ranks.join(', ')}`);
  const expected = run.status === 'success' ? request.results : 0;
  if (run.ranks.length !== expected) complaints.push(`has ${run.ranks.length} prospects instead of ${expected}`);
  if (end === undefined) return [...complaints, 'was never served as ended'];
  const [record, results] = [JSON.parse(end.record), JSON.parse(end.results)];
  const served = [record.status, record.failure_reason, results.status];
  if (served.join() !== [run.status, run.reason, run.status].join()) complaints.push(`is served as ${served.join()}`);
  if (record.run_end_time === null) complaints.push('has no end');
  return [...complaints, ...complaintsOfResults(results, expected)];
}

function complaintsOfState({ status, reason, losses, failures }, { failure }) {
  if (reason === 'Worker lost') return losses >= LOSSES ? [] : [`was given up after ${losses} workers were lost`];
  if (reason === 'Internal failure') return failures >= FAILURES ? [] : [`was given up after ${failures} failures`];
  const expected = failure === null ? 'success' : 'failed';
  return status === expected && reason === failure
    ? []
    : [`is ${status} (${reason}) instead of ${expected} (${failure})`];
}

function complaintsOfResults({ total_results: total, resulting_prospects: prospects, metadata }, expected) {
  const complaints = [];
  if (total !== expected || prospects.length !== expected) {
    complaints.push(
      `is served with ${prospects.length} prospects, is said to have ${total}, and should have ${expected}`,
    );
  }
  const odd = prospects.find((prospect) => Object.keys(prospect).join() !== KEYS);
  if (odd !== undefined) complaints.push(`has a prospect with the keys ${Object.keys(odd).join()}`);
  const writers = writersOf(prospects.map(({ ai_reasoning: text }) => text));
  if (writers.size > 1) complaints.push(`has results of several processes: ${[...writers].join(', ')}`);
  if (expected > 0 && typeof metadata?.pipeline_version !== 'string') complaints.push('does not say how it came about');
  return complaints;
}

/** What was found at each company for each team: the same, whoever has found it and however often it was begun. */
export class Rankings {
  #found = new Map();

  complaintsOf(run, { page, team }, end) {
    if (run.status !== 'success' || end === undefined) return [];
    const key = `${page} ${team}`;
    const found = JSON.parse(end.results)
      .resulting_prospects.map(({ network_url: url, composite_score: score }) => `${url} ${score}`)
      .join();
    const before = this.#found.get(key) ?? { found, id: run.id };
    this.#found.set(key, before);
    return before.found === found ? [] : [`has found others than run ${before.id}, which had the same order`];
  }
}
