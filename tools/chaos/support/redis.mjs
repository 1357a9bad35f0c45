import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { until } from './until.mjs';

const START_MS = 30_000;

/** A Redis server that keeps nothing on disk: killed, it comes back empty. */
export class OwnRedis {
  #port;
  #child;

  /** Whether there is a `redis-server` to start. */
  static isInstalled() {
    return spawnSync('redis-server', ['--version']).status === 0;
  }

  get url() {
    return `redis://127.0.0.1:${this.#port}`;
  }

  /** Starts the server, after a kill where it was. */
  async start() {
    this.#port ??= await freePort();
    const options = ['--port', String(this.#port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.#child = spawn('redis-server', options, { stdio: 'ignore' });
    await once(this.#child, 'spawn');
    await until(() => this.#ask((client) => client.ping()).catch(() => false), START_MS, 'Redis does not start');
  }

  async kill() {
    if (this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }

  /** Has it forget everything. */
  flush() {
    return this.#ask((client) => client.flushall());
  }

  async #ask(question) {
    const client = new Redis(this.url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await question(client);
    } finally {
      client.disconnect();
    }
  }
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}
