// Boots the built service with its defaults, sends the request that it prints, and stops it. Tests cannot replace this: an
// import cycle between two injectables passes them and breaks `dist/main.js`.
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './prepare.mjs';

const startTimeoutMs = 120_000;
const stopTimeoutMs = 30_000;
const requestTimeoutMs = 10_000;

// A signal goes to the whole process group, the service included; the end of the service leads to the clean-up below.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

const dataDir = await mkdtemp(join(tmpdir(), 'data-access-service-boot-'));
await chmod(dataDir, 0o711); // started by root, PostgreSQL runs under another account, which has to pass
const service = boot(dataDir);
try {
  const { baseUrl, apiKey, body } = await service.welcome();
  print(`listening at ${baseUrl}`);
  await askHealth(baseUrl);
  await askCompany(baseUrl, apiKey, body);
  const postgres = await postgresOf(dataDir);
  await service.stop();
  await expectGone(postgres);
  print('stopped with code 0, and its PostgreSQL with it');
} catch (error) {
  process.stderr.write(`${error.message}\n${service.output()}\n`);
  process.exitCode = 1;
} finally {
  await service.kill();
  await endPostgres(dataDir);
  await rm(dataDir, { recursive: true, force: true });
}

/** Starts the service without the caller's configuration. */
function boot(dataDir) {
  const { PATH, HOME, TMPDIR, TEMP, SystemRoot } = process.env;
  const env = { PATH, HOME, TMPDIR, TEMP, SystemRoot, DATA_DIR: dataDir, PORT: '0' };
  const child = spawn(process.execPath, [join('dist', 'main.js')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  let end;
  child.on('error', (error) => (end = error.message));
  child.on('exit', (code, signal) => (end = signal ?? `code ${code}`));
  const welcome = () => {
    if (end !== undefined) throw new Error(`The service ended with ${end} before it printed its address`);
    return parseWelcome(output);
  };
  return {
    output: () => output,
    welcome: () => until(welcome, startTimeoutMs, 'The service does not print its address'),
    stop: async () => {
      child.kill('SIGTERM');
      await until(() => end, stopTimeoutMs, 'The service does not stop after SIGTERM');
      if (end !== 'code 0') throw new Error(`The service ended with ${end} instead of code 0 after SIGTERM`);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await until(() => end, stopTimeoutMs, 'The service cannot be killed');
    },
  };
}

/** The address, the key and the body of the request that `npm start` prints for people; undefined until all are there. */
function parseWelcome(output) {
  const baseUrl = /^ *Base URL +(\S+)$/m.exec(output)?.[1];
  const apiKey = /^ *API key +(\S+)$/m.exec(output)?.[1];
  const body = /^ *curl .* -d '(.+)'$/m.exec(output)?.[1];
  return baseUrl && apiKey && body ? { baseUrl, apiKey, body } : undefined;
}

async function askHealth(baseUrl) {
  const { status, version } = await ask(`${baseUrl}/health`);
  if (status !== 'ok') throw new Error(`/health answers ${status}`);
  print(`/health answers ${status}, version ${version}`);
}

async function askCompany(baseUrl, apiKey, body) {
  const headers = { 'Content-Type': 'application/json', 'X-Api-Key': apiKey };
  const { results } = await ask(`${baseUrl}/v1/company/enrich`, { method: 'POST', headers, body });
  const name = results?.[0]?.data?.name;
  if (results?.[0]?.matched !== true || typeof name !== 'string') {
    throw new Error(`The company of the printed request was not found: ${JSON.stringify(results)}`);
  }
  print(`the printed request finds ${name}`);
}

async function ask(url, options = {}) {
  const response = await fetch(url, { ...options, signal: globalThis.AbortSignal.timeout(requestTimeoutMs) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** The process id of the embedded server. @throws Error without one, because the next check would prove nothing */
async function postgresOf(dataDir) {
  const pid = await runningPostgres(dataDir);
  if (pid === undefined) throw new Error('The service serves, but there is no running PostgreSQL in its data folder');
  return pid;
}

async function expectGone(pid) {
  if (await isRunning(pid)) throw new Error(`The service has stopped, but its PostgreSQL, process ${pid}, runs on`);
}

/** For a service that has not stopped its PostgreSQL. */
async function endPostgres(dataDir) {
  const pid = await runningPostgres(dataDir);
  if (pid === undefined) return;
  process.kill(pid, 'SIGINT');
  await until(async () => !(await isRunning(pid)), stopTimeoutMs, `PostgreSQL, process ${pid}, cannot be stopped`);
}

async function runningPostgres(dataDir) {
  const file = join(dataDir, 'postgresql', 'cluster', 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 0 && (await isRunning(pid)) ? pid : undefined;
}

/** A zombie counts as ended; under a container's first process zombies stay. */
async function isRunning(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) [ZX] /.test(stat);
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

function print(line) {
  process.stdout.write(`${line}\n`);
}
