import { complaintsOfHold, complaintsOfOrphan } from './holds.mjs';
import { complaintsOfEnd, Rankings } from './outcomes.mjs';

/** Answers to a start after which there must be no run. */
const REFUSALS = [402, 502, 504];

/**
 * Compares what clients have sent and heard with what there is in the end.
 * @param clients `requests` and `attempts`
 * @param ends of runs, as they were served
 * @param records what the database has of runs and credits
 * @param history what has become of each run on its way
 * @returns {{ complaints: string[], counts: Record<string, number> }} what does not agree, in lines to read
 */
export function compare(clients, ends, records, history, tenants) {
  const { requests, attempts } = clients;
  const byEmail = new Map(requests.map((request) => [request.email, { request, attempts: [], runs: [] }]));
  const byId = new Map([...byEmail.values()].map((told) => [told.request.id, told]));
  for (const attempt of attempts) byId.get(attempt.request).attempts.push(attempt);
  const strangers = [];
  for (const run of records.runs) (byEmail.get(run.email)?.runs ?? strangers).push(run);
  const told = [...byId.values()];
  const holds = new Map(records.holds.map((hold) => [hold.id, hold]));
  const rankings = new Rankings();
  const complaints = [
    ...records.broken,
    ...history.complaints,
    ...strangers.map(({ id }) => `Run ${id} was never asked for`),
    ...told.flatMap((each) => complaintsOfRequest(each, tenants)),
    ...told.flatMap(({ request, runs }) =>
      runs.flatMap((run) => complaintsOfRun(run, request, { end: ends.get(run.id), holds, rankings, attempts })),
    ),
    ...complaintsOfOrphans(records, history, attempts),
  ];
  return { complaints, counts: countsOf(told, records.runs, history) };
}

/** A request leads to one run at the most, and to one if it was accepted. */
function complaintsOfRequest({ request, attempts, runs }, tenants) {
  const complaints = attempts
    .filter(({ words, status }) => status !== null && words !== null)
    .map(({ status, words }) => `was answered ${status}: ${words}`);
  const accepted = attempts.filter(({ status }) => status === 202);
  const jobs = new Set(accepted.map(({ job }) => job));
  if (runs.length > 1) complaints.push(`has led to ${runs.length} runs`);
  if (jobs.size > 1) complaints.push(`was told of the runs ${[...jobs].join(', ')}`);
  for (const job of jobs)
    if (!runs.some(({ id }) => id === job)) complaints.push(`was told of run ${job}, which is none`);
  for (const { told } of accepted) {
    const isRight = told.status === 'running' && told.tenant === request.tenant && told.team === request.team;
    if (!isRight) complaints.push(`was told ${JSON.stringify(told)}`);
  }
  const isRefused = attempts.length > 0 && attempts.every(({ status }) => REFUSALS.includes(status));
  if (isRefused && runs.length > 0) complaints.push('was refused, and has led to a run');
  const isShort = attempts.some(({ status }) => status === 402);
  if (isShort && !tenants[request.tenant].isScarce) complaints.push('was refused, though there was enough');
  if (request.key !== null && accepted.length === 0 && !isShort) complaints.push('never got an answer');
  return complaints.map((complaint) => `${request.id} of ${request.tenant} ${complaint}`);
}

function complaintsOfRun(run, request, { end, holds, rankings, attempts }) {
  const complaints = [];
  for (const member of ['tenant', 'page', 'team', 'key']) {
    if (run[member] !== request[member]) complaints.push(`has ${member} ${run[member]} instead of ${request[member]}`);
  }
  complaints.push(
    ...complaintsOfEnd(run, request, end),
    ...rankings.complaintsOf(run, request, end),
    ...complaintsOfHold(run, holds.get(run.hold), attempts),
  );
  return complaints.map((complaint) => `Run ${run.id} (${request.id} of ${request.tenant}) ${complaint}`);
}

function complaintsOfOrphans({ runs, holds }, { undone }, attempts) {
  const known = new Set(runs.map(({ hold }) => hold));
  return holds
    .filter(({ id }) => !known.has(id))
    .flatMap((hold) => complaintsOfOrphan(hold, undone.has(hold.id), attempts));
}

function countsOf(told, runs, { undone, attempts, lost }) {
  const count = (isOne) => runs.filter(isOne).length;
  const isKnown = ({ attempts: sent }) => sent.some(({ status }) => status === 202);
  return {
    runs: runs.length,
    acknowledged: told.filter((each) => isKnown(each) && each.runs.length > 0).length,
    unacknowledged: told.filter((each) => !isKnown(each) && each.runs.length > 0).length,
    undone: undone.size,
    success: count(({ status }) => status === 'success'),
    unknown: count(({ reason }) => reason === 'Company not found'),
    empty: count(({ reason }) => reason === 'No employees on record'),
    workerLost: count(({ reason }) => reason === 'Worker lost'),
    internal: count(({ reason }) => reason === 'Internal failure'),
    attempts,
    lost,
    interrupted: count(({ losses, failures }) => losses + failures > 0),
  };
}
