// Runs all checks of continuous integration. The arguments are passed to Jest. After a failed check the next ones still run, so one run
// shows all problems. It uses only what Node has, because the first check installs the packages.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signalGroup } from '../src/platform/processes/processes.mjs';
import { npm } from './children.mjs';
import { root } from './prepare.mjs';
import { readTestReport } from './test-report.mjs';

const script = (name) => [...npm, 'run', '--silent', name];

const prepare = { name: 'prepare', command: [process.execPath, join('scripts', 'build.mjs')] };
/** These checks only read files, so they run at the same time. */
const readings = [
  { name: 'format', command: script('format:check') },
  { name: 'lint', command: script('lint') },
  { name: 'architecture', command: script('architecture') },
  { name: 'unused', command: script('unused') },
];
/**
 * Runs the tests of test/company with the module loader of Jest. The other tests run with the loader of this project, see
 * test/jest/README.md.
 */
const plainJest = {
  name: 'plain Jest',
  command: [
    process.execPath,
    '--experimental-vm-modules',
    join('node_modules', 'jest', 'bin', 'jest.js'),
    ...['-c', join('test', 'jest', 'plain', 'jest.config.mjs'), join('test', 'company')],
  ],
};
const privateCheckout = {
  name: 'private checkout',
  command: [process.execPath, join('scripts', 'private-checkout.mjs')],
};
/**
 * The folder of the programs that generate clients from the OpenAPI document. One test runs them, and is skipped if they are not
 * installed.
 */
const generators = join('test', 'generators');
/** The command that starts the service as users do and runs the QA suite against it. */
const served = (report) => [process.execPath, join('scripts', 'check-served.mjs'), '--json', report];

/**
 * The time limit of a command, in milliseconds, so that a command that hangs does not prevent the report about the others.
 */
const longestMs = 60 * 60_000;
const graceMs = 15_000;

/** The maximum number of failed test files that are run again. If more files fail, a busy machine is not the cause. */
const mostFilesAgain = 8;

const tally = { passed: 0, failed: [], unsteady: [], skipped: [] };
let isInterrupted = false;
/** For each command that is running, a function that ends it. */
const stops = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt);

await runCheck(prepare);
await Promise.all([...readings.map(runQuietly), installGenerators()]);
await runTests(process.argv.slice(2));
await runCheck(privateCheckout);
await tryPlainJest();
await checkServed();
report();

function runCheck({ name, command }) {
  return section(name, async () => count(name, await run(command)));
}

/**
 * Runs the check `plain Jest`, but not before Node 24.9: there Jest's loader cannot load an ES module that CommonJS code requires.
 */
async function tryPlainJest() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 9)) await runCheck(plainJest);
  else process.stdout.write(`\nPlain Jest is not tried, because it needs Node 24.9 and this is ${process.version}.\n`);
}

/** Runs a check and prints its output only at its end, so that the outputs of several checks are not mixed. */
async function runQuietly({ name, command }) {
  if (isInterrupted) return;
  const startedAt = Date.now();
  let printed = '';
  const problem = count(name, await run(command, (text) => (printed += text)));
  process.stdout.write(`${heading(name)}${printed}${verdict(problem, startedAt)}`);
}

async function installGenerators() {
  const lock = join(root, generators, 'package-lock.json');
  const list = join(root, generators, 'node_modules', '.package-lock.json');
  const [{ mtimeMs: lockedMs }, installed] = await Promise.all([stat(lock), stat(list).catch(() => null)]);
  if (isInterrupted || (installed !== null && installed.mtimeMs >= lockedMs)) return;
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const problem = await run([...npm, 'ci', '--prefix', generators, ...options], () => undefined);
  if (problem !== null)
    process.stdout.write(`\nThe generators of clients could not be installed (npm ci ${problem})\n`);
}

function count(name, problem) {
  if (problem === null) tally.passed += 1;
  else tally.failed.push(`${name}: ${problem}`);
  return problem;
}

/**
 * Runs Jest. The check fails if Jest's report names a failed test. If it names none, the check still fails if Jest ended with an error.
 * Test files that failed are run a second time, one after the other, because on a busy machine a test may time out. The final report
 * names the tests that passed only in the second run.
 */
async function runTests(jestArguments) {
  await section('test', async () => {
    const first = await jestRun(jestArguments);
    const again = first.failedFiles;
    const second =
      again.length === 0 || again.length > mostFilesAgain || isInterrupted
        ? null
        : // A failed test may leave a service open. Without workers, it is open in Jest's own process, which would then not end by itself.
          await jestRun(['--runInBand', '--forceExit', '--runTestsByPath', ...again]);
    const { passed, failed, skipped, reason } = second === null ? first : withSecondRun(first, second);
    tally.passed += passed;
    tally.failed.push(...failed);
    tally.skipped.push(...skipped);
    if (failed.length > 0) return `${failed.length} of ${passed + failed.length} failed`;
    if (reason !== null) tally.failed.push(`test: ${reason}`);
    return reason;
  });
}

/** Runs Jest once. @returns its report. If the run failed without a failed test, `reason` says why; otherwise it is null */
async function jestRun(jestArguments) {
  const folder = await mkdtemp(join(tmpdir(), 'check-'));
  try {
    const file = join(folder, 'jest.json');
    const command = [...npm, 'test', '--silent', '--', '--ci', '--json', `--outputFile=${file}`, ...jestArguments];
    const problem = await run(command);
    const report = await readTestReport(file);
    return { ...report, reason: report.failed.length > 0 ? null : (problem ?? report.defect) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Checks the started service, and adds the tests of the QA suite to the numbers of passed and failed tests. */
async function checkServed() {
  await section('served', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'check-'));
    try {
      const file = join(folder, 'qa.json');
      const problem = count('served', await run(served(file)));
      const { passed, failed, skipped } = await readTestReport(file);
      tally.passed += passed;
      tally.failed.push(...failed);
      tally.skipped.push(...skipped);
      return problem;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** The report of the first run, with the results of the second run for the files that had failed. */
function withSecondRun(first, second) {
  tally.unsteady.push(...first.failed.filter((name) => !second.failed.includes(name)));
  return {
    passed: first.passed - first.passedInFailedFiles + second.passed,
    failed: second.failed,
    skipped: first.skipped,
    reason: second.reason,
  };
}

async function section(name, work) {
  if (isInterrupted) return;
  process.stdout.write(heading(name));
  const startedAt = Date.now();
  process.stdout.write(verdict(await work(), startedAt));
}

function heading(name) {
  return `\n== ${name}\n`;
}

function verdict(problem, startedAt) {
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  return problem === null ? `-- passed in ${seconds} s\n` : `-- FAILED in ${seconds} s: ${problem}\n`;
}

/**
 * Runs a command. It leads a process group, so that all its processes can be ended.
 * @param onOutput called with the output of the command; without it the output is printed
 * @returns a promise of what went wrong, or of null
 */
function run([program, ...args], onOutput) {
  return new Promise((resolve) => {
    const output = onOutput === undefined ? 'inherit' : 'pipe';
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', output, output], detached: true });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput);
    let reason = null;
    const stop = (why) => {
      reason ??= why;
      signalGroup(child.pid, 'SIGTERM');
      setTimeout(signalGroup, graceMs, child.pid, 'SIGKILL').unref();
    };
    stops.add(stop);
    const timer = setTimeout(stop, longestMs, `was ended because it did not end within ${longestMs / 60_000} minutes`);
    const finish = (why) => {
      clearTimeout(timer);
      stops.delete(stop);
      resolve(reason ?? why);
    };
    child.on('error', (error) => finish(`cannot be run: ${error.message}`));
    child.on('close', (code, signal) => finish(code === 0 ? null : `ended with ${signal ?? `code ${code}`}`));
  });
}

function interrupt() {
  isInterrupted = true;
  for (const stop of stops) stop('interrupted');
}

function report() {
  const { passed, failed, unsteady, skipped } = tally;
  if (isInterrupted && failed.length === 0) failed.push('interrupted before the end');
  const lines = [''];
  if (skipped.length > 0) lines.push('Skipped:', ...skipped.map((line) => `  ${line}`), '');
  if (unsteady.length > 0)
    lines.push('Failed at first, passed when their file ran alone:', ...unsteady.map((line) => `  ${line}`), '');
  if (failed.length > 0) lines.push('Failed:', ...failed.map((line) => `  ${line}`), '');
  lines.push(`${passed} passed, ${failed.length} failed`, '');
  process.stdout.write(lines.join('\n'));
  process.exitCode = failed.length === 0 ? 0 : 1;
}
