// Kills processes of the service and its servers while clients send requests, at random moments and at fail points, which are places in
// the code. Then it compares the answers that the clients got with what is stored. It ends when everything was killed often enough, and
// exits with 0 if there is no discrepancy.
//   npm run chaos -- credits [--seconds N] [--pooler session|transaction] [--seed N] [--least N] [--keep]
//   npm run chaos -- follows [--seconds N] [--seed N] [--least N] [--keep]
//   npm run chaos -- installation [--seconds N] [--rate N] [--seed N] [--least N]
//   npm run chaos -- prospecting [--runs N] [--backend redis|postgres|both] [--seed N] [--least N] [--keep]
import { parseArgs } from 'node:util';
import { withCleanUp } from '../../scripts/clean-up.mjs';
import { PgBouncer, type PoolMode } from '../../test/support/outages/pgbouncer.js';
import { openCredits } from './credits/scenario.js';
import { type Backend, openGround, openStage, type Options, perform, type Stage } from './harness.js';
import { openFollows } from './follows/scenario.js';
import { openInstallation } from './installation/scenario.js';
import { isSiteInstalled, openSite } from './installation/site.js';
import { openProspecting } from './prospecting/scenario.js';
import { ChaosRedis } from './redis.js';

const scenarios = ['credits', 'follows', 'prospecting', 'installation'] as const;
type Numbers = [seconds: number, runs: number, least: number, rate: number];

try {
  const { scenario, backends, options } = readOrder();
  process.stdout.write(`Seed ${options.seed}\n`);
  const ended = await Promise.allSettled(
    backends.map((backend) => withCleanUp<boolean>((own) => run(scenario, own, backend, options))),
  );
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  process.exitCode = ended.every((end) => end.status === 'fulfilled' && end.value) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
// The program exits explicitly, because interrupted work may still be waiting and would keep the process alive.
process.exit();

async function run(scenario: string, own: Stage['own'], backend: Backend, options: Options): Promise<boolean> {
  const startedAt = Date.now();
  if (scenario === 'installation') {
    const site = await openSite(await openGround(own, scenario, options));
    return perform(site, await openInstallation(site), startedAt);
  }
  const stage = await openStage(own, backend, options);
  if (scenario === 'credits') return perform(stage, await openCredits(stage), startedAt);
  if (scenario === 'follows') return perform(stage, await openFollows(stage), startedAt);
  return perform(stage, await openProspecting(stage), startedAt);
}

/** Reads the arguments. @throws Error that says what is wrong with them */
function readOrder(): { scenario: string; backends: Backend[]; options: Options } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '60' },
      runs: { type: 'string', default: '200' },
      backend: { type: 'string', default: 'both' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      least: { type: 'string', default: '3' },
      rate: { type: 'string', default: '10' },
      pooler: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const [scenario = ''] = positionals;
  if (!isScenario(scenario)) throw new Error(`Name a scenario: ${scenarios.join(', ')}`);
  const [seconds, runs, least, rate] = [values.seconds, values.runs, values.least, values.rate].map(Number) as Numbers;
  if (!(seconds > 0 && runs > 0 && least > 0 && rate > 0))
    throw new Error('--seconds, --runs, --least and --rate must be numbers above 0');
  if (scenario === 'installation' && !isSiteInstalled())
    throw new Error('An installation needs nginx, pgbouncer, redis-server and PostgreSQL with pg_basebackup');
  const { seed, keep: isKept } = values;
  const options = { seed, seconds, runs, least, rate, isKept, pooler: poolerOf(values.pooler) };
  return { scenario, options, backends: scenario === 'prospecting' ? backendsOf(values.backend) : ['postgres'] };
}

function isScenario(name: string): name is (typeof scenarios)[number] {
  return scenarios.some((scenario) => scenario === name);
}

function poolerOf(value: string | undefined): PoolMode | null {
  if (value === undefined) return null;
  if (value !== 'session' && value !== 'transaction') throw new Error('--pooler must be session or transaction');
  if (!PgBouncer.isInstalled()) throw new Error('There is no pgbouncer');
  return value;
}

function backendsOf(value: string): Backend[] {
  if (value === 'postgres') return ['postgres'];
  if (value !== 'redis' && value !== 'both') throw new Error('--backend must be postgres, redis or both');
  if (!ChaosRedis.isInstalled())
    throw new Error('redis-server is not on the PATH. Install it, or test only PostgreSQL with --backend postgres');
  return value === 'both' ? ['postgres', 'redis'] : ['redis'];
}
