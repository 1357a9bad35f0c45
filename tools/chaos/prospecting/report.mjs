import { findings, gist, table, tally } from '../support/lines.mjs';

const AGREED = 'Every run that was accepted has ended once, with its results and its credit; nothing is reserved.';

const NAMES = {
  worker: 'workers killed at random',
  api: 'requests: processes killed at random',
  server: 'PostgreSQL: all of it killed',
  session: 'PostgreSQL: one session killed',
  redis: 'Redis: killed',
  flush: 'Redis: emptied',
};

/** What was done and found with one backend, in lines to read. */
export function report({ backend, seconds, apis, workers, killed, paused, clients, watch, counts, complaints }) {
  const ended = [...apis.ended, ...workers.ended];
  return [
    `Jobs in ${backend}`,
    `Set up in ${seconds.setUp} s, under load for ${seconds.load} s, at rest and checked after ${seconds.rest} s`,
    'Deaths:',
    ...table([
      ...[...apis.diedAt, ...workers.diedAt].map(([point, count]) => [`  at ${point}`, count]),
      ...Object.entries(killed).map(([what, count]) => [`  ${NAMES[what]}`, count]),
      ['  workers paused for longer than their lease', paused.inAll],
      ['    whose runs others went on with', paused.givenAway],
      ...[...workers.heard.values()].map((count) => ['    whose findings came too late, and were dropped', count]),
      ['  ended for another reason', ended.length],
    ]),
    ...tally(ended.map(({ wasServing, words }) => `while ${wasServing ? 'working' : 'starting'}: ${gist(words)}`)),
    `Requests: ${clients.requests.length}, sent ${clients.attempts.length} times:`,
    ...table(outcomes(clients.attempts)),
    ...tally(
      clients.attempts.filter(({ status }) => status === 500).map(({ id }) => apis.reasons.get(id) ?? 'unknown'),
    ),
    ...tally(clients.attempts.filter(({ status }) => status === null).map(({ words }) => words)),
    'Runs:',
    ...table(runs(counts, watch)),
    ...findings(complaints, AGREED),
    '',
  ].join('\n');
}

function outcomes(attempts) {
  const count = (isOne) => attempts.filter(isOne).length;
  const answered = (status) => count((attempt) => attempt.status === status);
  return [
    ['  accepted', count(({ status, isReplay }) => status === 202 && !isReplay)],
    ['  accepted again', count(({ status, isReplay }) => status === 202 && isReplay)],
    ['  refused for want of credits', answered(402)],
    ['  told to wait for another with the key', answered(409)],
    ['  refused for want of a queue', answered(502) + answered(504)],
    ['  failed', answered(500)],
    ['  cut off by a death', count(({ status, hasGivenUp }) => status === null && !hasGivenUp)],
    ['  given up by the client', count(({ hasGivenUp }) => hasGivenUp)],
  ];
}

function runs(counts, { looks }) {
  return [
    ['  started', counts.runs],
    ['    and acknowledged', counts.acknowledged],
    ['    and never acknowledged', counts.unacknowledged],
    ['  taken back because nobody could be told', counts.undone],
    ['  succeeded, charged', counts.success],
    ['  failed: company not found', counts.unknown],
    ['  failed: no employees on record', counts.empty],
    ['  failed: five workers lost', counts.workerLost],
    ['  failed: five times something was missing', counts.internal],
    ['  interrupted at least once', counts.interrupted],
    ['  attempts', counts.attempts],
    ['    of which their worker was lost', counts.lost],
    ['  times that somebody looked', looks],
  ];
}
