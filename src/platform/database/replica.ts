import type pg from 'pg';
import type { StatementWatch } from './statements.js';

const countErasures = {
  name: 'erasures',
  text: 'select coalesce(max(erasures), 0)::float8 from installation',
  rowMode: 'array' as const,
};

/**
 * A read replica. It is not used while it lags behind the erasure of a person, because an erased person must not be served.
 *
 * The primary database counts erasures: each erasure increments the count in its own transaction. Every statement that charges or
 * reserves credits returns the count, so this process learns of new erasures. Before a connection to the replica is used, the
 * count is read on it. If the count is at least as high as the one that this process knows, the replica has those erasures, too.
 * Each connection is checked separately, because several replicas may be behind one host name.
 */
export class Replica {
  private counted = 0;
  private readonly replayed = new WeakMap<pg.ClientBase, number>();

  constructor(
    readonly watch: StatementWatch,
    private readonly primary: pg.Pool,
  ) {}

  get pool(): pg.Pool {
    return this.watch.pool;
  }

  /**
   * The number of erasures that this process knows of. A read that begins now must not return the persons that these erasures
   * removed.
   */
  get erasures(): number {
    return this.counted;
  }

  /** Remembers the number of erasures that a statement on the primary database has returned. */
  note(erasures: number): void {
    this.counted = Math.max(this.counted, erasures);
  }

  /**
   * Reads the number of erasures from the primary database. A request that charges credits gets this number with the charge. A
   * request that charges nothing must call this method.
   */
  async refresh(): Promise<void> {
    const { rows } = await this.primary.query<[number]>(countErasures);
    this.note(rows[0]?.[0] ?? 0);
  }

  /**
   * How many bytes of changes the replica has not replayed yet; null if the server is not a replica of this primary database.
   * @throws the errors of both databases
   */
  async lagBytes(): Promise<number | null> {
    const { rows } = await this.primary.query<{ position: string }>('select pg_current_wal_lsn()::text as position');
    const behind = await this.pool.query<{ bytes: number | null }>(
      'select pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn())::float8 as bytes',
      [rows[0]?.position],
    );
    const bytes = behind.rows[0]?.bytes ?? null;
    return bytes === null ? null : Math.max(0, bytes);
  }

  /**
   * Opens a connection to the replica. While the replica lags behind an erasure, the connection leads to the primary database
   * instead.
   */
  async connect(): Promise<pg.PoolClient> {
    const { counted } = this;
    const client = await this.pool.connect();
    if (await this.hasReplayed(client, counted)) return client;
    client.release();
    return this.primary.connect();
  }

  private async hasReplayed(client: pg.PoolClient, erasures: number): Promise<boolean> {
    if ((this.replayed.get(client) ?? 0) >= erasures) return true;
    try {
      const { rows } = await client.query<[number]>(countErasures);
      const replayed = rows[0]?.[0] ?? 0;
      this.replayed.set(client, replayed);
      return replayed >= erasures;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
