import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { chmod, chown, mkdir, readdir, readFile, readlink, realpath, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answers, Folders, homeOf, install, isRoot, nobody, UserProcess } from './embedded-postgres-support.js';

const folders = new Folders();
const users: UserProcess[] = [];
let program: string;
let dataDir: string;

beforeAll(async () => {
  program = await folders.make();
  await install(program);
});

beforeEach(async () => {
  dataDir = join(await folders.make(), 'data');
});

afterEach(async () => {
  for (const user of users.splice(0)) await user.stop();
});

afterAll(() => folders.remove());

function startProcess(account?: typeof nobody, from = program): UserProcess {
  const user = new UserProcess(from, dataDir, account);
  users.push(user);
  return user;
}

const describeAsRoot = isRoot ? describe : describe.skip;

describeAsRoot('The embedded database, started by root (needs root)', () => {
  it('the embedded PostgreSQL runs under an unprivileged account, and a process of another account cannot start it', async () => {
    await startProcess().url();
    await users.pop()?.stop();
    expect((await stat(homeOf(dataDir))).uid).toBeGreaterThan(0);
    expect((await stat(dataDir)).uid).toBe(0);
    await chmod(dataDir, 0o777);
    const stranger = new UserProcess(program, dataDir, nobody);
    await expect(stranger.url()).rejects.toThrow(/postgresql belongs to another account: start as the user who/);
  });

  it('the files of the embedded PostgreSQL are put into another folder, with a link to it, if the unprivileged account cannot enter the data directory', async () => {
    await mkdir(dataDir, { mode: 0o700 });
    const user = startProcess();
    expect(await answers(await user.url())).toBe(true);
    const elsewhere = await readlink(homeOf(dataDir));
    expect(elsewhere.startsWith(dataDir)).toBe(false);
    expect(user.logs).toContainEqual(expect.stringContaining(`the database is in ${elsewhere}`));
    expect(await startProcess().url()).toBe(await user.url());
  });

  it('the embedded PostgreSQL runs from a copy of its programs if the unprivileged account cannot enter the installation', async () => {
    const installation = join(await folders.make(), 'checkout');
    await mkdir(installation, { mode: 0o700 });
    await install(installation);
    const user = startProcess(undefined, installation);
    expect(await answers(await user.url())).toBe(true);
    expect(user.logs).toContainEqual(expect.stringMatching(/^copied the PostgreSQL programs to .*data\/postgresql-18/));
    const next = startProcess(undefined, installation);
    expect(await next.url()).toBe(await user.url());
    expect(next.logs).toEqual([]);
  });
});

describeAsRoot('The embedded database of root with a broken link (needs root)', () => {
  it('the embedded PostgreSQL is not started if the link to its files is broken, and the message says to remove the link', async () => {
    await mkdir(dataDir);
    await symlink(join(dataDir, 'gone'), homeOf(dataDir));
    const user = new UserProcess(program, dataDir);
    await expect(user.url()).rejects.toThrow(/points to, .*gone, is gone: remove the link to begin with an empty one/);
  });
});

describeAsRoot('The embedded database of an ordinary user (needs root to become one)', () => {
  it('the files of the embedded PostgreSQL stay in the data directory and belong to the user, even after root has started it', async () => {
    await makeDataDirOfNobody();
    await startProcess(nobody).url();
    await users.pop()?.stop();
    expect(await answers(await startProcess().url())).toBe(true);
    expect(await realpath(homeOf(dataDir))).toBe(join(await realpath(dataDir), 'postgresql'));
    expect((await stat(join(homeOf(dataDir), 'cluster', 'postmaster.pid'))).uid).toBe(nobody.uid);
  });

  it('the embedded PostgreSQL starts after a power failure, even if a process of another account now has the id of its former server', async () => {
    await makeDataDirOfNobody();
    const first = startProcess(nobody);
    await first.url();
    const file = join(homeOf(dataDir), 'cluster', 'postmaster.pid');
    const text = await readFile(file, 'utf8');
    await first.stop();
    await writeFile(file, text.replace(/^\d+/, String(process.pid)));
    await chown(file, nobody.uid, nobody.gid);
    expect(await answers(await startProcess(nobody).url())).toBe(true);
  });

  it('the embedded PostgreSQL runs from a copy in the data directory if its npm package is read-only and lacks the symbolic links', async () => {
    const installation = await folders.make();
    await install(installation);
    await makeDataDirOfNobody();
    expect(await answers(await startProcess(nobody, installation).url())).toBe(true);
    expect(await readdir(dataDir)).toContainEqual(expect.stringMatching(/^postgresql-18\S+$/));
  });
});

describeAsRoot('The embedded database of an ordinary user without a usable folder (needs root to become one)', () => {
  it('the embedded PostgreSQL is not started if the data directory cannot be created, and the message says so in one line', async () => {
    const stranger = new UserProcess(program, dataDir, nobody);
    await expect(stranger.url()).rejects.toThrow(
      /^the data folder .*data cannot be created: EACCES: permission denied/,
    );
  });
});

async function makeDataDirOfNobody(): Promise<void> {
  await mkdir(dataDir);
  await chown(dataDir, nobody.uid, nobody.gid);
}
