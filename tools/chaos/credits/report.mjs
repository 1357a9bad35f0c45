import { findings, gist, table, tally } from '../support/lines.mjs';

const AGREED = 'Every charge has its request and every answer its charge; nothing is reserved.';

/** What was done and found, in lines to read. */
export function report({ seconds, fleet, killed, clients, accounts, complaints }) {
  return [
    `Set up in ${seconds.setUp} s, under load for ${seconds.load} s, at rest and checked after ${seconds.rest} s`,
    'Processes of the service:',
    ...table([
      ...[...fleet.diedAt].map(([point, count]) => [`  killed at ${point}`, count]),
      ['  killed at random', killed.process],
      ['  ended for another reason', fleet.ended.length],
    ]),
    ...tally(
      fleet.ended.map(({ wasServing, words }) => `while ${wasServing ? 'serving' : 'starting'}: ${gist(words)}`),
    ),
    'PostgreSQL:',
    ...table([
      ['  all of it killed', killed.server],
      ['  one session killed', killed.session],
    ]),
    `Requests: ${clients.requests.length}, sent ${clients.attempts.length} times:`,
    ...table(outcomes(clients.attempts)),
    ...tally(
      clients.attempts.filter(({ status }) => status === 500).map(({ id }) => fleet.reasons.get(id) ?? 'unknown'),
    ),
    ...tally(clients.attempts.filter(({ status }) => status === null).map(({ words }) => words)),
    'Credits:',
    ...table([
      ['  tenant', 'feature', 'granted', 'charged', 'acknowledged', 'unacknowledged', 'expired'],
      ...accounts.map((account) => [
        `  ${account.tenant}`,
        account.feature,
        account.isUnlimited ? 'unlimited' : account.granted,
        account.posted,
        account.acknowledged,
        account.unacknowledged,
        account.expired,
      ]),
    ]),
    ...findings(complaints, AGREED),
    '',
  ].join('\n');
}

function outcomes(attempts) {
  const count = (isOne) => attempts.filter(isOne).length;
  return [
    ['  answered', count(({ status, isReplay }) => status === 200 && !isReplay)],
    ['  answered again', count(({ status, isReplay }) => status === 200 && isReplay)],
    ['  refused for want of credits', count(({ status }) => status === 402)],
    ['  told to wait for another with the key', count(({ status }) => status === 409)],
    ['  failed', count(({ status }) => status === 500)],
    ['  cut off by a death', count(({ status, hasGivenUp }) => status === null && !hasGivenUp)],
    ['  given up by the client', count(({ hasGivenUp }) => hasGivenUp)],
  ];
}
