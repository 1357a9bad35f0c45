// SQL for LISTEN, which needs a session of its own.
import type pg from 'pg';
import { closeSession, newSession } from '../database/sessions.js';
import type { Log } from '../log/log.js';

const channel = 'api_key_changed';
const maxPauseMs = 5_000;

/**
 * Receives the notifications that the database sends when an API key changes, on a session of its own. Each listener is called
 * with the digest of the changed key in hex, or with null if any key may have changed. That is the case when the session is lost,
 * and again when it has been reopened, because notifications may have been missed in between.
 */
export class KeyChanges {
  private readonly listeners: ((digest: string | null) => void)[] = [];
  private client: pg.Client | null = null;
  private retry: NodeJS.Timeout | null = null;
  private isClosed = false;
  private pauseMs = 100;

  constructor(
    private readonly settings: pg.ClientConfig,
    private readonly log: Log,
  ) {}

  onChange(listener: (digest: string | null) => void): void {
    this.listeners.push(listener);
  }

  /** Starts to listen. If it cannot connect, it does not throw, but tries again in the background until it succeeds. */
  async open(): Promise<void> {
    const client = newSession(this.settings, { name: 'keys', connectMs: 5_000, queryMs: 5_000 });
    this.client = client;
    client.on('notification', (message) => {
      this.notify(message.payload === undefined || message.payload === '*' ? null : message.payload);
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
      this.notify(null);
    } catch {
      this.reconnect(client);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.retry !== null) clearTimeout(this.retry);
    const { client } = this;
    this.client = null;
    if (client !== null) await closeSession(client);
  }

  private notify(digest: string | null): void {
    for (const listener of this.listeners) listener(digest);
  }

  private reconnect(lost: pg.Client): void {
    if (this.isClosed || this.client !== lost) return;
    this.client = null;
    this.notify(null);
    this.log.warn(`Lost the session that listens for key changes; reconnecting in ${this.pauseMs} ms`);
    void closeSession(lost);
    this.retry = setTimeout(() => void this.open(), this.pauseMs);
    this.retry.unref();
    this.pauseMs = Math.min(this.pauseMs * 2, maxPauseMs);
  }
}
