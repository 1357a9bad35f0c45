import type pg from 'pg';
import type { StatementWatch } from './statements.js';

const countErasures = {
  name: 'erasures',
  text: 'select coalesce(max(erasures), 0)::float8 from installation',
  rowMode: 'array' as const,
};

/**
 * A read replica, which is not used while it lags behind an erasure, because an erased person must not be served.
 *
 * The primary database counts erasures: each erasure increments the count in its own transaction. Every statement that books credits
 * returns the count, so this process learns of new erasures. A connection to the replica is used if it reads a count at least as
 * high, because it has then replayed these erasures. Each connection is checked by itself, since several replicas may have one name.
 */
export class Replica {
  private counted = 0;
  private readonly replayed = new WeakMap<pg.ClientBase, number>();

  constructor(
    readonly pool: pg.Pool,
    readonly watch: StatementWatch,
    private readonly primary: pg.Pool,
  ) {}

  /** The number of erasures that this process knows of. Reads that begin now take them into account. */
  get erasures(): number {
    return this.counted;
  }

  /** Learns the number of erasures from an answer of the primary database. */
  note(erasures: number): void {
    this.counted = Math.max(this.counted, erasures);
  }

  /**
   * Reads the number of erasures from the primary database. A request that books no credits needs this, because other
   * requests learn the number with their booking.
   */
  async refresh(): Promise<void> {
    const { rows } = await this.primary.query<[number]>(countErasures);
    this.note(rows[0]?.[0] ?? 0);
  }

  /**
   * How many bytes of changes the replica has not replayed yet; null if the other server is no replica of this primary database.
   * @throws errors of either database
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

  /** A connection to the replica or, while the replica lags behind an erasure, to the primary database. */
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
