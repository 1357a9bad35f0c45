// SQL for LISTEN, in a session of its own.
import pg from 'pg';
import type { Log } from '../log/log.js';

const channel = 'api_key_changed';
const longestPauseMs = 5_000;

/**
 * Hears from the database which keys have changed (a digest in hex) or that any may have (null). It holds a session of
 * its own; whenever that is lost, everything that was remembered counts as changed, and it connects again.
 */
export class KeyChanges {
  private readonly listeners: ((digest: string | null) => void)[] = [];
  private client: pg.Client | null = null;
  private retry: NodeJS.Timeout | null = null;
  private isClosed = false;
  private pauseMs = 100;

  constructor(
    private readonly databaseUrl: string,
    private readonly log: Log,
  ) {}

  onChange(listener: (digest: string | null) => void): void {
    this.listeners.push(listener);
  }

  /** Begins to listen; a first failure is retried in the background like any later one. */
  async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.databaseUrl,
      application_name: 'data-access-service keys',
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    this.client = client;
    client.on('notification', (message) => {
      this.announce(message.payload === undefined || message.payload === '*' ? null : message.payload);
    });
    client.on('error', () => {
      this.reconnect(client);
    });
    client.on('end', () => {
      this.reconnect(client);
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      this.pauseMs = 100;
      this.announce(null);
    } catch {
      this.reconnect(client);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.retry !== null) clearTimeout(this.retry);
    const { client } = this;
    this.client = null;
    await client?.end().catch(() => undefined);
  }

  private announce(digest: string | null): void {
    for (const listener of this.listeners) listener(digest);
  }

  private reconnect(lost: pg.Client): void {
    if (this.isClosed || this.client !== lost) return;
    this.client = null;
    this.announce(null);
    this.log.warn(`Lost the session that hears of key changes; trying again in ${this.pauseMs} ms`);
    void lost.end().catch(() => undefined);
    this.retry = setTimeout(() => void this.open(), this.pauseMs);
    this.retry.unref();
    this.pauseMs = Math.min(this.pauseMs * 2, longestPauseMs);
  }
}
