import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../../scripts/prepare.mjs';

const startMs = 180_000;
const { PATH, HOME, TMPDIR } = process.env;

/** A folder for a database of a benchmark's own, which goes with it. */
export async function makeDataFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'data-access-service-bench-'));
  // Started by root, PostgreSQL runs under another account, which has to pass.
  await chmod(dataDir, 0o711);
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** The environment of the programs under measurement: the service's defaults, without limits of rate. */
export function benchEnvironment(settings) {
  const limits = { RATE_BURST_LIMIT: '1000000', RATE_BURST_WINDOW_SECONDS: '1', RATE_PER_SECOND: '1000000' };
  return { PATH, HOME, TMPDIR, PORT: '0', ...limits, ...settings };
}

/**
 * The built service as a process of its own.
 * @param {Record<string, string>} settings its environment; several may share a DATA_DIR, and with it the database
 * @returns its base URL, the demo tenant's key (null without one), its process id, and `close()`
 */
export async function startService(settings) {
  const child = spawn(process.execPath, [join('dist', 'main.js')], {
    cwd: root,
    env: benchEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let isListening = false;
  for (const stream of [child.stdout, child.stderr]) {
    // The log of every request is read and forgotten; only what comes before the first is looked at.
    stream.setEncoding('utf8').on('data', (piece) => (output += isListening ? '' : piece));
  }
  const ended = new Promise((resolve) => child.on('close', resolve));
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const said = async (pattern) => {
    const deadline = Date.now() + startMs;
    for (;;) {
      const found = pattern.exec(output)?.[1];
      if (found !== undefined) return found;
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The service does not start:\n${output}`);
      await sleep(50);
    }
  };
  try {
    const baseUrl = await said(/"url":"([^"]+)"[^\n]*"listening"/);
    const apiKey = settings.SEED === 'off' ? null : await said(/^ *API key +(\S+)$/m);
    isListening = true;
    return { baseUrl, apiKey, pid: child.pid, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs a command of the operator's. @returns what it answers */
export async function admin(settings, ...args) {
  const options = { cwd: root, env: benchEnvironment(settings), maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, [join('dist', 'admin.js'), ...args], options);
  return JSON.parse(stdout);
}

/** Websites of the demo companies, so many that each is found. */
export async function demoWebsites(count) {
  const lines = (await readFile(join(root, 'demo', 'companies.ndjson'), 'utf8')).trim().split('\n');
  const websites = lines.map((line) => JSON.parse(line).website).filter(Boolean);
  if (websites.length < count) throw new Error(`There are only ${websites.length} demo companies`);
  return websites.slice(0, count);
}
