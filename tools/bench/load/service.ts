import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../scripts/prepare.mjs';
import { type Environment, makeFolder, nodeFlags, serverFlags, startProgram } from './program.js';

/** A server that is measured. */
export interface Server {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly pid: number;
  readonly close: () => Promise<unknown>;
}

export interface DataFolder {
  readonly dataDir: string;
  close(): Promise<void>;
}

/** Creates a folder for the database of a benchmark. `close` removes it. */
export async function makeDataFolder(): Promise<DataFolder> {
  const dataDir = await makeFolder('bench');
  return { dataDir, close: () => rm(dataDir, { recursive: true, force: true }) };
}

/** The environment of the measured programs: the defaults of the service, without rate limits. */
export function benchEnvironment(settings: Environment): Environment {
  const { PATH, HOME, TMPDIR } = process.env;
  const limits = { RATE_BURST_LIMIT: '1000000', RATE_BURST_WINDOW_SECONDS: '1', RATE_PER_SECOND: '1000000' };
  return { PATH, HOME, TMPDIR, PORT: '0', ...limits, ...settings };
}

/**
 * Starts the built service as a separate process.
 * @param settings its environment variables; several services may have the same DATA_DIR, and share the database in it
 * @param flags options of `node`
 * @returns the service, with the key of the demo tenant unless SEED is off
 */
export async function startService(settings: Environment, flags: readonly string[] = []): Promise<Server> {
  const program = await startProgram([...serverFlags, ...flags, join('dist', 'main.js')], benchEnvironment(settings));
  const baseUrl = await program.output(/"url":"([^"]+)"[^\n]*"listening"/);
  const apiKey = settings.SEED === 'off' ? null : await program.output(/^ *API key +(\S+)$/m);
  return { baseUrl, apiKey, pid: program.pid, close: program.close };
}

/** Runs an admin command. @returns the JSON value that it prints; the caller knows its type */
export async function admin(settings: Environment, ...args: readonly string[]): Promise<unknown> {
  const options = { cwd: root, env: benchEnvironment(settings), maxBuffer: 64 * 1024 * 1024 };
  const command = [...nodeFlags, join('dist', 'admin.js'), ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, options);
  return JSON.parse(stdout) as unknown;
}

/**
 * Creates an API key of a tenant.
 * @returns the key
 */
export async function createKey(settings: Environment, tenant: string): Promise<string> {
  const { api_key: apiKey } = (await admin(settings, 'key', 'create', tenant)) as { api_key: string };
  return apiKey;
}

/**
 * Sends a POST with the body as JSON, or a GET if there is no body. @returns the body of the answer
 * @throws Error for a status that is not 2xx
 */
export async function ask(url: string, apiKey: string | null, body?: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json', ...(apiKey === null ? {} : { 'X-Api-Key': apiKey }) };
  const request = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(url, request);
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
  return response.json();
}

/** The websites of the first `count` demo companies. */
export async function demoWebsites(count: number): Promise<string[]> {
  const lines = (await readFile(join(root, 'demo', 'companies.ndjson'), 'utf8')).trim().split('\n');
  const websites = lines.flatMap((line) => (JSON.parse(line) as { website?: string }).website ?? []);
  if (websites.length < count) throw new Error(`There are only ${websites.length} demo companies`);
  return websites.slice(0, count);
}
