// Starts the service as its users do, with `npm start` and an empty data folder, for the scripts that look at what it serves.
import { spawn } from 'node:child_process';
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
 * Starts the service, hands it to the work, and removes it with its data after the work, after a failure and after a signal.
 * @param {(service: StartedService) => Promise<void>} work
 * @throws {Error} with the output of the service, if the work fails
 */
export async function withStartedService(work) {
  // A signal goes to the whole process group, the service included; the end of the service leads to the clean-up below.
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
  /** All that the service and npm have printed. */
  output = '';
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
    // Its pipes close when all processes that npm has started have ended.
    this.#child.on('close', (code, signal) => (this.#end = signal ?? `code ${code}`));
  }

  /** The address, the key and the body of the request that the service has printed for people. */
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
      'The service does not print its address',
    );
  }

  /** @returns what it answers with status 200, parsed as JSON */
  async ask(path, options = {}) {
    const url = `${this.#welcome.baseUrl}${path}`;
    const response = await fetch(url, { ...options, signal: globalThis.AbortSignal.timeout(requestTimeoutMs) });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${url} answers ${response.status}: ${text}`);
    return JSON.parse(text);
  }

  /** Runs a command of the operator on the service's database. @returns what it printed, parsed as JSON */
  async admin(...words) {
    const [program, ...args] = [...npm, 'run', '--silent', 'admin', '--', ...words];
    const command = spawn(program, args, { cwd: root, env: this.#env, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    command.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
    const code = await new Promise((resolve) => command.on('close', resolve));
    if (code !== 0) throw new Error(`admin ${words.join(' ')} ended with code ${code}`);
    return JSON.parse(printed);
  }

  /** Stops the service by a signal to npm, as a supervisor does, and expects that its PostgreSQL stops with it. */
  async stop() {
    const postgres = await this.#runningPostgres();
    if (postgres === undefined)
      throw new Error('The service serves, but there is no running PostgreSQL in its data folder');
    this.#child.kill('SIGTERM');
    await until(() => this.#end, stopTimeoutMs, 'The service does not stop after SIGTERM');
    if (isRunning(postgres))
      throw new Error(`The service has stopped, but its PostgreSQL, process ${postgres}, runs on`);
  }

  async kill() {
    if (this.#end === undefined) signalGroup(this.#child.pid, 'SIGKILL');
    await until(() => this.#end, stopTimeoutMs, 'The service cannot be killed');
    const postgres = await this.#runningPostgres();
    if (postgres === undefined) return;
    process.kill(Number.parseInt(postgres, 10), 'SIGINT');
    await until(() => !isRunning(postgres), stopTimeoutMs, `PostgreSQL, process ${postgres}, cannot be stopped`);
  }

  /** Without the caller's configuration. */
  get #env() {
    const { PATH, HOME, TMPDIR, TEMP, SystemRoot, npm_config_cache: cache } = process.env;
    const env = { PATH, HOME, TMPDIR, TEMP, SystemRoot, npm_config_cache: cache, DATA_DIR: this.#dataDir, PORT: '0' };
    return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
  }

  /** The identity of its process, if it runs. */
  async #runningPostgres() {
    const file = join(this.#dataDir, 'postgresql', 'cluster', 'postmaster.pid');
    const text = await readFile(file, 'utf8').catch(() => '');
    const postgres = identityOf(Number.parseInt(text, 10));
    return isRunning(postgres) ? postgres : undefined;
  }
}

/** Undefined until all of it was printed. */
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
