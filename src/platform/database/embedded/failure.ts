import { readFile } from 'node:fs/promises';

/** The embedded database cannot be used. The message is one line that a person can act on; show it without a stack. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/**
 * True when `error` has one of the given codes, such as `ENOENT`. Does not check the class, because Jest gives every test
 * file its own `Error`.
 */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}

/** The message of any error, in one line. */
export function singleLine(failure: unknown): string {
  const isError = typeof failure === 'object' && failure !== null && 'message' in failure;
  return String(isError ? failure.message : failure)
    .trim()
    .replace(/\s*\n\s*/g, ' | ');
}

const minLines = 4;

/** The most common faults of a machine, in plain words. */
const known: readonly (readonly [RegExp, string])[] = [
  [/no space left on device/i, 'the disk is full'],
  [/cannot allocate memory|could not map anonymous shared memory/i, 'there is not enough memory'],
];

/** One line of the output of PostgreSQL's programs: the lines with errors or, without any, the last ones. */
export function explanation(output: string): string {
  const lines = output.trim().split('\n');
  const grave = lines.filter((line) => /\b(FATAL|PANIC|ERROR|HINT|error):|could not|cannot/.test(line));
  const chosen = (grave.length > 0 ? grave : lines).slice(-minLines).map((line) => line.replace(/^.*? \[\d+\] /, ''));
  const plain = known.filter(([pattern]) => pattern.test(output)).map(([, words]) => words);
  return [...plain, singleLine(chosen.join('\n')) || 'no reason given'].join(': ');
}

/** An account of the operating system, by its numbers. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const candidates = ['postgres', '_postgres', 'nobody'];

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The account for a new cluster. PostgreSQL refuses to run as root, so root hands it to an unprivileged account that
 * the system already has. Undefined: the current user.
 */
export async function accountForNewCluster(): Promise<Account | undefined> {
  if (!isRoot()) return undefined;
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const candidate of candidates) {
    const entry = lines.find(([name]) => name === candidate);
    const [uid, gid] = [Number(entry?.[2]), Number(entry?.[3])];
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root and this system has no account named ${candidates.join(' or ')}: ` +
      'start as another user, or set DATABASE_URL',
  );
}

/** The account for an existing cluster: its owner. Undefined: the current user. */
export function accountOfOwner(owner: Account): Account | undefined {
  return isRoot() && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : undefined;
}
