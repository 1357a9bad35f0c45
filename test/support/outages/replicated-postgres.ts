import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { eventually } from '../service/eventually.js';
import { installedProgram, killWithChildren, unprivilegedAccount, unusedPort } from './server-programs.js';
import { execute } from '../service/test-server.mjs';

const run = promisify(execFile);
const user = 'das';

/** A PostgreSQL of the machine, as primary or as standby of another one. */
export class ReplicatedPostgres {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    readonly port: number,
    private readonly settings: readonly string[],
  ) {}

  /** Whether there is a PostgreSQL with the programs for replication. */
  static isInstalled(): boolean {
    return ['initdb', 'postgres', 'pg_basebackup'].every((name) => installedProgram(name) !== undefined);
  }

  /**
   * Starts a server that standbys can follow.
   * @param settings further settings of the server and of its standbys, such as `synchronous_standby_names=*`
   */
  static async startPrimary(settings: readonly string[] = []): Promise<ReplicatedPostgres> {
    const server = await ReplicatedPostgres.create(settings);
    await server.program('initdb', ['-D', server.data, '-U', user, '--auth=trust', '-E', 'UTF8', '--locale=C']);
    await server.start();
    return server;
  }

  /** Copies this server and starts the copy as its standby. */
  async startStandby(): Promise<ReplicatedPostgres> {
    const standby = await ReplicatedPostgres.create(this.settings);
    await standby.follow(this);
    return standby;
  }

  /** Replaces the files of this server, which is not running, by those of a primary, and starts it as the standby of the primary. */
  async follow(primary: ReplicatedPostgres): Promise<void> {
    await rm(this.data, { recursive: true, force: true });
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', user];
    await this.program('pg_basebackup', ['-D', this.data, ...from, '-R', '-X', 'stream', '--checkpoint=fast']);
    await this.start();
  }

  url(database = 'postgres'): string {
    return `postgresql://${user}@127.0.0.1:${this.port}/${database}`;
  }

  /** Starts the server. While remains of a killed server prevent the start, it is tried again. */
  async start(): Promise<void> {
    const deadline = Date.now() + 30_000;
    for (;;) {
      const child = this.spawnServer();
      this.child = child;
      await eventually(async () => child.exitCode !== null || (await this.answers()), 30_000);
      if (child.exitCode === null) return;
      if (Date.now() > deadline) throw new Error(`PostgreSQL ended at its start with code ${child.exitCode}`);
      await sleep(100);
    }
  }

  /** Makes a standby the primary. */
  async promote(): Promise<void> {
    await this.program('pg_ctl', ['promote', '-w', '-D', this.data]);
  }

  /** Stops replaying what the primary sends, or goes on with it. */
  async setReplay(replay: 'pause' | 'resume'): Promise<void> {
    await execute(this.url(), `select pg_wal_replay_${replay}()`);
  }

  /** Stops the server at once, as a power cut does. */
  async stop(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    // SIGQUIT is PostgreSQL's immediate shutdown.
    child.kill('SIGQUIT');
    await ended;
  }

  /** Kills all processes of the server at once. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    await killWithChildren(child);
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private static async create(settings: readonly string[]): Promise<ReplicatedPostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'replicated-'));
    await chmod(folder, 0o777);
    await mkdir(join(folder, 'home'), { mode: 0o777 });
    return new ReplicatedPostgres(folder, await unusedPort(), settings);
  }

  private get data(): string {
    return join(this.folder, 'data');
  }

  private spawnServer(): ChildProcess {
    const common = ['fsync=off', 'hot_standby=on', 'wal_level=replica', 'max_wal_senders=5', 'max_connections=200'];
    const settings = [...common, ...this.settings].flatMap((each) => ['-c', each]);
    const options = ['-D', this.data, '-p', String(this.port), '-k', this.folder, '-h', '127.0.0.1'];
    return spawn(installedProgram('postgres') ?? '', [...options, ...settings], {
      stdio: 'ignore',
      ...unprivilegedAccount(),
    });
  }

  private async program(name: string, args: readonly string[]): Promise<void> {
    const options = {
      ...unprivilegedAccount(),
      env: { PATH: process.env.PATH ?? '', HOME: join(this.folder, 'home') },
    };
    await run(installedProgram(name) ?? name, [...args], options);
  }

  private async answers(): Promise<boolean> {
    return execute(this.url(), 'select 1').then(
      () => true,
      () => false,
    );
  }
}
