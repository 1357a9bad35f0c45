// Boots the built service as a newcomer would, asks it what it prints, and stops it. Tests cannot stand in for this: an
// import cycle between two injectables passes them and breaks `dist/main.js`.
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './prepare.mjs';

const startMs = 120_000;
const stopMs = 30_000;
const requestMs = 10_000;

// Whoever ends this process ends its group, the service included; its end leads to the cleaning up below.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

const dataDir = await mkdtemp(join(tmpdir(), 'data-access-service-boot-'));
await chmod(dataDir, 0o711); // started by root, PostgreSQL runs under another account, which has to pass
const service = boot(dataDir);
try {
  const { baseUrl, apiKey, body } = await service.welcome();
  say(`listening at ${baseUrl}`);
  await askHealth(baseUrl);
  await askCompany(baseUrl, apiKey, body);
  const postgres = await postgresOf(dataDir);
  await service.stop();
  await expectGone(postgres);
  say('stopped with code 0, and its PostgreSQL with it');
} catch (error) {
  process.stderr.write(`${error.message}\n${service.output()}\n`);
  process.exitCode = 1;
} finally {
  await service.kill();
  await endPostgres(dataDir);
  await rm(dataDir, { recursive: true, force: true });
}

/** Nothing of the caller's configuration is passed on: what is checked is the service with its defaults. */
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
    if (end !== undefined) throw new Error(`The service ended with ${end} before it had said where it listens`);
    return parseWelcome(output);
  };
  return {
    output: () => output,
    welcome: () => until(welcome, startMs, 'The service does not say where it listens'),
    stop: async () => {
      child.kill('SIGTERM');
      await until(() => end, stopMs, 'The service was told to stop and runs on');
      if (end !== 'code 0') throw new Error(`The service was told to stop and ended with ${end} instead of code 0`);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await until(() => end, stopMs, 'The service cannot be killed');
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
  if (status !== 'ok') throw new Error(`/health says ${status}`);
  say(`/health says ${status}, version ${version}`);
}

async function askCompany(baseUrl, apiKey, body) {
  const headers = { 'Content-Type': 'application/json', 'X-Api-Key': apiKey };
  const { results } = await ask(`${baseUrl}/v1/company/enrich`, { method: 'POST', headers, body });
  const name = results?.[0]?.data?.name;
  if (results?.[0]?.matched !== true || typeof name !== 'string') {
    throw new Error(`The company of the printed request was not found: ${JSON.stringify(results)}`);
  }
  say(`the printed request finds ${name}`);
}

async function ask(url, options = {}) {
  const response = await fetch(url, { ...options, signal: globalThis.AbortSignal.timeout(requestMs) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** Process id of the embedded server; its absence is told, because what follows would check nothing. */
async function postgresOf(dataDir) {
  const pid = await runningPostgres(dataDir);
  if (pid === undefined) throw new Error('The service serves, but there is no running PostgreSQL in its data folder');
  return pid;
}

async function expectGone(pid) {
  if (await isRunning(pid)) throw new Error(`The service has stopped, but its PostgreSQL, process ${pid}, runs on`);
}

/** After a service that failed to do it. */
async function endPostgres(dataDir) {
  const pid = await runningPostgres(dataDir);
  if (pid === undefined) return;
  process.kill(pid, 'SIGINT');
  await until(async () => !(await isRunning(pid)), stopMs, `PostgreSQL, process ${pid}, cannot be stopped`);
}

async function runningPostgres(dataDir) {
  const file = join(dataDir, 'postgresql', 'cluster', 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 0 && (await isRunning(pid)) ? pid : undefined;
}

/** A process that has ended but that nobody has waited for, as happens under a container's first process, has ended. */
async function isRunning(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) [ZX] /.test(stat);
}

async function until(look, patienceMs, complaint) {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`${complaint} after ${patienceMs / 1000} s`);
    await sleep(100);
  }
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
