import { createHash } from 'node:crypto';
import { type Answer } from '../http.js';
import { Clients } from '../clients.js';
import { brokenCreditRules, fillDatabase } from '../database.js';
import { commonSettings, type Scenario, type Stage, type Wait } from '../harness.js';
import { killOne, poolerKills, postgresKills } from '../kills.js';
import type { Queryable } from '../postgres.js';
import { Fleet } from '../processes.js';
import { type Findings, type Outcome, table } from '../report.js';
import { readLedger } from './ledger.js';
import { contentFor, drawRequest, type Feature, maxWorth, requestWorth, tenantsFor } from './requests.js';
import { compare, type CreditClients, type CreditReading, isFree, type Verdict } from './verdict.js';

const failPoints = ['answer-claimed', 'credits-reserved', 'data-read', 'credits-settled'];
const holdSeconds = 3;
/** The maximum number of answered requests that are sent again at the end. */
const maxReplays = 30;
/** How many of the last credits of an account are used up one by one. */
const lastCredits = 5;
const refusals = 3;

const outcomes: readonly Outcome<CreditReading>[] = [
  ['answered', ({ status, reading }) => status === 200 && reading?.isReplay === false],
  ['replayed', ({ status, reading }) => status === 200 && reading?.isReplay === true],
  ['refused for lack of credits', ({ status }) => status === 402],
];

/**
 * The scenario of credits: clients send requests for companies and persons that cost credits. Meanwhile processes of the service kill
 * themselves after each step of a charge, and processes and PostgreSQL are killed at random.
 */
export async function openCredits(stage: Stage): Promise<Scenario<CreditReading>> {
  const { postgres, pooler, folder, options, own } = stage;
  const tenants = tenantsFor(options.seconds);
  const keys = await fillDatabase(postgres.url, folder, contentFor(tenants));
  const fleet = new Fleet({
    // A short run uses fewer processes, because starting them takes most of its time.
    size: options.least > 1 ? 3 : 2,
    ...{ program: 'main', failPoints, random: stage.random('processes') },
    settingsOf: (_name, slot) => ({
      ...{ ...commonSettings, ...stage.databaseSettings(), CREDIT_HOLD_SECONDS: String(holdSeconds) },
      WORKER: slot === 0 ? 'off' : 'inline',
    }),
  });
  own(() => fleet.close());
  const random = stage.random('requests');
  const clients: CreditClients = new Clients({
    ...{ letter: 'r', fleet, keys, random, undecided: [409, 500], read: readCredits },
    draw: (id) => drawRequest(random, id, tenants),
  });
  const loadEnd = Date.now() + options.seconds * 1_000;
  const kills = [
    killOne('service processes killed at random', 6, fleet, random),
    ...postgresKills(postgres, [fleet], random),
    ...poolerKills(pooler, random),
  ];
  return {
    ...{ title: 'Credits', fleets: [fleet], clients, clientCount: 8, kills },
    done: () => clients.attempts.filter(({ status }) => status === 200).length,
    doneBetweenKills: 8,
    disturb: () => Promise.resolve(),
    isEnough: () => Date.now() >= loadEnd,
    loadTimeoutMs: options.seconds * 1_000 + 300_000,
    settle: async (wait) => [
      ...(await settleCredits(stage, clients, wait)),
      ...(await useUpAll(stage, clients, tenants)),
    ],
    judge: async () => {
      const verdict = compare(clients, await readLedger(postgres), tenants);
      return findingsOfCredits(verdict, await brokenCreditRules(postgres));
    },
  };
}

export function readCredits({ status, headers, text }: Answer): CreditReading {
  const header = (name: string): string | undefined => headers[name]?.toString();
  const matched = (): number => {
    const { results } = JSON.parse(text) as { results: readonly { matched: boolean }[] };
    return results.filter((result) => result.matched).length;
  };
  return {
    charged: {
      data_access: header('x-credits-data-access-charged'),
      contact_data: header('x-credits-contact-data-charged'),
    },
    isReplay: header('idempotent-replayed') === 'true',
    original: header('original-request-id'),
    matched: status === 200 ? matched() : null,
    unexpected: [200, 402, 409, 500].includes(status) ? null : text.slice(0, 300),
    digest: createHash('sha256').update(text).digest('base64'),
  };
}

/** Waits until no credits are reserved. Then sends some answered requests again, which must get the stored answers. */
export async function settleCredits(
  { postgres, random }: Pick<Stage, 'random'> & { readonly postgres: Queryable },
  clients: CreditClients,
  wait: Wait,
): Promise<string[]> {
  const discrepancies: string[] = [];
  await wait(async () => {
    const holds = await postgres.query(`select from credit_hold where state = 'pending' limit 1`);
    return holds.length === 0;
  }, 'Some credits are still reserved, although no request is under way');
  const answered = new Set(clients.attempts.filter(({ status }) => status === 200).map(({ requestId }) => requestId));
  const stored = clients.requests.filter(
    (request) => request.key !== null && answered.has(request.id) && !isFree(request),
  );
  for (const request of random('replays').sample(stored, maxReplays)) {
    const { status, reading } = await clients.sendAgain(request);
    if (status !== 200 || reading?.isReplay !== true)
      discrepancies.push(
        `Request ${request.id} was answered with 200. Sent again with its key it did not get the stored answer, but ${status ?? 'no answer'}`,
      );
  }
  return discrepancies;
}

async function useUpAll(
  stage: Stage,
  clients: CreditClients,
  tenants: ReturnType<typeof tenantsFor>,
): Promise<string[]> {
  const discrepancies: string[] = [];
  for (const [tenant, { scarce }] of Object.entries(tenants)) {
    if (scarce !== undefined) discrepancies.push(...(await useUp(stage, clients, tenant, scarce)));
  }
  return discrepancies;
}

/**
 * Uses up the credits of an account. No other request is under way, so the last credit must be usable, and the requests after it must be
 * refused.
 */
async function useUp({ postgres }: Stage, clients: CreditClients, tenant: string, feature: Feature): Promise<string[]> {
  const discrepancies: string[] = [];
  const ask = async (amount: number, expected: number): Promise<boolean> => {
    const id = `last${clients.requests.length + 1}`;
    const { status } = await clients.send(requestWorth(id, tenant, feature, amount));
    if (status !== expected)
      discrepancies.push(
        `Request ${id}: ${tenant} requested data for ${amount} ${feature} credits and got ${status ?? 'no answer'} instead of status ${expected}`,
      );
    return status === expected;
  };
  const left = async (): Promise<number> => {
    const [row] = await postgres.query<{ left: number }>(
      `select (granted - posted - pending)::int as left from credit_account
        where tenant_id = $1 and feature = $2::credit_feature`,
      [tenant, feature],
    );
    return row?.left ?? 0;
  };
  for (let rest = await left(); rest > 0; rest = await left()) {
    const amount = rest > lastCredits ? Math.min(rest - lastCredits, maxWorth) : 1;
    if (!(await ask(amount, 200))) return discrepancies;
  }
  for (let refusal = 0; refusal < refusals; refusal += 1) await ask(1, 402);
  return discrepancies;
}

export function findingsOfCredits(
  { discrepancies, accounts }: Verdict,
  broken: readonly string[],
): Findings<CreditReading> {
  return {
    outcomes,
    deaths: [],
    summary: [
      'Credits:',
      ...table([
        ['  tenant', 'feature', 'granted', 'charged', 'acknowledged', 'unacknowledged', 'expired'],
        ...accounts.map((account) => [
          ...[`  ${account.tenant}`, account.feature, account.isUnlimited ? 'unlimited' : account.granted],
          ...[account.posted, account.acknowledged, account.unacknowledged, account.expired],
        ]),
      ]),
    ],
    discrepancies: [...broken, ...discrepancies],
    agreement: 'Every charge has its request and every answer its charge; nothing is reserved.',
  };
}
