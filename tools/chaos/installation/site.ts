import { Redis } from 'ioredis';
import pg from 'pg';
import { RedisServer } from '../../../src/platform/throttling/redis-server.fixture.js';
import { freePort } from '../../../test/support/http/http.js';
import { Nginx } from '../../../test/support/outages/nginx.js';
import { PgBouncer } from '../../../test/support/outages/pgbouncer.js';
import { ReplicatedPostgres } from '../../../test/support/outages/replicated-postgres.js';
import type { Ground } from '../harness.js';
import { type Queryable, queryAt } from '../postgres.js';
import { until } from '../until.js';

const database = 'service';
/** How long a server may take until it works again after a kill, in milliseconds. */
const recoveryTimeoutMs = 120_000;

/** The servers of an installation: PostgreSQL with a standby, PgBouncer, Redis with a replica and a sentinel. */
export interface Site extends Ground {
  readonly postgres: Queryable;
  readonly servers: Servers;
}

/** Whether all programs of an installation are on this machine. */
export function isSiteInstalled(): boolean {
  return [Nginx, PgBouncer, RedisServer, ReplicatedPostgres].every((program) => program.isInstalled());
}

export async function openSite(ground: Ground): Promise<Site> {
  const servers = await Servers.start(ground);
  return { ...ground, servers, postgres: { query: (sql, values) => servers.query(sql, values) } };
}

/** The servers on which the processes of the service depend. Each can be killed, and works again afterwards. */
class Servers {
  private constructor(
    private primary: ReplicatedPostgres,
    private standby: ReplicatedPostgres,
    private readonly pooler: PgBouncer,
    private readonly redis: readonly [RedisServer, RedisServer],
    private readonly sentinel: RedisServer,
  ) {}

  static async start({ folder, own }: Ground): Promise<Servers> {
    // A charge is answered only after the standby has stored it, so that no charge is lost when the standby becomes the primary.
    const primary = await ReplicatedPostgres.startPrimary(['synchronous_standby_names=*', 'wal_keep_size=512MB']);
    own(() => primary.close());
    const standby = await primary.startStandby();
    own(() => standby.close());
    const session = new pg.Client(primary.url());
    await session.connect();
    await session.query(`create database ${database}`);
    await session.end();
    const pooler = await PgBouncer.start(primary.url(), 'transaction');
    own(() => pooler.close());
    const master = await RedisServer.start();
    own(() => master.kill());
    const { hostname, port } = new URL(master.url);
    const replica = await RedisServer.start(['--replicaof', hostname, port]);
    own(() => replica.kill());
    const sentinel = await RedisServer.startSentinel(folder, master);
    own(() => sentinel.kill());
    return new Servers(primary, standby, pooler, [master, replica], sentinel);
  }

  /** The URL of the server that is the primary at the moment. Connections to it do not pass through PgBouncer. */
  get primaryUrl(): string {
    return this.primary.url(database);
  }

  /**
   * The settings by which processes reach the servers. They stay the same after a failover.
   * @param name the name of the process in PostgreSQL
   */
  settingsFor(name: string): Record<string, string> {
    const hosts = [this.primary, this.standby].map(({ port }) => `127.0.0.1:${port}`);
    const named = (url: string): string => `${url}?application_name=${name}`;
    return {
      DATABASE_URL: named(this.pooler.urlOf(this.primaryUrl)),
      DATABASE_DIRECT_URL: named(`postgresql://das@${hosts.join()}/${database}`),
      DATABASE_READ_URL: named(`postgresql://das@${hosts.toReversed().join()}/${database}`),
      DATABASE_PREPARED: 'off',
      REDIS_URL: `redis+sentinel://127.0.0.1:${new URL(this.sentinel.url).port}/das-master`,
    };
  }

  /** Runs a statement on the primary, in a separate session. */
  query<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return queryAt(this.primaryUrl, sql, values);
  }

  async killPrimary(): Promise<void> {
    await this.primary.kill();
    await this.primary.start();
    await this.waitForReplication();
  }

  async killStandby(): Promise<void> {
    await this.standby.kill();
    await this.standby.start();
    await this.waitForReplication();
  }

  /**
   * Kills the primary and makes the standby the new primary. The killed server then starts again as the standby of the new primary.
   */
  async failOver(): Promise<void> {
    const lost = this.primary;
    await lost.kill();
    await this.standby.promote();
    await this.pooler.lead(this.standby.url());
    this.primary = this.standby;
    this.standby = lost;
    await lost.follow(this.primary);
    await this.waitForReplication();
  }

  async killPooler(): Promise<void> {
    await this.pooler.kill();
    await this.pooler.restart();
  }

  /** Kills the Redis master, which takes all writes. The sentinel then makes the replica the new master. */
  async killRedisMaster(): Promise<void> {
    const master = await this.redisMaster();
    await master.kill();
    await until(async () => (await this.redisMaster()) !== master, recoveryTimeoutMs, 'Redis has no new master');
    await master.restart();
    await this.waitForRedis();
  }

  async killRedisReplica(): Promise<void> {
    const master = await this.redisMaster();
    const [one, other] = this.redis;
    const replica = one === master ? other : one;
    await replica.kill();
    await replica.restart();
    await this.waitForRedis();
  }

  async killSentinel(): Promise<void> {
    await this.sentinel.kill();
    await this.sentinel.restart();
    await this.waitForRedis();
  }

  private async waitForReplication(): Promise<void> {
    const isStreaming = async (): Promise<boolean> => {
      const sql = `select from pg_stat_replication where state = 'streaming' and sync_state = 'sync'`;
      return (await this.query(sql).catch(() => [])).length > 0;
    };
    await until(isStreaming, recoveryTimeoutMs, 'The standby of PostgreSQL does not follow the primary');
  }

  private async waitForRedis(): Promise<void> {
    const isReplicating = async (): Promise<boolean> => {
      const states = await Promise.all(this.redis.map((server) => ask(server, 'info', 'replication')));
      const master = await this.redisMaster();
      return states.every((state, place) =>
        this.redis[place] === master
          ? String(state).includes('role:master')
          : String(state).includes('master_link_status:up'),
      );
    };
    await until(isReplicating, recoveryTimeoutMs, 'The replica of Redis does not follow the master');
  }

  /** The Redis that the sentinel names. */
  private async redisMaster(): Promise<RedisServer> {
    const address = await until(
      async () => (await ask(this.sentinel, 'sentinel', 'get-master-addr-by-name', 'das-master')) as string[] | null,
      recoveryTimeoutMs,
      'The sentinel does not answer',
    );
    const [one, other] = this.redis;
    return new URL(one.url).port === address[1] ? one : other;
  }
}

/** Sends a command to a Redis or a sentinel. @returns the answer; null if there is none */
async function ask({ url }: RedisServer, command: string, ...args: string[]): Promise<unknown> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.call(command, ...args);
  } catch {
    return null;
  } finally {
    client.disconnect();
  }
}

/** Starts nginx in front of the service processes, as `deploy/nginx.conf` describes it. */
export async function openProxy({ own }: Ground, ports: readonly [number, number]): Promise<Nginx> {
  const nginx = await Nginx.start(ports);
  own(() => nginx.stop());
  return nginx;
}

/** Two ports for the service processes, which keep them over restarts. */
export async function servicePorts(): Promise<[number, number]> {
  return [await freePort(), await freePort()];
}
