import { until } from '../support/until.mjs';
import { readHistory } from './history.mjs';
import { killAtRandom, pauseAtRandom } from './killing.mjs';
import { comeToRest } from './quiet.mjs';
import { readRecords } from './records.mjs';
import { report } from './report.mjs';
import { LEASE_SECONDS } from './stage.mjs';
import { compare } from './verdict.mjs';

const CLIENTS = 6;
const WATCHERS = 3;
const START_MS = 120_000;
/** For each run and each kill that was asked for, on a machine that has much else to do. */
const PATIENCE_MS = 15_000;

/** Tries one backend. @returns the report, and how many complaints it has */
export async function perform(stage) {
  const { apis, workers, postgres, clients, watch, startedAt } = stage;
  const isUp = (fleet) => fleet.ready().length === fleet.size;
  await until(() => [apis, workers].every(isUp), START_MS, 'The processes do not start');
  const lap = stopwatch(startedAt);
  const seconds = { setUp: lap() };
  const { killed, paused, complaints } = await storm(stage);
  seconds.load = lap();
  complaints.push(...(await comeToRest(stage)));
  const history = await readHistory(postgres);
  const verdict = compare(clients, watch.ends, await readRecords(postgres), history, stage.tenants);
  complaints.push(...verdict.complaints);
  seconds.rest = lap();
  return {
    text: report({ ...stage, seconds, killed, paused, counts: verdict.counts, complaints }),
    count: complaints.length,
  };
}

/** Lets clients start runs while everything is killed. @returns what was killed how often, and what did not come about */
async function storm(stage) {
  const { apis, workers, redis, clients, watch, runs, least } = stage;
  const killed = { worker: 0, api: 0, server: 0, session: 0, ...(redis === null ? {} : { redis: 0, flush: 0 }) };
  const paused = { inAll: 0, givenAway: 0 };
  const complaints = [];
  const counts = () => [
    ...apis.diedAt.values(),
    ...workers.diedAt.values(),
    ...Object.values(killed),
    paused.givenAway,
  ];
  const isEnough = () => watch.followed >= runs && counts().every((count) => count >= least);
  let isOver = false;
  const killing = [
    killAtRandom(stage, killed, least, () => isOver),
    pauseAtRandom(stage, paused, LEASE_SECONDS, () => isOver),
  ];
  watch.start(WATCHERS).catch((error) => complaints.push(error.message));
  const load = clients.start(CLIENTS);
  const enough = until(
    isEnough,
    (runs + counts().length * least) * PATIENCE_MS,
    `Not everything happened ${least} times`,
  );
  await Promise.race([enough.catch((error) => complaints.push(error.message)), Promise.all([load, ...killing])]);
  isOver = true;
  clients.stop();
  await Promise.all([load, ...killing]);
  return { killed, paused, complaints };
}

/** @returns a function that tells the whole seconds since it was last asked */
function stopwatch(startedAt) {
  let last = startedAt;
  return () => {
    const before = last;
    last = Date.now();
    return Math.round((last - before) / 1_000);
  };
}
