import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../service/eventually.js';
import { installedProgram, unprivilegedAccount, unusedPort } from './server-programs.js';
import { execute } from '../service/test-server.mjs';

const run = promisify(execFile);
const user = 'das';

/** A PostgreSQL of the machine, as primary or as standby of another one. */
export class ReplicatedPostgres {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    readonly port: number,
  ) {}

  /** Whether there is a PostgreSQL with the programs for replication. */
  static isInstalled(): boolean {
    return ['initdb', 'postgres', 'pg_basebackup'].every((name) => installedProgram(name) !== undefined);
  }

  static async startPrimary(): Promise<ReplicatedPostgres> {
    const server = await ReplicatedPostgres.create();
    await server.program('initdb', ['-D', server.data, '-U', user, '--auth=trust', '-E', 'UTF8', '--locale=C']);
    await server.start();
    return server;
  }

  /** Copies this server and starts the copy as its standby. */
  async startStandby(): Promise<ReplicatedPostgres> {
    const standby = await ReplicatedPostgres.create();
    const from = ['-h', '127.0.0.1', '-p', String(this.port), '-U', user];
    await standby.program('pg_basebackup', ['-D', standby.data, ...from, '-R', '-X', 'stream', '--checkpoint=fast']);
    await standby.start();
    return standby;
  }

  url(database = 'postgres'): string {
    return `postgresql://${user}@127.0.0.1:${this.port}/${database}`;
  }

  async start(): Promise<void> {
    const settings = ['fsync=off', 'hot_standby=on', 'wal_level=replica', 'max_wal_senders=5', 'max_connections=200'];
    const options = ['-D', this.data, '-p', String(this.port), '-k', this.folder, '-h', '127.0.0.1'];
    this.child = spawn(installedProgram('postgres') ?? '', [...options, ...settings.flatMap((each) => ['-c', each])], {
      stdio: 'ignore',
      ...unprivilegedAccount(),
    });
    await eventually(() => this.answers(), 30_000);
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

  async close(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private static async create(): Promise<ReplicatedPostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'replicated-'));
    await chmod(folder, 0o777);
    await mkdir(join(folder, 'home'), { mode: 0o777 });
    return new ReplicatedPostgres(folder, await unusedPort());
  }

  private get data(): string {
    return join(this.folder, 'data');
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
