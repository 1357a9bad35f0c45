// Starts runs of prospecting over HTTP while everything that takes part in them is killed: workers and the processes that take
// requests, at random moments and at each point between two effects, PostgreSQL, and Redis where jobs wait there. Workers are
// also paused for longer than their leases. Then compares what clients were told with what has become of the runs. Goes on
// until enough runs were started and everything was killed often enough. Ends with 0 when all agrees.
//   npm run chaos:prospecting [-- --runs N --backend redis|postgres|both --seed N --least N --keep]
import { parseArgs } from 'node:util';
import { withCleanUp } from '../../scripts/clean-up.mjs';
import { prepare } from '../../scripts/prepare.mjs';
import { openStage } from './prospecting/stage.mjs';
import { perform } from './prospecting/performance.mjs';
import { OwnRedis } from './support/redis.mjs';

const { values } = parseArgs({
  options: {
    /** That have to be accepted, at least, with each backend. */
    runs: { type: 'string', default: '200' },
    backend: { type: 'string', default: 'both' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** How often each point has to kill a process, and how often each kind of random kill has to happen. */
    least: { type: 'string', default: '3' },
    /** Leaves the folders with the databases. */
    keep: { type: 'boolean', default: false },
  },
});

try {
  const order = readOrder();
  say(`Seed ${values.seed}`);
  await prepare();
  process.exitCode = await withCleanUp((own) => performAll(own, order));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
// What was interrupted may still be waiting for something.
process.exit();

function readOrder() {
  const [runs, least] = [Number(values.runs), Number(values.least)];
  if (!(runs > 0 && least > 0)) throw new Error('--runs and --least must be numbers above 0');
  const backends = values.backend === 'both' ? ['postgres', 'redis'] : [values.backend];
  if (!backends.every((backend) => ['postgres', 'redis'].includes(backend)))
    throw new Error('--backend must be postgres, redis or both');
  if (backends.includes('redis') && !OwnRedis.isInstalled())
    throw new Error('There is no redis-server on the PATH; without it only --backend postgres can be tried');
  return { runs, least, backends };
}

async function performAll(own, { runs, least, backends }) {
  let complaints = 0;
  for (const backend of backends) {
    const stage = await openStage(own, { ...values, runs, least, backend, say });
    try {
      const { text, count } = await perform(stage);
      say(text);
      complaints += count;
    } finally {
      await stage.close();
    }
  }
  return complaints === 0 ? 0 : 1;
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
