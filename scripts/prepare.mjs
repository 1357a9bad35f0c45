// Brings a checkout to the point where it can run: dependencies, database client, programs, console. Does only what is stale.
// Plain Node without dependencies, because it installs them. All output goes to standard error.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from '../src/platform/processes/lock.mjs';
import { npm, runChild } from './children.mjs';
import { showProgress } from './progress.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const lockFile = join(root, '.prepare.lock');
const stampFile = join(root, 'node_modules', '.cache', 'prepared.json');
const interrupted = 'begun';
/** After this time without a package a line says that the registry may be out of reach. */
const registryHintSeconds = Number(process.env.REGISTRY_HINT_SECONDS ?? 20);

const steps = [
  {
    name: 'install',
    title: 'Installing dependencies',
    state: () => hash(['package-lock.json'], `${process.platform} ${process.arch} ${process.versions.modules}`),
    isDone: wasInstalledByHand,
    hasOutput: hasAllPackages,
    run: install,
  },
  {
    name: 'generate',
    title: 'Generating the database client',
    state: () => hash(['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json']),
    isDone: () => false,
    hasOutput: () => existsSync(join(root, 'src/generated/prisma/client.ts')),
    run: generate,
  },
  {
    name: 'build',
    title: 'Building',
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
    hasOutput: () => existsSync(join(root, 'dist/main.js')),
    run: build,
  },
  {
    name: 'console',
    title: 'Bundling the console',
    state: async () =>
      hash([
        ...(await sources('console')),
        ...(await sources('client/src')),
        'scripts/bundle-console.mjs',
        'tsconfig.json',
        'package-lock.json',
      ]),
    isDone: () => false,
    hasOutput: () => existsSync(join(root, 'dist/console-bundle/index.html')),
    run: bundleConsole,
  },
  {
    name: 'client',
    title: 'Packing the client',
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
 * Installs, generates and builds what is stale; concurrent processes wait for the first. After a failure or an interruption it
 * prints a line and ends the process.
 */
export async function prepare() {
  try {
    if ((await staleSteps()).length === 0) return;
    await withLock(lockFile, { onWait }, async (register) => {
      for (const step of await staleSteps()) {
        // An interrupted step is repeated, even where its output exists.
        await stamp(step.name, interrupted);
        await step.run({ title: step.title, register });
        await stamp(step.name, await step.state());
      }
    });
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(error.exitCode ?? 1);
  }
}

function onWait() {
  process.stderr.write('Another process prepares this checkout; waiting for it …\n');
}

async function staleSteps() {
  const stamps = await readStamps();
  const stale = [];
  for (const step of steps) {
    const isCurrent =
      stamps[step.name] === (await step.state()) || (stamps[step.name] === undefined && (await step.isDone()));
    // The steps after a stale step are stale too.
    if (!isCurrent || stale.length > 0 || !step.hasOutput()) stale.push(step);
  }
  return stale;
}

/** `npm ci` was run by hand after the last change of the lock file: npm writes this file when it has finished. */
async function wasInstalledByHand() {
  try {
    const installed = await stat(join(root, 'node_modules', '.package-lock.json'));
    return installed.mtimeMs >= (await stat(join(root, 'package-lock.json'))).mtimeMs;
  } catch {
    return false;
  }
}

/** npm writes this list of installed packages when it has finished. */
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
 * Versions are pinned, so npm need not ask the registry whether each cached package is current, which takes more than half of the
 * time. A cache from before a version was published makes npm fail with ETARGET; then it asks.
 */
async function install(context) {
  try {
    await runNpm('--prefer-offline', context);
  } catch (error) {
    if (!error.output?.includes('ETARGET')) throw error;
    await runNpm('--prefer-online', context);
  }
}

async function runNpm(preference, { title, register }) {
  const wanted = await packagesOfThisPlatform();
  const startedAt = Date.now();
  let isHinted = false;
  const detail = () => {
    const count = isInstalled(wanted).filter(Boolean).length;
    const isSlow = count === 0 && Date.now() - startedAt > registryHintSeconds * 1_000;
    if (isSlow && !isHinted) progress.print(`${registryHint}\n`);
    isHinted ||= isSlow;
    return `${count} of ${wanted.length} packages`;
  };
  const progress = showProgress(title, detail, Math.min(15, registryHintSeconds) * 1_000);
  const command = [...npm, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error', preference];
  await run(command, { progress, register, shell: npm[0] === 'npm' && process.platform === 'win32' });
}

const registryHint = `No package has come for ${registryHintSeconds} s. npm goes on trying; \`npm ping\` tells whether the registry answers.`;

async function packagesOfThisPlatform() {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const suits = ({ os = [process.platform], cpu = [process.arch] }) =>
    os.includes(process.platform) && cpu.includes(process.arch);
  return Object.keys(packages).filter((path) => path !== '' && suits(packages[path]));
}

/** The generator downloads a native engine that it does not use, unless it is given an executable. */
async function generate({ title, register }) {
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
  const command = [process.execPath, join('node_modules', 'prisma', 'build', 'index.js'), 'generate'];
  await run(command, { progress: showProgress(title), register, env, isQuiet: true });
}

async function build({ title, register }) {
  await rm(join(root, 'dist'), { recursive: true, force: true });
  const command = [process.execPath, join('node_modules', '@nestjs', 'cli', 'bin', 'nest.js'), 'build'];
  await run(command, { progress: showProgress(title), register, isQuiet: true });
}

async function bundleConsole({ title, register }) {
  const command = [process.execPath, join('scripts', 'bundle-console.mjs')];
  await run(command, { progress: showProgress(title), register, isQuiet: true });
}

async function packClient({ title, register }) {
  const command = [process.execPath, join('client', 'scripts', 'package.mjs'), join('dist', 'client.tgz')];
  await run(command, { progress: showProgress(title), register, isQuiet: true });
}

/** @param isQuiet whether the program's output is printed only after a failure */
async function run([program, ...args], { progress, register, isQuiet = false, ...options }) {
  let output = '';
  const onOutput = (chunk) => {
    output += chunk;
    if (!isQuiet) progress.print(chunk);
  };
  try {
    const failure = await runChild(program, args, { cwd: root, onOutput, register, ...options });
    if (failure === null) return;
    const message = `${program} ${args.join(' ')} ${failure}`;
    throw Object.assign(new Error(isQuiet ? `${output}\n${message}`.trim() : message), { output });
  } finally {
    progress.end();
  }
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
  await writeFile(stampFile, JSON.stringify({ ...(await readStamps()), [name]: state }, null, 2));
}
