import { readFile } from 'node:fs/promises';
import { EmbeddedPostgresError } from './failure.js';

/** An account of the operating system, by its numbers. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const CANDIDATES = ['postgres', '_postgres', 'nobody'];

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The account for a new cluster. PostgreSQL refuses to run as root, so root hands it to an unprivileged account that
 * the system already has. Undefined: run as the current user.
 */
export async function accountForNewCluster(): Promise<Account | undefined> {
  if (!isRoot()) return undefined;
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const candidate of CANDIDATES) {
    const entry = lines.find(([name]) => name === candidate);
    const [uid, gid] = [Number(entry?.[2]), Number(entry?.[3])];
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root and this system has no account named ${CANDIDATES.join(' or ')}: ` +
      'start as another user, or set DATABASE_URL',
  );
}

/** The account that an existing cluster must go on with: its owner. Undefined: run as the current user. */
export function accountOfOwner(owner: Account): Account | undefined {
  return isRoot() && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : undefined;
}
