import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

/** A private Redis that keeps nothing, for tests that need to stop it or to be alone with it. */
export class RedisServer {
  private process: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly args: readonly string[],
  ) {}

  /** Whether there is a `redis-server` to start. */
  static isInstalled(): boolean {
    return executablePath() !== undefined;
  }

  /**
   * Starts a server on a free port.
   * @param args further arguments of `redis-server`; they come first, because a configuration file must
   */
  static async start(args: readonly string[] = []): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), args);
    await server.restart();
    return server;
  }

  /**
   * Starts a sentinel that watches over a master under the name `das-master` and replaces it within seconds.
   * @param folder for the file of the sentinel
   */
  static async startSentinel(folder: string, master: RedisServer): Promise<RedisServer> {
    const file = join(folder, 'sentinel.conf');
    const lines = [
      `sentinel monitor das-master 127.0.0.1 ${master.port} 1`,
      'sentinel down-after-milliseconds das-master 500',
      'sentinel failover-timeout das-master 2000',
    ];
    await writeFile(file, `${lines.join('\n')}\n`);
    return RedisServer.start([file, '--sentinel']);
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts an empty server on the same port. */
  async restart(): Promise<void> {
    const options = [
      ...this.args,
      '--port',
      String(this.port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      // A replica otherwise writes what its master sends into the working directory.
      '--repl-diskless-load',
      'swapdb',
    ];
    const child = spawn(executablePath() ?? 'redis-server', options, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.process = child;
    let output = '';
    for await (const chunk of child.stdout) {
      output += String(chunk);
      // The second is the line of a sentinel.
      if (/Ready to accept connections|Sentinel ID is/.test(output)) break;
    }
    if (child.exitCode !== null) throw new Error(`redis-server did not start: ${output}`);
  }

  /** Stops answering but keeps connections open, like a machine that hangs. */
  freeze(): void {
    this.process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.process?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const child = this.process;
    this.process = undefined;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}

function executablePath(): string | undefined {
  const candidates = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'redis-server'));
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
