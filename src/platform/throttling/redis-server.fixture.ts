import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

/** A Redis server of its own that stores nothing on disk. It is for tests that stop it, or that must be its only client. */
export class RedisServer {
  private process: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly args: readonly string[],
  ) {}

  static isInstalled(): boolean {
    return executablePath() !== undefined;
  }

  /**
   * Starts a server on a free port.
   * @param args further arguments of `redis-server`; they are put first, because the path of a configuration file must be the
   * first argument
   */
  static async start(args: readonly string[] = []): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), args);
    await server.restart();
    return server;
  }

  /**
   * Starts a sentinel that watches a master under the name `das-master`. If the master fails, the sentinel makes a
   * replica the master within seconds.
   * @param folder the folder for the configuration file of the sentinel
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

  /** Starts the server again, on the same port and without data. */
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
      // With this setting, a replica loads the data of its master directly into memory. Otherwise it would first write the data to
      // a file in the working directory.
      '--repl-diskless-load',
      'swapdb',
    ];
    const child = spawn(executablePath() ?? 'redis-server', options, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.process = child;
    let output = '';
    for await (const chunk of child.stdout) {
      output += String(chunk);
      // The first text is printed by a server that is ready, the second one by a sentinel.
      if (/Ready to accept connections|Sentinel ID is/.test(output)) break;
    }
    if (child.exitCode !== null) throw new Error(`redis-server did not start: ${output}`);
  }

  /** Makes the server stop answering, while its connections stay open, as if its machine hung. */
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
