// Prepares a checkout so that its programs can run: installs the dependencies, generates the database client, and builds the programs, the
// console and the client. It repeats only steps whose inputs have changed. It uses only what Node has, because it installs the packages.
// All output goes to standard error.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from '../src/platform/processes/lock.mjs';
import { npm, runChild } from './children.mjs';
import { showProgress } from './progress.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const lockFile = join(root, '.prepare.lock');
const dist = join(root, 'dist');
const stampFile = join(root, 'node_modules', '.cache', 'prepared.json');
const interrupted = 'begun';
/** If no package is unpacked after this number of seconds, a line says that the registry may not be reachable. */
const registryHintSeconds = Number(process.env.REGISTRY_HINT_SECONDS ?? 20);

/** The steps in their order. A step begins when those named in `after` have ended, so that several run at the same time. */
const steps = [
  {
    name: 'install',
    after: [],
    state: () => hash(['package-lock.json'], `${process.platform} ${process.arch} ${process.versions.modules}`),
    isDone: wasInstalledByHand,
    hasOutput: hasAllPackages,
    run: install,
  },
  {
    name: 'generate',
    after: ['install'],
    title: 'database client',
    state: () => hash(['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json']),
    isDone: () => false,
    hasOutput: () => existsSync(join(root, 'src/generated/prisma/client.ts')),
    run: generate,
  },
  {
    name: 'build',
    after: ['generate'],
    title: 'service',
    state: async () =>
      hash([
        ...(await sources('src')),
        'nest-cli.json',
        '.swcrc',
        'tsconfig.build.json',
        'tsconfig.json',
        'package-lock.json',
      ]),
    isDone: () => false,
    hasOutput: () => existsSync(join(dist, 'main.js')),
    run: build,
  },
  {
    name: 'console',
    after: ['install'],
    title: 'console',
    state: async () =>
      hash([
        ...(await sources('console')),
        ...(await sources('client/src')),
        'scripts/bundle-console.mjs',
        'tsconfig.json',
        'package-lock.json',
      ]),
    isDone: () => false,
    hasOutput: () => existsSync(join(dist, 'console-bundle/index.html')),
    run: bundleConsole,
  },
  {
    name: 'client',
    after: ['install'],
    title: 'client',
    state: async () =>
      hash([
        ...(await sources('client/src')),
        ...['scripts/package.mjs', 'package.json', 'tsconfig.json', 'README.md', 'LICENSE'].map(
          (file) => `client/${file}`,
        ),
        'package-lock.json',
      ]),
    isDone: () => false,
    hasOutput: () => ['dist/client.tgz', 'client/dist'].every((path) => existsSync(join(root, path))),
    run: packClient,
  },
];

/**
 * Does the steps whose inputs have changed. If several processes call this at the same time, the others wait for the first. After a
 * failure or an interruption it prints a line and ends the process.
 */
export async function prepare() {
  try {
    if ((await staleSteps()).length === 0) return;
    await withLock(lockFile, { onWait }, async (register) => doSteps(await staleSteps(), register));
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(error.exitCode ?? 1);
  }
}

async function doSteps(stale, register) {
  // A step that was interrupted must be repeated, even if its output exists. So the stamp of a step is invalid until the step has ended.
  for (const { name } of stale) await stamp(name, interrupted);
  await mkdir(dist, { recursive: true });
  const ends = new Map();
  const running = new Set();
  let progress;
  for (const step of stale) {
    const begin = async () => {
      for (const name of step.after) await ends.get(name);
      if (step.title !== undefined) progress ??= showProgress('Building', () => [...running].join(', '));
      running.add(step.title);
      await step.run({ progress, register }).finally(() => running.delete(step.title));
    };
    ends.set(step.name, begin());
  }
  const outcomes = await Promise.allSettled(ends.values());
  progress?.end();
  for (const [index, { name, state }] of stale.entries()) {
    if (outcomes[index].status === 'fulfilled') await stamp(name, await state());
  }
  const failure = outcomes.find(({ status }) => status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}

function onWait() {
  process.stderr.write('Another process prepares this checkout. Waiting for it …\n');
}

async function staleSteps() {
  const stamps = await readStamps();
  const stale = [];
  for (const step of steps) {
    const isCurrent =
      stamps[step.name] === (await step.state()) || (stamps[step.name] === undefined && (await step.isDone()));
    // If a step must be done, all steps after it must be done, too.
    if (!isCurrent || stale.length > 0 || !step.hasOutput()) stale.push(step);
  }
  return stale;
}

/** Whether `npm ci` was run by hand after the last change of the lock file. npm writes .package-lock.json when it has finished. */
async function wasInstalledByHand() {
  try {
    const installed = await stat(join(root, 'node_modules', '.package-lock.json'));
    return installed.mtimeMs >= (await stat(join(root, 'package-lock.json'))).mtimeMs;
  } catch {
    return false;
  }
}

/**
 * Whether every package in npm's list of installed packages is in its folder. npm writes this list when it has finished.
 */
function hasAllPackages() {
  try {
    const { packages } = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8'));
    return isInstalled(Object.keys(packages)).every(Boolean);
  } catch {
    return false;
  }
}

function isInstalled(packages) {
  return packages.map((path) => existsSync(join(root, path, 'package.json')));
}

/**
 * Installs the dependencies. All versions are pinned, so npm need not ask the registry whether a package in its cache is current, which
 * takes more than half of the time. If the cache is older than a version that is needed, npm fails with ETARGET. Then it is run again
 * and asks the registry.
 */
async function install(context) {
  try {
    await runNpm('--prefer-offline', context);
  } catch (error) {
    if (!error.output?.includes('ETARGET')) throw error;
    await runNpm('--prefer-online', context);
  }
}

async function runNpm(preference, { register }) {
  const wanted = await packagesOfThisPlatform();
  const startedAt = Date.now();
  let isHinted = false;
  const detail = () => {
    const count = isInstalled(wanted).filter(Boolean).length;
    const isSlow = count === 0 && Date.now() - startedAt > registryHintSeconds * 1_000;
    if (isSlow && !isHinted) progress.print(`${registryHint}\n`);
    isHinted ||= isSlow;
    // npm downloads everything before it unpacks anything. Until it unpacks, the number of unpacked packages would tell nothing, so the
    // line says that npm is downloading.
    const isUnpacking = count > wanted.length / 20;
    return isUnpacking ? `${count} of ${wanted.length} packages` : `downloading ${wanted.length} packages`;
  };
  const progress = showProgress('Installing dependencies', detail, Math.min(15, registryHintSeconds) * 1_000);
  const command = [...npm, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error', preference];
  const shell = npm[0] === 'npm' && process.platform === 'win32';
  await run(command, { progress, register, shell }).finally(progress.end);
}

const registryHint = `No package has come for ${registryHintSeconds} s. npm continues to try; \`npm ping\` tells whether the registry answers.`;

async function packagesOfThisPlatform() {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const suits = ({ os = [process.platform], cpu = [process.arch] }) =>
    os.includes(process.platform) && cpu.includes(process.arch);
  return Object.keys(packages).filter((path) => path !== '' && suits(packages[path]));
}

/**
 * Generates the database client. The generator would download a native engine that it does not need. So it is told that Node's program
 * file is this engine, which it never runs.
 */
async function generate({ progress, register }) {
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
  const command = [process.execPath, join('node_modules', 'prisma', 'build', 'index.js'), 'generate'];
  await run(command, { progress, register, env, isQuiet: true });
}

async function build({ progress, register }) {
  // The other steps write their outputs at the same time.
  const old = (await readdir(dist)).filter((name) => !/^(?:console-bundle|client\.tgz)/.test(name));
  for (const name of old) await rm(join(dist, name), { recursive: true, force: true });
  const command = [process.execPath, join('node_modules', '@nestjs', 'cli', 'bin', 'nest.js'), 'build'];
  await run(command, { progress, register, isQuiet: true });
}

async function bundleConsole({ progress, register }) {
  const command = [process.execPath, join('scripts', 'bundle-console.mjs')];
  await run(command, { progress, register, isQuiet: true });
}

async function packClient({ progress, register }) {
  const command = [process.execPath, join('client', 'scripts', 'package.mjs'), join('dist', 'client.tgz')];
  await run(command, { progress, register, isQuiet: true });
}

/** Runs a program. @param isQuiet whether its output is printed only if it fails */
async function run([program, ...args], { progress, register, isQuiet = false, ...options }) {
  let output = '';
  const onOutput = (chunk) => {
    output += chunk;
    if (!isQuiet) progress.print(chunk);
  };
  const failure = await runChild(program, args, { cwd: root, onOutput, register, ...options });
  if (failure === null) return;
  const message = `${program} ${args.join(' ')} ${failure}`;
  throw Object.assign(new Error(isQuiet ? `${output}\n${message}`.trim() : message), { output });
}

async function hash(files, extra = '') {
  const sum = createHash('sha256').update(extra);
  for (const file of files) sum.update(file).update(await readFile(join(root, file)));
  return sum.digest('hex');
}

async function sources(folder) {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

async function readStamps() {
  try {
    return JSON.parse(await readFile(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

async function stamp(name, state) {
  await mkdir(dirname(stampFile), { recursive: true });
  const text = JSON.stringify({ ...(await readStamps()), [name]: state }, null, 2);
  // The stamps are written into a new file, which then replaces the old one. A copy of the checkout that was made with hard links shares
  // the old file. If it were overwritten, the copy would get these stamps, too, and would repeat or skip steps wrongly.
  const written = `${stampFile}.${process.pid}`;
  await writeFile(written, text);
  await rename(written, stampFile);
}
