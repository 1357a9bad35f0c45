import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installedProgram, unprivilegedAccount, unusedPort } from './server-programs.js';

export type PoolMode = 'session' | 'transaction';

/** A PgBouncer in front of all databases of a server, with the settings of its package but for the mode. */
export class PgBouncer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly mode: PoolMode,
  ) {}

  /** Whether there is a `pgbouncer` to start. */
  static isInstalled(): boolean {
    return installedProgram('pgbouncer') !== undefined;
  }

  /**
   * Starts PgBouncer in front of a server of PostgreSQL.
   * @param serverUrl the URL of any database of the server, whose user and password clients have, too
   */
  static async start(serverUrl: string, mode: PoolMode): Promise<PgBouncer> {
    const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
    // As root it runs under another account.
    await chmod(folder, 0o777);
    const pooler = new PgBouncer(folder, await unusedPort(), mode);
    const { username, password } = new URL(serverUrl);
    const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
    await writeFile(join(folder, 'users.txt'), `"${user}" "${secret}"\n`, { mode: 0o644 });
    await pooler.configure(serverUrl);
    await pooler.restart();
    return pooler;
  }

  /** Lets the pooler lead to another server, without a restart. Connections to the server before are closed. */
  async lead(serverUrl: string): Promise<void> {
    await this.configure(serverUrl);
    this.child?.kill('SIGHUP');
  }

  /** The URL by which the pooler leads to a database of the server. */
  urlOf(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.href;
  }

  /** Starts it again on the same port. */
  async restart(): Promise<void> {
    const child = spawn(installedProgram('pgbouncer') ?? 'pgbouncer', [join(this.folder, 'pgbouncer.ini')], {
      stdio: 'ignore',
      ...unprivilegedAccount(),
    });
    this.child = child;
    for (let attempt = 0; attempt < 100; attempt += 1) {
      if (child.exitCode !== null) break;
      if (await this.isListening()) return;
      await sleep(50);
    }
    throw new Error(`PgBouncer did not start: ${await readFile(join(this.folder, 'log'), 'utf8').catch(() => '')}`);
  }

  /** Ends it at once, and with it all connections. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async configure(serverUrl: string): Promise<void> {
    const { hostname, port, password } = new URL(serverUrl);
    const configuration = `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${this.port}
unix_socket_dir =
auth_type = ${password === '' ? 'trust' : 'plain'}
auth_file = ${join(this.folder, 'users.txt')}
pool_mode = ${this.mode}
max_client_conn = 500
default_pool_size = 30
server_login_retry = 1
logfile = ${join(this.folder, 'log')}
`;
    await writeFile(join(this.folder, 'pgbouncer.ini'), configuration, { mode: 0o644 });
  }

  private isListening(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
  }
}
