import { COMPANIES, pageOf, RESULTS } from './world.mjs';

const TENANTS = { large: 4, unlimited: 3, scarce: 1 };
const KINDS = { staffed: 12, empty: 1, unknown: 1 };
const TEAMS = { few: 4, none: 1 };

const FAILURES = { empty: 'No employees on record', unknown: 'Company not found' };

/**
 * A start of a run as a client means it, however often it has to be sent.
 * @typedef {object} Request
 * @property {string} id begins the ids of all its attempts
 * @property {string} tenant
 * @property {string} page the company's
 * @property {string | null} team
 * @property {string} email by which the run is known that it leads to
 * @property {string} path
 * @property {string} text the body
 * @property {string | null} failure why the run has to fail; null when it has to succeed
 * @property {number} results how many prospects it has to find
 * @property {string | null} key its idempotency key
 * @property {boolean} isDoubled whether it is sent to two processes at the same time
 * @property {number | null} patienceMs when its client gives up
 */

/** @returns {Request} whatever comes next */
export function drawRequest(random, id) {
  const kind = random.weighted(KINDS);
  const team = random.weighted(TEAMS);
  const isKeyed = random.chance(0.5);
  const email = `${id}@client.example`;
  const page = pageOf(kind, random.whole(1, COMPANIES[kind]));
  const named = team === 'none' ? null : team;
  return {
    ...{ id, tenant: random.weighted(TENANTS), page, team: named, email },
    path: '/v1/prospecting/start',
    text: JSON.stringify({ network_url: page, team_name: named, client_email: email }),
    failure: FAILURES[kind] ?? null,
    results: kind === 'staffed' ? RESULTS[team] : 0,
    key: isKeyed ? `key-${id}` : null,
    isDoubled: isKeyed && random.chance(0.3),
    patienceMs: random.chance(0.05) ? random.whole(1, 40) : null,
  };
}
