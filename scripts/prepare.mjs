// Brings a checkout to the point where it can run: dependencies, database client, build. Does only what is stale.
// Plain Node without dependencies, because it is what installs them. Everything it says goes to standard error.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const lockFile = join(root, '.prepare.lock');
const stampFile = join(root, 'node_modules', '.cache', 'prepared.json');

/** Installs, generates and builds what is stale; processes that come at the same time wait for the first. */
export async function prepare() {
  if ((await staleSteps()).length === 0) return;
  await withLock(async () => {
    for (const step of await staleSteps()) {
      process.stderr.write(`${step.says} …\n`);
      await step.run();
      await stamp(step.name, await step.state());
    }
  });
}

const steps = [
  {
    name: 'install',
    says: 'Installing dependencies',
    state: () => hash(['package-lock.json'], `${process.platform} ${process.arch} ${process.versions.modules}`),
    isDone: wasInstalledByHand,
    run: () => npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']),
  },
  {
    name: 'generate',
    says: 'Generating the database client',
    state: () => hash(['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json']),
    isDone: () => false,
    run: generate,
  },
  {
    name: 'build',
    says: 'Building',
    state: async () => hash([...(await sources('src')), 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json']),
    isDone: () => false,
    run: build,
  },
];

async function staleSteps() {
  const stamps = await readStamps();
  const stale = [];
  for (const step of steps) {
    const isCurrent =
      stamps[step.name] === (await step.state()) || (stamps[step.name] === undefined && (await step.isDone()));
    // What comes after a stale step is stale too.
    if (!isCurrent || stale.length > 0 || !hasOutput(step.name)) stale.push(step);
  }
  return stale;
}

function hasOutput(name) {
  const outputs = { install: 'node_modules', generate: 'src/generated/prisma/client.ts', build: 'dist/main.js' };
  return existsSync(join(root, outputs[name]));
}

/** Somebody ran `npm ci` after the last change of the lock file: npm writes this file when it has finished. */
async function wasInstalledByHand() {
  try {
    const installed = await stat(join(root, 'node_modules', '.package-lock.json'));
    return installed.mtimeMs >= (await stat(join(root, 'package-lock.json'))).mtimeMs;
  } catch {
    return false;
  }
}

/** The generator would look for a native engine that it does not use, and download it; any executable satisfies it. */
async function generate() {
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
  await run(process.execPath, [join('node_modules', 'prisma', 'build', 'index.js'), 'generate'], { env, quiet: true });
}

async function build() {
  await rm(join(root, 'dist'), { recursive: true, force: true });
  await run(process.execPath, [join('node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json'], {});
}

function npm(args) {
  const cli = process.env.npm_execpath;
  if (cli !== undefined && cli.endsWith('.js')) return run(process.execPath, [cli, ...args], {});
  return run('npm', args, { shell: process.platform === 'win32' });
}

function run(command, args, { env = process.env, quiet = false, shell = false }) {
  return new Promise((resolve, reject) => {
    let output = '';
    const child = spawn(command, args, { cwd: root, env, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    const take = (chunk) => {
      if (quiet) output += chunk;
      else process.stderr.write(chunk);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${output}\n${command} ${args.join(' ')} ended with code ${code}`.trim()));
    });
  });
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

async function withLock(work) {
  for (;;) {
    try {
      const handle = await open(lockFile, 'wx');
      await handle.writeFile(String(process.pid));
      await handle.close();
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (await isLockStale()) await rm(lockFile, { force: true });
      else await sleep(200);
    }
  }
  try {
    await work();
  } finally {
    await rm(lockFile, { force: true });
  }
}

/** The holder has died. A lock that was created but not yet signed is given a moment. */
async function isLockStale() {
  try {
    const holder = Number(await readFile(lockFile, 'utf8'));
    if (!Number.isInteger(holder) || holder <= 0) return Date.now() - (await stat(lockFile)).mtimeMs > 5_000;
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
