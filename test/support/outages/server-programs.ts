import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';

/** Where Debian puts servers, to which the PATH of many accounts does not lead. */
function folders(): string[] {
  const versions = (() => {
    try {
      return readdirSync('/usr/lib/postgresql');
    } catch {
      return [];
    }
  })();
  const newest = versions.sort((one, other) => Number(other) - Number(one));
  return [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    ...newest.map((version) => join('/usr/lib/postgresql', version, 'bin')),
  ];
}

/** The path of an installed program; undefined if there is none. */
export function installedProgram(name: string): string | undefined {
  return folders()
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** An account for programs that refuse to run as root; undefined where the tests run under another account anyway. */
export function unprivilegedAccount(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (what: string): number => Number(execFileSync('id', [what, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** A port on which nothing listens. */
export async function unusedPort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
}

/** Kills a program and the processes that it has started at once, as a lost machine does. It returns when the program has ended. */
export async function killWithChildren(program: ChildProcess | undefined): Promise<void> {
  if (program?.pid === undefined || program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  const { stdout } = spawnSync('pgrep', ['-P', String(program.pid)], { encoding: 'utf8' });
  for (const pid of [
    program.pid,
    ...stdout
      .split('\n')
      .filter((line) => line !== '')
      .map(Number),
  ]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // This process has ended by itself in the meantime.
    }
  }
  await ended;
}
