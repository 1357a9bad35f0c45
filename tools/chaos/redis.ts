import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { until } from './until.js';

const startTimeoutMs = 30_000;

/** A Redis server that stores nothing in files, so after a kill it starts without data. */
export class ChaosRedis {
  readonly url: string;
  readonly #port: number;
  #child: ChildProcess | undefined;

  private constructor(port: number) {
    this.#port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  /** Whether `redis-server` is on the PATH. */
  static isInstalled(): boolean {
    return spawnSync('redis-server', ['--version']).status === 0;
  }

  static async open(): Promise<ChaosRedis> {
    const redis = new ChaosRedis(await freePort());
    await redis.start();
    return redis;
  }

  /** Starts the server. It has the same port at each start. */
  async start(): Promise<void> {
    const options = ['--port', String(this.#port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.#child = spawn('redis-server', options, { stdio: 'ignore' });
    await once(this.#child, 'spawn');
    await until(() => this.#ask((client) => client.ping()).catch(() => false), startTimeoutMs, 'Redis does not start');
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Deletes all keys. */
  async flush(): Promise<void> {
    await this.#ask((client) => client.flushall());
  }

  async #ask<T>(command: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(this.url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await command(client);
    } finally {
      client.disconnect();
    }
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
}
