import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../scripts/prepare.mjs';
import { nodeFlags, startProgram } from './program.mjs';

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
 * The built service as a process of its own. Its log goes into a file.
 * @param {Record<string, string>} settings its environment; several may share a DATA_DIR, and with it the database
 * @param {string[]} flags of `node`
 * @returns its base URL, the demo tenant's key (null without one), its process id, and `close()`
 */
export async function startService(settings, flags = []) {
  const program = await startProgram([...flags, join('dist', 'main.js')], benchEnvironment(settings));
  const baseUrl = await program.said(/"url":"([^"]+)"[^\n]*"listening"/);
  const apiKey = settings.SEED === 'off' ? null : await program.said(/^ *API key +(\S+)$/m);
  return { baseUrl, apiKey, pid: program.pid, close: program.close };
}

/** Runs a command of the operator's. @returns what it answers */
export async function admin(settings, ...args) {
  const options = { cwd: root, env: benchEnvironment(settings), maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...nodeFlags, join('dist', 'admin.js'), ...args],
    options,
  );
  return JSON.parse(stdout);
}

/** Websites of the demo companies, so many that each is found. */
export async function demoWebsites(count) {
  const lines = (await readFile(join(root, 'demo', 'companies.ndjson'), 'utf8')).trim().split('\n');
  const websites = lines.map((line) => JSON.parse(line).website).filter(Boolean);
  if (websites.length < count) throw new Error(`There are only ${websites.length} demo companies`);
  return websites.slice(0, count);
}
