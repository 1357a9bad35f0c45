import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { eventually } from '../support/service/eventually.js';
import { endOf, type Ended } from '../support/service/programs.js';

/**
 * A program in the place of npm. It installs programs in the place of the generator and the compiler. While the file
 * `hang` exists, its installation does not end and ignores signals. Like npm, it fails if two of it run at the same
 * time.
 */
const npmStandIn = `
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
appendFileSync('npm-pids', process.pid + '\\n');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
rmSync('node_modules', { recursive: true, force: true });
const put = (path, text) => {
  mkdirSync(path.replace(/[^/]+$/, ''), { recursive: true });
  writeFileSync(path, text);
};
const hangs = existsSync('hang');
if (existsSync('outdated-cache') && process.argv.includes('--prefer-offline')) {
  process.stderr.write('npm error code ETARGET\\n');
  process.exit(1);
}
put('node_modules/half/index.js', '');
if (hangs) setInterval(() => put('node_modules/half/index.js', 'again'), 10);
else {
  const write = (path, text) => \`import fs from 'fs'; fs.mkdirSync('\${path}'.replace(/[^/]+$/, ''), { recursive: true });
    fs.writeFileSync('\${path}', \${JSON.stringify(text)});\`;
  const stub = '{ "type": "module", "exports": "./index.js" }';
  for (const name of ['prisma', '@nestjs/cli']) put(\`node_modules/\${name}/package.json\`, stub);
  put('node_modules/prisma/build/index.js', write('src/generated/prisma/client.ts', ''));
  put('node_modules/@nestjs/cli/bin/nest.js', write('dist/main.js', 'process.stdout.write("started")'));
  put('node_modules/.package-lock.json', '{"packages":{"node_modules/prisma":{},"node_modules/@nestjs/cli":{}}}');
  rmSync('node_modules/half', { recursive: true });
}
`;

/** In place of the bundler of the console. */
const bundleStandIn = `import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('dist/console-bundle', { recursive: true });
writeFileSync('dist/console-bundle/index.html', '');`;

/** In place of the program that packs the client. */
const packStandIn = `import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('client/dist', { recursive: true });
writeFileSync('dist/client.tgz', '');`;

const started = { code: 0, stdout: 'started' };

let checkout: string;
const programs: ChildProcessWithoutNullStreams[] = [];

beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'check out-'));
  for (const folder of ['scripts', 'src/platform/processes'])
    await cp(join(projectRoot, folder), join(checkout, folder), { recursive: true });
  for (const folder of ['prisma', 'src', 'console', 'client/src', 'client/scripts', 'npm'])
    await mkdir(join(checkout, folder), { recursive: true });
  const files = {
    'package.json': '{ "type": "module" }',
    'package-lock.json': '{"packages":{"node_modules/prisma":{}}}',
  };
  const standIns = {
    'npm/cli.js': npmStandIn,
    'scripts/bundle-console.mjs': bundleStandIn,
    'client/scripts/package.mjs': packStandIn,
  };
  for (const [name, text] of Object.entries({ ...files, ...standIns })) await put(name, text);
  for (const name of [
    'prisma/schema.prisma',
    'prisma.config.ts',
    'tsconfig.json',
    'tsconfig.build.json',
    'nest-cli.json',
    '.swcrc',
  ])
    await put(name);
  for (const name of ['package.json', 'tsconfig.json', 'README.md', 'LICENSE']) await put(`client/${name}`);
});

afterEach(async () => {
  for (const program of programs.splice(0)) program.kill('SIGKILL');
  for (const pid of await installations()) {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  }
  await rm(checkout, { recursive: true, force: true, maxRetries: 5 });
});

async function put(name: string, text = ''): Promise<void> {
  await writeFile(join(checkout, name), text);
}

function launch(args: readonly string[] = ['scripts/start.mjs'], env: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  const npm = join(checkout, 'npm', 'cli.js');
  const program = spawn(process.execPath, args, { cwd: checkout, env: { PATH, npm_execpath: npm, ...env } });
  programs.push(program);
  return program;
}

function start(): Promise<Ended> {
  return endOf(launch());
}

/** The process ids of all npm processes so far. */
async function installations(): Promise<number[]> {
  const lines = await readFile(join(checkout, 'npm-pids'), 'utf8').catch(() => '');
  return lines.trim().split('\n').filter(Boolean).map(Number);
}

/** Starts an installation that does not end, and waits until it is running. */
async function hangingInstallation(args?: readonly string[], env?: Record<string, string>) {
  await put('hang');
  const program = launch(args, env);
  await eventually(() => existsSync(join(checkout, 'node_modules', 'half')));
  await rm(join(checkout, 'hang'));
  const [npm = NaN] = await installations();
  return { program, npm };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('An installation by npm that is interrupted', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('ends its child processes after %s, and the next start installs the rest', async (signal, code) => {
    const { program, npm } = await hangingInstallation();
    const ended = endOf(program);
    program.kill(signal);
    expect(await ended).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringMatching(/\nInterrupted; the next start/),
    });
    expect(isAlive(npm)).toBe(false);
    expect(await start()).toMatchObject(started);
  });

  it('is ended when the parent process of the start script is killed', async () => {
    const parent = `require('child_process').spawn(process.execPath, ['scripts/start.mjs'], { stdio: 'inherit' })`;
    const { program, npm } = await hangingInstallation(['-e', parent], { npm_lifecycle_event: 'start' });
    const ended = endOf(program);
    program.kill('SIGKILL');
    // The output stream ends with its last process.
    expect((await ended).stderr).toMatch(/\nInterrupted/);
    expect(isAlive(npm)).toBe(false);
    expect(await start()).toMatchObject(started);
  });

  it('continues if the start script itself is killed, and is ended by the next start', async () => {
    const { program, npm } = await hangingInstallation();
    program.kill('SIGKILL');
    expect(isAlive(npm)).toBe(true);
    expect(await Promise.all([start(), start(), start()])).toEqual(Array(3).fill(expect.objectContaining(started)));
    // A running installation would have written the file again.
    expect(await readdir(join(checkout, 'node_modules'))).not.toContain('half');
    expect(await installations()).toHaveLength(2);
  });
});

describe('A start', () => {
  it('installs the packages once for several concurrent starts, and not again at a later start', async () => {
    await put('.prepare.lock.7', '2147483646 1\n2147483645 1');
    expect(await Promise.all([start(), start(), start()])).toEqual(Array(3).fill(expect.objectContaining(started)));
    expect(await start()).toEqual({ ...started, stderr: '' });
    expect(await installations()).toHaveLength(1);
  });

  it('asks the registry for versions that the cache of npm does not know', async () => {
    await put('outdated-cache');
    expect(await start()).toMatchObject(started);
    expect(await installations()).toHaveLength(2);
  });

  it('installs again when a package is missing', async () => {
    expect(await start()).toMatchObject(started);
    await rm(join(checkout, 'node_modules', '@nestjs', 'cli'), { recursive: true });
    expect(await start()).toMatchObject(started);
    expect(await installations()).toHaveLength(2);
  });

  it('prints that the registry may be unreachable when no package arrives', async () => {
    const { program } = await hangingInstallation(undefined, { REGISTRY_HINT_SECONDS: '1' });
    let told = '';
    program.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
    await eventually(() => told.includes('`npm ping` tells whether the registry answers'), 60_000);
    // The line of the progress is written after the hint, so it may arrive later.
    await eventually(() => /^Installing dependencies … downloading 1 packages, \d+ s$/m.test(told), 60_000);
  });
});
