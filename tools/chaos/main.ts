// Kills processes of the service and its servers while clients send requests, at random moments and at fail points, which are places in
// the code. Then it compares the answers that the clients got with what is stored. It ends when everything was killed often enough, and
// exits with 0 if there is no discrepancy.
//   npm run chaos -- credits [--seconds N] [--pooler session|transaction] [--seed N] [--least N] [--keep]
//   npm run chaos -- prospecting [--runs N] [--backend redis|postgres|both] [--seed N] [--least N] [--keep]
import { parseArgs } from 'node:util';
import { withCleanUp } from '../../scripts/clean-up.mjs';
import { PgBouncer, type PoolMode } from '../../test/support/outages/pgbouncer.js';
import { openCredits } from './credits/scenario.js';
import { type Backend, openStage, type Options, perform, type Stage } from './harness.js';
import { openProspecting } from './prospecting/scenario.js';
import { ChaosRedis } from './redis.js';

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
// Work that was interrupted may still be waiting, and would keep the process alive.
process.exit();

async function run(scenario: string, own: Stage['own'], backend: Backend, options: Options): Promise<boolean> {
  const startedAt = Date.now();
  const stage = await openStage(own, backend, options);
  if (scenario === 'credits') return perform(stage, await openCredits(stage), startedAt);
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
      pooler: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const [scenario = ''] = positionals;
  if (scenario !== 'credits' && scenario !== 'prospecting') throw new Error('Name a scenario: credits or prospecting');
  const [seconds, runs, least] = [Number(values.seconds), Number(values.runs), Number(values.least)];
  if (!(seconds > 0 && runs > 0 && least > 0)) throw new Error('--seconds, --runs and --least must be numbers above 0');
  const options = { seed: values.seed, seconds, runs, least, isKept: values.keep, pooler: poolerOf(values.pooler) };
  return { scenario, options, backends: scenario === 'credits' ? ['postgres'] : backendsOf(values.backend) };
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
