import { setTimeout as sleep } from 'node:timers/promises';
import { Clients } from '../clients.js';
import { brokenCreditRules, fillDatabase } from '../database.js';
import { commonSettings, type Scenario, type Stage, type Wait } from '../harness.js';
import type { Answer } from '../http.js';
import { type Kill, killOne, postgresKills, redisKills } from '../kills.js';
import type { Queryable } from '../postgres.js';
import { Fleet } from '../processes.js';
import { type Outcome, table } from '../report.js';
import { endDelays, holders, isReassigned, readHistory, recordHistory } from './history.js';
import { SlowModel } from './model.js';
import { contentFor, drawRequest, tenantsFor } from './requests.js';
import { compare, readRecords, type StartClients, type StartReading } from './verdict.js';
import { Watch } from './watch.js';

const leaseSeconds = 2;
/** The longest time for which a worker is paused. It is resumed earlier when another worker has taken one of its runs. */
const maxPauseMs = 15_000;
/**
 * The number of clients, and the maximum number of runs that have not ended. In a short test both are low, because runs would take most
 * of its time.
 */
const loads = { short: { clientCount: 3, maxUnfinished: 5 }, long: { clientCount: 6, maxUnfinished: 10 } };
const watchers = 3;
const pollPauseMs = 30;
/** The time that the load may take for each run and each kill that the options require, in milliseconds. */
const timeoutMsEach = 15_000;

const outcomes: readonly Outcome<StartReading>[] = [
  ['accepted', ({ status, reading }) => status === 202 && reading?.isReplay === false],
  ['replayed', ({ status, reading }) => status === 202 && reading?.isReplay === true],
  ['refused for lack of credits', ({ status }) => status === 402],
  ['refused for lack of a queue', ({ status }) => status === 502 || status === 504],
];

/**
 * The scenario of prospecting: clients start runs. Meanwhile workers and processes of the service kill themselves after each step of a
 * run, processes and servers are killed at random, and workers are paused for longer than their leases.
 */
export async function openProspecting(stage: Stage): Promise<Scenario<StartReading>> {
  const { backend, postgres, redis, folder, options, own } = stage;
  const model = new SlowModel(stage.random('model'));
  const modelUrl = await model.start();
  own(() => model.close());
  const { clientCount, maxUnfinished } = loads[options.least === 1 ? 'short' : 'long'];
  const tenants = tenantsFor(options.runs);
  const keys = await fillDatabase(postgres.url, folder, contentFor(tenants));
  await recordHistory(postgres);
  const { apis, workers } = openFleets(stage, modelUrl);
  const watch = new Watch(apis, keys, stage.random('polls'));
  const random = stage.random('requests');
  const clients: StartClients = new Clients({
    ...{ letter: 'r', fleet: apis, keys, random, undecided: [409, 500, 502, 504] },
    draw: (id) => (watch.unfinished < maxUnfinished ? drawRequest(random, id, tenants) : null),
    read: (answer, { tenant }) => {
      const reading = readStart(answer);
      if (reading.job !== null) watch.follow(reading.job, tenant);
      return reading;
    },
  });
  const fleets = [apis, workers];
  let isRefuted = false;
  const pause: Kill = { label: 'paused workers whose runs others continued', weight: 0, act: () => false, count: 0 };
  const kills = [
    killOne('workers killed at random', 5, workers, random),
    killOne('service processes killed at random', 2, apis, random),
    ...postgresKills(postgres, fleets, random),
    ...(redis === null ? [] : redisKills(redis, random)),
  ];
  const checkHistory = async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      await sleep(2_000);
      // The query fails while PostgreSQL is not running.
      const history = await readHistory(postgres).catch(() => null);
      if (history !== null && history.discrepancies.length > 0) isRefuted = true;
    }
  };
  return {
    ...{ title: `Jobs in ${backend}`, fleets, clients, clientCount, kills: [...kills, pause] },
    done: () => watch.ends.size,
    doneBetweenKills: 2,
    disturb: async (isOver) => {
      const polls = Array.from({ length: watchers }, () => watch.poll(isOver, pollPauseMs));
      await Promise.all([pauseAtRandom(stage, workers, pause, isOver), ...polls, checkHistory(isOver)]);
    },
    isRefuted: () => isRefuted,
    isEnough: () => watch.followed >= options.runs,
    loadTimeoutMs: (options.runs + 20 * options.least) * timeoutMsEach,
    settle: (wait) => settleRuns(stage, watch, wait),
    judge: async () => {
      const history = await readHistory(postgres);
      const verdict = compare(clients, watch.ends, await readRecords(postgres), history, tenants);
      const rows = [...verdict.counts, ['answers to polls', watch.answers] as const];
      return {
        outcomes,
        deaths: [['  results of paused workers dropped', workers.phraseCount]],
        summary: ['Runs:', ...table(rows.map(([label, count]) => [`  ${label}`, count]))],
        discrepancies: [...watch.discrepancies, ...(await brokenCreditRules(postgres)), ...verdict.discrepancies],
        agreement: 'Every run that was accepted has ended once, with its results and its credit; nothing is reserved.',
      };
    },
  };
}

function openFleets(
  { postgres, redis, options, random, own }: Stage,
  modelUrl: string,
): { apis: Fleet; workers: Fleet } {
  const settingsOf = (name: string): Record<string, string> => {
    const url = new URL(postgres.url);
    // The history of changes identifies the process by this name.
    url.searchParams.set('application_name', name);
    return {
      ...{ ...commonSettings, DATABASE_URL: url.href, WORKER: 'off', LLM_BASE_URL: modelUrl, LLM_API_KEY: name },
      ...{ PROSPECTING_LEASE_SECONDS: String(leaseSeconds) },
      ...{ PROSPECTING_CONCURRENCY: '3', PROSPECTING_TENANT_CONCURRENCY: '4' },
      ...(redis === null ? {} : { REDIS_URL: redis.url }),
    };
  };
  // A short test has few processes, because their starts would take most of its time.
  const isShort = options.least === 1;
  const apis = new Fleet({
    ...{ program: 'main', size: isShort ? 1 : 2, random: random('apis'), settingsOf },
    failPoints: ['run-stored', 'run-committed', 'run-queued'],
  });
  own(() => apis.close());
  const workers = new Fleet({
    ...{ program: 'worker', size: isShort ? 2 : 3, random: random('workers'), settingsOf },
    failPoints: ['run-claimed', 'run-ranked', 'run-finished'],
    countedPhrase: 'are dropped',
  });
  own(() => workers.close());
  return { apis, workers };
}

export function readStart({ status, headers, text }: Answer): StartReading {
  const body =
    status === 202
      ? (JSON.parse(text) as { job_id: number; status: string; tenant: string; team_name: string | null })
      : null;
  return {
    job: body === null ? null : String(body.job_id),
    told: body === null ? null : { status: body.status, tenant: body.tenant, team: body.team_name },
    isReplay: headers['idempotent-replayed'] === 'true',
    unexpected: [202, 402, 409, 500, 502, 504].includes(status) ? null : text.slice(0, 300),
    refusal: [402, 502, 504].includes(status) ? text.slice(0, 300) : null,
  };
}

/**
 * Pauses one worker after the other for longer than its leases, until another worker has taken one of its runs, but at most for
 * `maxPauseMs`. It counts the pauses in which a run was taken.
 */
async function pauseAtRandom(stage: Stage, workers: Fleet, pause: Kill, isOver: () => boolean): Promise<void> {
  const { postgres } = stage;
  const random = stage.random('pauses');
  while (!isOver()) {
    await sleep(random.whole(200, 2_000));
    if (workers.ready().length < 2) continue;
    const busy = await holders(postgres).catch(() => []);
    const worker = random.pickIfAny(workers.ready().filter(({ name }) => busy.some(({ who }) => who === name)));
    if (worker === undefined) continue;
    workers.pause(worker);
    const end = Date.now() + maxPauseMs;
    await sleep(leaseSeconds * random.whole(1_100, 1_500));
    const held = busy.filter(({ who }) => who === worker.name);
    // The query fails while PostgreSQL is not running. Then the jobs count as not reassigned, and the query is repeated.
    const isTaken = (): Promise<boolean> => isReassigned(postgres, held).catch(() => false);
    while (Date.now() < end && !isOver() && !(await isTaken())) await sleep(100);
    if (await isTaken()) pause.count += 1;
    workers.resume(worker);
  }
}

/** Waits until all runs have ended. Then it reads all of them, even those whose ids reached no client because the answer was lost. */
export async function settleRuns(
  { postgres }: { readonly postgres: Queryable },
  watch: Watch,
  wait: Wait,
): Promise<string[]> {
  await wait(async () => {
    await endDelays(postgres);
    const running = await postgres.query(`select from prospecting_job where status = 'running' limit 1`);
    return running.length === 0;
  }, 'Some runs have not ended');
  const started = await postgres.query<{ job: string; tenant: string }>(
    'select id::text as job, tenant_id as tenant from prospecting_job',
  );
  for (const { job, tenant } of started) watch.follow(job, tenant);
  await watch.pollAll();
  return [];
}
