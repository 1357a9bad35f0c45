// Kills everything that takes part in charging for requests, processes of the service and PostgreSQL alike, at random moments
// and at each point between two effects of a request, while clients ask. Then compares what clients were told with what they
// were charged. A run goes on until everything was killed often enough. Ends with 0 when all agrees.
//   npm run chaos:credits [-- --seconds N --seed N --least N --keep]
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withCleanUp } from '../../scripts/clean-up.mjs';
import { randomFor } from '../random.mjs';
import { prepare } from '../../scripts/prepare.mjs';
import { openClients } from './credits/clients.mjs';
import { killAtRandom } from './credits/killing.mjs';
import { readLedger } from './credits/ledger.mjs';
import { comeToRest } from './credits/quiet.mjs';
import { report } from './credits/report.mjs';
import { compare } from './credits/verdict.mjs';
import { setUp, tenantsFor } from './credits/world.mjs';
import { Fleet } from './support/fleet.mjs';
import { until } from './support/until.mjs';
import { OwnPostgres } from './support/postgres.mjs';

const POINTS = ['answer-claimed', 'credits-reserved', 'data-read', 'credits-settled'];
const PROCESSES = 3;
const CLIENTS = 8;
const HOLD_SECONDS = 3;
/** Beyond the time that was asked for, for a machine that has much else to do. */
const PATIENCE_MS = 300_000;

const { values } = parseArgs({
  options: {
    /** Of load, at least. */
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** How often each point has to kill a process, and how often each kind of random kill has to happen. */
    least: { type: 'string', default: '3' },
    /** Leaves the folder with the database. */
    keep: { type: 'boolean', default: false },
  },
});
const [seconds, least] = [Number(values.seconds), Number(values.least)];

try {
  if (!(seconds > 0 && least > 0)) throw new Error('--seconds and --least must be numbers above 0');
  say(`Seed ${values.seed}`);
  await prepare();
  process.exitCode = await withCleanUp(run);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
// What was interrupted may still be waiting for something.
process.exit();

async function run(own) {
  const lap = stopwatch();
  const { fleet, postgres, clients, tenants } = await begin(own);
  const times = { setUp: lap() };
  const random = randomFor(`${values.seed} kills`);
  const { killed, complaints } = await storm({ fleet, postgres, clients, random });
  times.load = lap();
  complaints.push(...(await comeToRest({ fleet, postgres, clients, tenants, random })));
  const verdict = compare(clients, await readLedger(postgres), tenants);
  complaints.push(...verdict.complaints);
  times.rest = lap();
  say(report({ seconds: times, fleet, killed, clients, accounts: verdict.accounts, complaints }));
  return complaints.length === 0 ? 0 : 1;
}

/** Lets clients ask while everything is killed. @returns what was killed how often, and what did not come about */
async function storm({ fleet, postgres, clients, random }) {
  const killed = { process: 0, server: 0, session: 0 };
  const complaints = [];
  const endsAt = Date.now() + seconds * 1_000;
  const counts = () => [...fleet.diedAt.values(), ...Object.values(killed)];
  const isEnough = () => Date.now() >= endsAt && counts().every((count) => count >= least);
  let isOver = false;
  const killing = killAtRandom({ fleet, postgres, random, killed, least, isOver: () => isOver });
  const load = clients.start(CLIENTS);
  const enough = until(isEnough, seconds * 1_000 + PATIENCE_MS, `Not everything was killed ${least} times`);
  await Promise.race([enough.catch((error) => complaints.push(error.message)), Promise.all([load, killing])]);
  isOver = true;
  clients.stop();
  await Promise.all([load, killing]);
  return { killed, complaints };
}

async function begin(own) {
  const folder = await mkdtemp(join(tmpdir(), 'data-access-service-chaos-'));
  // Started by root, PostgreSQL runs under another account, which has to pass.
  await chmod(folder, 0o711);
  if (values.keep) say(`The database stays: DATA_DIR=${folder} npm run admin -- credits show scarce`);
  else own(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const postgres = new OwnPostgres(folder);
  own(() => postgres.close(values.keep ? 'and keep' : 'and remove'));
  await postgres.start();
  const tenants = tenantsFor(seconds);
  const keys = await setUp(postgres.url, folder, tenants);
  const fleet = new Fleet(PROCESSES, POINTS, randomFor(`${values.seed} processes`), (place) => ({
    ...{ DATABASE_URL: postgres.url, PORT: '0', HOST: '127.0.0.1', SEED: 'off' },
    ...{ RATE_BURST_LIMIT: '1000000', RATE_PER_SECOND: '1000000', CREDIT_HOLD_SECONDS: String(HOLD_SECONDS) },
    WORKER: place === 0 ? 'off' : 'inline',
  }));
  own(() => fleet.close());
  const clients = openClients(fleet, keys, randomFor(`${values.seed} requests`), tenants);
  await until(() => fleet.listening().length === PROCESSES, PATIENCE_MS, 'The processes do not start');
  return { fleet, postgres, clients, tenants };
}

/** @returns a function that tells the whole seconds since it was last asked */
function stopwatch() {
  let last = Date.now();
  return () => {
    const before = last;
    last = Date.now();
    return Math.round((last - before) / 1_000);
  };
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
