import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomFor } from '../../random.mjs';
import { Fleet } from '../support/fleet.mjs';
import { OwnPostgres } from '../support/postgres.mjs';
import { OwnRedis } from '../support/redis.mjs';
import { openClients } from './clients.mjs';
import { keepHistory } from './history.mjs';
import { SlowModel } from './model.mjs';
import { Watch } from './watch.mjs';
import { setUp, tenantsFor } from './world.mjs';

const POINTS = {
  main: ['run-stored', 'run-committed', 'run-queued'],
  worker: ['run-claimed', 'run-ranked', 'run-finished'],
};
const SIZES = { main: 2, worker: 3 };
export const LEASE_SECONDS = 2;
/** Logged by a worker that is told that its run was given away. */
const STALE = 'has found is dropped';

/**
 * Opens all that is needed to try one backend.
 * @param own registers what has to be closed at an early end
 * @returns the members of the play, what they are told, and `close`, which closes all of them
 */
export async function openStage(own, { backend, runs, least, seed, keep, say }) {
  const closers = [];
  const close = async () => {
    while (closers.length > 0) await closers.pop()();
  };
  own(close);
  const startedAt = Date.now();
  const folder = await mkdtemp(join(tmpdir(), 'data-access-service-chaos-'));
  // Started by root, PostgreSQL runs under another account, which has to pass.
  await chmod(folder, 0o711);
  if (keep) say(`The database stays: DATA_DIR=${folder} npm run admin -- credits show scarce`);
  else closers.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const random = (what) => randomFor(`${seed} ${backend} ${what}`);
  const opened = await openServers(closers, { backend, folder, keep, random });
  const tenants = tenantsFor(runs);
  const keys = await setUp(opened.postgres.url, folder, tenants);
  await keepHistory(opened.postgres);
  const fleets = openFleets(closers, opened, random);
  const watch = new Watch(fleets.apis, keys, random('looks'));
  const clients = openClients(fleets.apis, keys, random('requests'), watch);
  return {
    ...opened,
    ...fleets,
    backend,
    runs,
    least,
    tenants,
    watch,
    clients,
    startedAt,
    random: random('kills'),
    close,
  };
}

async function openServers(closers, { backend, folder, keep, random }) {
  const postgres = new OwnPostgres(folder);
  closers.push(() => postgres.close(keep ? 'and keep' : 'and remove'));
  await postgres.start();
  const model = new SlowModel(random('model'));
  await model.start();
  closers.push(() => model.close());
  if (backend === 'postgres') return { postgres, model, redis: null };
  const redis = new OwnRedis();
  closers.push(() => redis.kill());
  await redis.start();
  return { postgres, model, redis };
}

function openFleets(closers, { postgres, model, redis }, random) {
  const settings = (name) => ({
    // By this name the database knows who changes what.
    ...{ DATABASE_URL: withParameter(postgres.url, 'application_name', name), SEED: 'off', WORKER: 'off' },
    ...{ PORT: '0', HOST: '127.0.0.1', RATE_BURST_LIMIT: '1000000', RATE_PER_SECOND: '1000000' },
    ...{ LLM_BASE_URL: model.url, LLM_API_KEY: name, PROSPECTING_LEASE_SECONDS: String(LEASE_SECONDS) },
    ...{ PROSPECTING_CONCURRENCY: '3', PROSPECTING_TENANT_CONCURRENCY: '4' },
    ...(redis === null ? {} : { REDIS_URL: redis.url }),
  });
  const open = (program, words) => {
    const environment = (_place, name) => settings(name);
    const fleet = new Fleet(SIZES[program], POINTS[program], random(program), environment, { program, words });
    closers.push(() => fleet.close());
    return fleet;
  };
  return { apis: open('main', []), workers: open('worker', [STALE]) };
}

function withParameter(url, name, value) {
  const changed = new URL(url);
  changed.searchParams.set(name, value);
  return changed.href;
}
