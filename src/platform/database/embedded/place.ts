import { chmod, lstat, mkdir, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, isRoot } from './account.js';
import { run } from './program.js';

export const TEMPORARY_PLACE = join(tmpdir(), `data-access-service-${process.getuid?.() ?? 'user'}`);
const SYSTEM_PLACE = '/var/lib/data-access-service';

/** Where files of ours may lie, best first. */
export function places(dataDir: string): string[] {
  return [dataDir, ...(isRoot() ? [SYSTEM_PLACE] : []), TEMPORARY_PLACE];
}

/**
 * Makes sure that `folder` exists and that no other account could have put anything into it: it is a real folder of
 * ours which not everybody may write. False when that cannot be had.
 */
export async function privateFolder(folder: string): Promise<boolean> {
  try {
    const created = await mkdir(folder, { recursive: true });
    if (created !== undefined) await chmod(folder, 0o711); // whatever the umask, other accounts may pass through
    const found = await lstat(folder);
    if (process.getuid === undefined) return found.isDirectory();
    return found.isDirectory() && found.uid === process.getuid() && (found.mode & 0o002) === 0;
  } catch {
    return false;
  }
}

/**
 * True when `account` may pass through `folder` and all folders above it. Found by trying, so that access lists count too.
 */
export async function isReachable(folder: string, account: Account | undefined): Promise<boolean> {
  if (account === undefined) return true;
  const trial = await run('/bin/sh', ['-c', 'cd "$0"', folder], { account, cwd: '/', timeoutMs: 10_000 });
  return trial.succeeded;
}

/**
 * Writes a new file that only `account` may read, and waits until it is on disk. Ownership is changed through the open
 * file: in a folder that belongs to another account a name may be exchanged for a link under root's hands.
 */
export async function writePrivateFile(path: string, text: string, account: Account | undefined): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    if (account) await file.chown(account.uid, account.gid);
    await file.sync();
  } finally {
    await file.close();
  }
}
