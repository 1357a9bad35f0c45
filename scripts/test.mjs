// Prepares the checkout and runs Jest. The arguments are passed to Jest. `--changed` runs only the tests that belong to files which git
// shows as changed. `--changed=<ref>` also runs those that belong to files which the commits since this ref have changed.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../src/platform/processes/processes.mjs';
import { prepare, root } from './prepare.mjs';

const jestProgram = join(root, 'node_modules', 'jest', 'bin', 'jest.js');

const folderPrefix = 'data-access-tests-';
/** The minimum free memory at which the databases are kept in memory, in bytes. A run of the tests uses about 600 MB. */
const leastMemory = 4 * 2 ** 30;

/**
 * For each folder of `src` that has no folder of the same name in `test`: the folders of `test` that contain its tests.
 */
const areasOf = {
  catalogue: ['company', 'person'],
  demo: ['app'],
  enrichment: ['company', 'person'],
  follows: ['admin', 'imports'],
  health: ['platform'],
  matching: ['company', 'person'],
  operations: ['admin'],
  operator: ['admin'],
  records: ['admin', 'privacy'],
  titles: ['person'],
};

await prepare();
const changedArgument = process.argv.slice(2).find((argument) => /^--changed(=|$)/.test(argument));
const jestArguments = process.argv.slice(2).filter((argument) => argument !== changedArgument);
if (changedArgument !== undefined) {
  const specs = specsOf(changedFiles(changedArgument.split('=')[1]));
  if (specs.length === 0) {
    process.stderr.write('No test belongs to the changed files, so none was run.\n');
    process.exit(0);
  }
  jestArguments.push('--runTestsByPath', ...specs);
}
const folder = folderInMemory();
const env = {
  ...process.env,
  ...(folder === null ? {} : { TMPDIR: folder, TEST_FOLDER: folder }),
  // Tells the tests to write the golden files again. Jest does not pass its option `-u` on to tests, and itself writes only its
  // snapshots.
  ...(jestArguments.some((argument) => /^(-u|--updateSnapshot)$/.test(argument)) ? { UPDATE_GOLDEN: '1' } : {}),
};
const jest = spawn(process.execPath, ['--max-semi-space-size=64', jestProgram, ...jestArguments], {
  cwd: root,
  stdio: 'inherit',
  env,
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => jest.kill(signal));
jest.on('close', (code, signal) => {
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
  process.exit(signal === null ? code : 1);
});

/**
 * Creates a folder in memory for the databases and temporary files of the run, or returns null if too little memory is free. On a disk
 * the creation and removal of a database for each test file takes a fifth of the processor time.
 */
function folderInMemory() {
  const own = `/dev/shm/${folderPrefix}${process.pid}`;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (process.env.TMPDIR !== undefined || Math.min(bavail * bsize, process.availableMemory()) < leastMemory)
      return null;
    removeLeftovers('/dev/shm');
    // PostgreSQL may run under another account, which must be able to enter the folder of its data.
    mkdirSync(own, { mode: 0o755 });
    return own;
  } catch {
    return null;
  }
}

/** Removes the folders of runs that were killed. */
function removeLeftovers(memory) {
  for (const name of readdirSync(memory)) {
    if (!name.startsWith(folderPrefix) || isAlive(Number(name.slice(folderPrefix.length)))) continue;
    rmSync(join(memory, name), { recursive: true, force: true });
  }
}

/** The files that git shows as changed. @param {string | undefined} since a commit or branch whose later commits count, too */
function changedFiles(since) {
  const listed = [
    git('diff', '--name-only', '--relative', 'HEAD'),
    git('ls-files', '--others', '--exclude-standard'),
    ...(since === undefined ? [] : [git('diff', '--name-only', '--relative', `${since}...HEAD`)]),
  ];
  return [...new Set(listed.flat())].filter((file) => existsSync(join(root, file)));
}

/**
 * The tests to run for changed files: the changed specs, the unit tests that import a changed file, and the end-to-end tests of the area
 * that a file belongs to, without the chaos tests. If a source or the QA suite has changed, the QA suite runs, too. The end-to-end tests
 * cannot be chosen by their imports, because nearly all of them import the whole service.
 */
function specsOf(files) {
  const sources = files.filter((file) => file.startsWith('src/'));
  const related = sources.length === 0 ? [] : listTests('unit', ['--findRelatedTests', ...sources]);
  const areas = new Set(
    files.flatMap((file) => {
      const [top, folder] = file.split('/');
      if (top === 'src') return areasOf[folder] ?? [folder];
      return (
        {
          prisma: ['platform'],
          docs: ['contract'],
          demo: ['app'],
          client: ['client'],
          console: ['console'],
          examples: ['client'],
        }[top] ?? []
      );
    }),
  );
  const ofAreas = listTests('e2e', []).filter((spec) => areas.has(spec.split('/')[1]) && !spec.includes('chaos'));
  const changed = files.filter((file) => file.endsWith('.spec.ts') && !file.startsWith('test/qa/'));
  // The answers of each route are tested by the QA suite and not by the tests of an area. So a changed source also needs the QA suite,
  // which this spec runs.
  const isContract = files.some((file) => file.startsWith('test/qa/')) || sources.length > 0;
  return [...new Set([...related, ...ofAreas, ...changed, ...(isContract ? ['test/contract/qa-suite.spec.ts'] : [])])];
}

function listTests(project, filter) {
  const args = [jestProgram, '--listTests', '--selectProjects', project, ...filter];
  const output = execFileSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return output
    .split('\n')
    .filter((line) => line.endsWith('.ts'))
    .map((line) => line.slice(root.length + 1));
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
}
