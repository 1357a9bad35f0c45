import { Agent } from 'node:http';
import type { Nginx } from '../../../test/support/outages/nginx.js';
import type { Random } from '../../random.js';
import { type Attempt, Clients, type Targets } from '../clients.js';
import { contentFor as contentOfCredits, drawRequest as drawEnrichment } from '../credits/requests.js';
import { type CreditTenant, type EnrichRequest, plenty } from '../credits/requests.js';
import { findingsOfCredits, readCredits, settleCredits } from '../credits/scenario.js';
import { readLedger } from '../credits/ledger.js';
import { compare as compareCredits, type CreditReading } from '../credits/verdict.js';
import { brokenCreditRules, fillDatabase } from '../database.js';
import { commonSettings, type Load, type Scenario } from '../harness.js';
import { Fleet } from '../processes.js';
import { type Outcome, table } from '../report.js';
import { readHistory, recordHistory } from '../prospecting/history.js';
import { SlowModel } from '../prospecting/model.js';
import { contentFor as contentOfRuns, drawRequest as drawStart } from '../prospecting/requests.js';
import type { ProspectingTenant, StartRequest } from '../prospecting/requests.js';
import { readStart, settleRuns } from '../prospecting/scenario.js';
import { compare as compareRuns, readRecords, type StartReading } from '../prospecting/verdict.js';
import { Watch } from '../prospecting/watch.js';
import { until } from '../until.js';
import { Outages } from './outages.js';
import { openProxy, servicePorts, type Site } from './site.js';

type Reading = CreditReading | StartReading;

/** One of this many requests starts a prospecting run. All others enrich records. */
const requestsToOneStart = 20;
const clientCounts = { credits: 8, starts: 2 };
const maxUnfinishedRuns = 10;
const pollPauseMs = 500;
const startTimeoutMs = 300_000;
const maxStartFailures = 5;
/** The statuses that leave open whether a request was done. nginx answers 502 and 504 itself. */
const undecided = [409, 500, 502, 503, 504];

/** No account is used up, so every refusal with 402 is a fault. */
const creditTenants: Record<string, CreditTenant> = {
  plenty: { asksFor: 'companies', granted: { data_access: plenty }, weight: 4 },
  unlimited: { asksFor: 'companies', granted: { data_access: 'unlimited' }, weight: 1 },
  contacts: { asksFor: 'persons', granted: { data_access: plenty, contact_data: plenty }, weight: 3 },
};
const runTenants: Record<string, ProspectingTenant> = {
  runs: { granted: { prospecting: plenty }, teams: { few: { max_results: 8 } }, isScarce: false, weight: 1 },
};

const outcomes: readonly Outcome<Reading>[] = [
  ['enriched', ({ status, reading }) => status === 200 && reading?.isReplay === false],
  ['run accepted', ({ status, reading }) => status === 202 && reading?.isReplay === false],
  ['replayed', ({ status, reading }) => (status === 200 || status === 202) && reading?.isReplay === true],
  ['answered 502 or 504 by nginx or without a queue', ({ status }) => status === 502 || status === 504],
  ['answered 503', ({ status }) => status === 503],
];

/**
 * The scenario of an installation: two service processes behind nginx, two workers, PgBouncer, PostgreSQL with a standby, Redis with a
 * replica and a sentinel. Clients send requests at a steady rate, each with an idempotency key. Meanwhile each of these parts in turn is
 * killed and started again.
 */
export async function openInstallation(site: Site): Promise<Scenario<Reading>> {
  const { postgres, folder, options, own, servers } = site;
  const model = new SlowModel(site.random('model'));
  const modelUrl = await model.start();
  own(() => model.close());
  const [ofCredits, ofRuns] = [contentOfCredits(creditTenants), contentOfRuns(runTenants)];
  const keys = await fillDatabase(servers.primaryUrl, folder, {
    tenants: { ...ofCredits.tenants, ...ofRuns.tenants },
    companies: [...ofCredits.companies, ...ofRuns.companies],
    persons: [...ofCredits.persons, ...ofRuns.persons],
  });
  await recordHistory(postgres);
  const ports = await servicePorts();
  const { apis, workers } = openFleets(site, modelUrl, ports);
  await until(
    () => apis.isComplete() || apis.crashes.length > maxStartFailures,
    startTimeoutMs,
    'The service processes have not started',
  );
  if (!apis.isComplete()) throw new Error(`A service process did not start: ${apis.crashes.at(-1)?.output ?? ''}`);
  const nginx = await openProxy(site, ports);
  const proxy: Targets = { listening: () => [{ url: nginx.baseUrl, agent }] };
  const agent = new Agent({ keepAlive: true });
  const watch = new Watch(proxy, keys, site.random('polls'));
  const credits = new Clients<EnrichRequest, CreditReading>({
    ...{ letter: 'c', fleet: proxy, keys, random: site.random('requests'), undecided, read: readCredits },
    draw: atRate(options.rate, (id) => keyed(drawEnrichment(site.random(id), id, creditTenants))),
  });
  const drawRun = atRate(options.rate / requestsToOneStart, (id) => keyed(drawStart(site.random(id), id, runTenants)));
  const starts = new Clients<StartRequest, StartReading>({
    ...{ letter: 's', fleet: proxy, keys, random: site.random('starts'), undecided },
    draw: (id) => (watch.unfinished < maxUnfinishedRuns ? drawRun(id) : null),
    read: (answer, { tenant }) => {
      const reading = readStart(answer);
      if (reading.job !== null) watch.follow(reading.job, tenant);
      return reading;
    },
  });
  const clients: Load<Reading> = bothOf(credits, starts);
  const answered = (): number => credits.attempts.filter(({ status }) => status === 200).length;
  const accepted = (): number => starts.attempts.filter(({ status }) => status === 202).length;
  const outages = new Outages(() => ({ answered: answered(), accepted: accepted() }));
  const kills = killsOf(site, { apis, workers, nginx, outages, random: site.random('outages') });
  const loadEnd = Date.now() + options.seconds * 1_000;
  return {
    ...{ title: 'Installation', fleets: [apis, workers], clients, clientCount: 1, kills },
    done: answered,
    doneBetweenKills: 3 * options.rate,
    disturb: (isOver) => {
      outages.isOver = isOver;
      return watch.poll(isOver, pollPauseMs);
    },
    isRefuted: () => outages.discrepancies.length > 0,
    isEnough: () => Date.now() >= loadEnd,
    loadTimeoutMs: options.seconds * 1_000 + 600_000,
    settle: async (wait) => [...(await settleRuns(site, watch, wait)), ...(await settleCredits(site, credits, wait))],
    judge: async () => {
      const verdict = compareCredits(credits, await readLedger(postgres), creditTenants, true);
      const runs = compareRuns(
        starts,
        watch.ends,
        await readRecords(postgres),
        await readHistory(postgres),
        runTenants,
      );
      const found = findingsOfCredits(verdict, await brokenCreditRules(postgres));
      return {
        outcomes,
        deaths: [],
        summary: [
          ...outages.reportOf(clients.attempts, undecided),
          ...found.summary,
          'Runs:',
          ...table(runs.counts.map(([label, count]) => [`  ${label}`, count])),
        ],
        discrepancies: [
          ...outages.discrepancies,
          ...watch.discrepancies,
          ...found.discrepancies,
          ...runs.discrepancies,
        ],
        agreement:
          'Every charge has its request and every answer its charge; every accepted run has ended once; nothing is reserved.',
      };
    },
  };
}

interface Parts {
  readonly apis: Fleet;
  readonly workers: Fleet;
  readonly nginx: Nginx;
  readonly outages: Outages;
  readonly random: Random;
}

/** The kills of an installation. Each waits until the killed part works again and clients get answers. */
function killsOf({ servers }: Site, { apis, workers, nginx, outages, random }: Parts): Scenario<Reading>['kills'] {
  const killProcess = async (fleet: Fleet): Promise<void> => {
    const victim = random.pickIfAny(fleet.ready());
    if (victim === undefined) return;
    fleet.kill(victim);
    await outages.until(() => !fleet.ready().includes(victim) && fleet.isComplete());
  };
  const killProxy = async (): Promise<void> => {
    await nginx.kill();
    nginx.restart();
  };
  const parts: [label: string, kill: () => Promise<void>][] = [
    ['a service process', () => killProcess(apis)],
    ['a worker', () => killProcess(workers)],
    ['nginx', killProxy],
    ['PgBouncer', () => servers.killPooler()],
    ['PostgreSQL, the primary', () => servers.killPrimary()],
    ['PostgreSQL, the primary for good', () => servers.failOver()],
    ['PostgreSQL, the standby', () => servers.killStandby()],
    ['Redis, the master', () => servers.killRedisMaster()],
    ['Redis, the replica', () => servers.killRedisReplica()],
    ['Redis, the sentinel', () => servers.killSentinel()],
  ];
  return parts.map(([label, kill]) => ({ label, weight: 1, act: () => outages.during(label, kill), count: 0 }));
}

function openFleets(
  { random, own, servers }: Site,
  modelUrl: string,
  ports: readonly [number, number],
): { apis: Fleet; workers: Fleet } {
  const settingsOf = (name: string): Record<string, string> => ({
    ...{ ...commonSettings, ...servers.settingsFor(name), WORKER: 'off', TRUST_PROXY: '1' },
    ...{ CREDIT_HOLD_SECONDS: '20', PROSPECTING_LEASE_SECONDS: '10', LLM_BASE_URL: modelUrl, LLM_API_KEY: name },
  });
  const apis = new Fleet({
    ...{ program: 'main', size: ports.length, failPoints: [], random: random('apis') },
    settingsOf: (name, slot) => ({ ...settingsOf(name), PORT: String(ports[slot]) }),
  });
  own(() => apis.close());
  const workers = new Fleet({
    ...{ program: 'worker', size: 2, failPoints: [], random: random('workers'), settingsOf },
  });
  own(() => workers.close());
  return { apis, workers };
}

/**
 * Gives a request an idempotency key, so that its client may send it again until it is answered. The request is never sent to two
 * processes at the same time.
 */
function keyed<Request extends EnrichRequest | StartRequest>(request: Request): Request {
  return { ...request, key: `key-${request.id}`, isDoubled: false };
}

/** Draws at most `perSecond` requests a second, whatever the number of clients. */
function atRate<Request>(perSecond: number, draw: (id: string) => Request): (id: string) => Request | null {
  let next = 0;
  return (id) => {
    const now = Date.now();
    if (now < next) return null;
    // The requests that could not be sent during an outage are left out, except those of the last second.
    next = Math.max(next, now - 1_000) + 1_000 / perSecond;
    return draw(id);
  };
}

function bothOf(
  credits: Clients<EnrichRequest, CreditReading>,
  starts: Clients<StartRequest, StartReading>,
): Load<Reading> {
  return {
    get requests() {
      return [...credits.requests, ...starts.requests];
    },
    get attempts(): Attempt<Reading>[] {
      return [...credits.attempts, ...starts.attempts];
    },
    get undecided() {
      return credits.undecided + starts.undecided;
    },
    start: () => Promise.all([credits.start(clientCounts.credits), starts.start(clientCounts.starts)]),
    stop: () => {
      credits.stop();
      starts.stop();
    },
  };
}
