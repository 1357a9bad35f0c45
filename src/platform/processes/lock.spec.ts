import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withLock } from './lock.mjs';
import { identityOf } from './processes.mjs';

const timeoutMs = 10_000;

describe('The lock of a folder', () => {
  let folder: string;
  let lock: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'folder-lock-'));
    lock = join(folder, 'lock');
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('lets only one owner have the lock at a time, and every owner in the end', async () => {
    let inside = 0;
    const crowds: number[] = [];
    const visit = () =>
      withLock(lock, { timeoutMs }, async () => {
        crowds.push(++inside);
        await sleep(2);
        inside--;
      });
    await Promise.all(Array.from({ length: 12 }, visit));
    expect(crowds).toEqual(Array<number>(12).fill(1));
  });

  it('returns the result of the work, and leaves one file that says that the lock is free', async () => {
    expect(await withLock(lock, { timeoutMs }, () => Promise.resolve('done'))).toBe('done');
    await withLock(lock, { timeoutMs }, () => Promise.resolve());
    expect(await readdir(folder)).toEqual(['lock.2']);
    expect(await readFile(`${lock}.2`, 'utf8')).toBe('free');
  });

  it('frees the lock after work that failed', async () => {
    const failing = withLock(lock, { timeoutMs }, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    await expect(withLock(lock, { timeoutMs: 0 }, () => Promise.resolve('in'))).resolves.toBe('in');
  });

  it('takes the lock of an owner that was killed', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    await writeFile(`${lock}.7`, `${dead} 12345`);
    await withLock(lock, { timeoutMs: 0 }, () => Promise.resolve());
    expect(await readdir(folder)).toEqual(['lock.8']);
  });

  it('takes the lock of an owner whose process id now belongs to another process', async () => {
    await writeFile(`${lock}.1`, `${process.pid} 1`);
    await expect(withLock(lock, { timeoutMs: 0 }, () => Promise.resolve('in'))).resolves.toBe('in');
  });

  it('is taken over if the process that owns it is a zombie', async () => {
    const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60']);
    try {
      const [zombie] = (await once(parent.stdout, 'data')) as [Buffer];
      await writeFile(`${lock}.1`, identityOf(Number(zombie)));
      await expect(withLock(lock, { timeoutMs }, () => Promise.resolve('in'))).resolves.toBe('in');
      await writeFile(`${lock}.3`, zombie.toString().trim());
      await expect(withLock(lock, { timeoutMs }, () => Promise.resolve('in'))).resolves.toBe('in');
    } finally {
      parent.kill();
    }
  });

  it('takes the lock of an owner that was killed before it wrote its identity', async () => {
    await writeFile(`${lock}.1`, '');
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(`${lock}.1`, longAgo, longAgo);
    await expect(withLock(lock, { timeoutMs: 0 }, () => Promise.resolve('in'))).resolves.toBe('in');
  });

  it.each(['', identityOf(process.pid)])(
    'times out if the owner runs, or may still write its identity (%j)',
    async (owner) => {
      await writeFile(`${lock}.1`, owner);
      await expect(withLock(lock, { timeoutMs: 100 }, () => Promise.resolve())).rejects.toThrow(/lock is still locked/);
      expect(await readdir(folder)).toEqual(['lock.1']);
    },
  );

  it('uses the lock file with the highest number, so that file 10 counts and file 9 does not', async () => {
    await writeFile(`${lock}.9`, 'free');
    await writeFile(`${lock}.10`, identityOf(process.pid));
    await expect(withLock(lock, { timeoutMs: 100 }, () => Promise.resolve())).rejects.toThrow(/lock is still locked/);
  });

  it('ends without an error when the folder of the lock was removed during the work', async () => {
    const inner = join(folder, 'inner');
    await mkdir(inner);
    const work = () => rm(inner, { recursive: true });
    await expect(withLock(join(inner, 'lock'), { timeoutMs: 0 }, work)).resolves.toBeUndefined();
  });
});
