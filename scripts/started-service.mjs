// Starts the service as its users do, with `npm start` and an empty data folder, for scripts that send requests to it.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf, isRunning, signalGroup } from '../src/platform/processes/processes.mjs';
import { npm } from './children.mjs';
import { root } from './prepare.mjs';

const startTimeoutMs = 120_000;
const stopTimeoutMs = 30_000;
const requestTimeoutMs = 10_000;

/**
 * Starts the service and does work with it. After the work, a failure or a signal the service is stopped and its data removed.
 * @param {(service: StartedService) => Promise<void>} work
 * @throws {Error} with the output of the service, if the work fails
 */
export async function withStartedService(work) {
  // A signal such as Ctrl-C goes to the whole process group, so it also ends the service. The work of the script then fails, and
  // the code below stops the rest and removes the data.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  const dataDir = await mkdtemp(join(tmpdir(), 'data-access-service-boot-'));
  await chmod(dataDir, 0o711); // started by root, PostgreSQL runs under another account, which has to pass
  const service = new StartedService(dataDir);
  try {
    await service.isListening();
    await work(service);
  } catch (error) {
    throw new Error(`${error.message}\n${service.output}`, { cause: error });
  } finally {
    await service.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}

class StartedService {
  /** The output of the service and of npm so far. */
  output = '';
  #operatorKey = randomUUID();
  #dataDir;
  #child;
  #end;
  #welcome;

  constructor(dataDir) {
    this.#dataDir = dataDir;
    const [program, ...args] = [...npm, 'start'];
    const options = { cwd: root, env: this.#env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] };
    this.#child = spawn(program, args, options);
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (this.output += text));
    this.#child.on('error', (error) => (this.#end = error.message));
    // The pipes of npm close only when all processes that it has started have ended.
    this.#child.on('close', (code, signal) => (this.#end = signal ?? `code ${code}`));
  }

  /** The address, the API key and the body of the first request that the service has printed for its users. */
  get welcome() {
    return this.#welcome;
  }

  async isListening() {
    this.#welcome = await until(
      () => {
        if (this.#end !== undefined)
          throw new Error(`The service ended with ${this.#end} before it printed its address`);
        return welcomeIn(this.output);
      },
      startTimeoutMs,
      'The service did not print its address',
    );
  }

  /** Sends a request, which must be answered with 200. @returns the body, parsed as JSON */
  async ask(path, options = {}) {
    const url = `${this.#welcome.baseUrl}${path}`;
    const response = await fetch(url, { ...options, signal: globalThis.AbortSignal.timeout(requestTimeoutMs) });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${url} answers ${response.status}: ${text}`);
    return JSON.parse(text);
  }

  /** Runs an admin command on the database of the service. @returns its output, parsed as JSON */
  async admin(...words) {
    const [program, ...args] = [...npm, 'run', '--silent', 'admin', '--', ...words];
    const command = spawn(program, args, { cwd: root, env: this.#env, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    command.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
    const code = await new Promise((resolve) => command.on('close', resolve));
    if (code !== 0) throw new Error(`admin ${words.join(' ')} ended with code ${code}`);
    return JSON.parse(printed);
  }

  /** Stops the service by a signal to npm, as a process supervisor does. @throws Error if its PostgreSQL does not stop with it */
  async stop() {
    const postgres = await this.#runningPostgres();
    if (postgres === undefined)
      throw new Error('The service answers requests, but no PostgreSQL runs in its data folder');
    this.#child.kill('SIGTERM');
    await until(() => this.#end, stopTimeoutMs, 'The service did not stop after SIGTERM');
    if (isRunning(postgres))
      throw new Error(`The service has stopped, but its PostgreSQL, process ${postgres}, is still running`);
  }

  async kill() {
    if (this.#end === undefined) signalGroup(this.#child.pid, 'SIGKILL');
    await until(() => this.#end, stopTimeoutMs, 'The service did not end after SIGKILL');
    const postgres = await this.#runningPostgres();
    if (postgres === undefined) return;
    process.kill(Number.parseInt(postgres, 10), 'SIGINT');
    await until(() => !isRunning(postgres), stopTimeoutMs, `PostgreSQL, process ${postgres}, did not stop`);
  }

  /** The environment of the service. It has no settings of the service from the environment of this process. */
  get #env() {
    const { PATH, HOME, TMPDIR, TEMP, SystemRoot, npm_config_cache: cache } = process.env;
    const system = { PATH, HOME, TMPDIR, TEMP, SystemRoot, npm_config_cache: cache };
    // With the API for operators the service also serves the document of that API.
    const settings = { DATA_DIR: this.#dataDir, PORT: '0', OPERATOR_API: 'on', OPERATOR_KEY: this.#operatorKey };
    const env = { ...system, ...settings };
    return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
  }

  /** PostgreSQL's process, as `identityOf` returns it; undefined if the process is not running. */
  async #runningPostgres() {
    const file = join(this.#dataDir, 'postgresql', 'cluster', 'postmaster.pid');
    const text = await readFile(file, 'utf8').catch(() => '');
    const postgres = identityOf(Number.parseInt(text, 10));
    return isRunning(postgres) ? postgres : undefined;
  }
}

/** Reads the address, the API key and the first request in the output; undefined until all three were printed. */
function welcomeIn(output) {
  const baseUrl = /^ *Base URL +(\S+)$/m.exec(output)?.[1];
  const apiKey = /^ *API key +(\S+)$/m.exec(output)?.[1];
  const body = /^ *curl .* -d '(.+)'$/m.exec(output)?.[1];
  return baseUrl && apiKey && body ? { baseUrl, apiKey, body } : undefined;
}

async function until(look, timeoutMs, problem) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`${problem} after ${timeoutMs / 1000} s`);
    await sleep(100);
  }
}
