import type pg from 'pg';
import type { StatementWatch } from './statements.js';

const countErasures = {
  name: 'erasures',
  text: 'select coalesce(max(erasures), 0)::float8 from installation',
  rowMode: 'array' as const,
};

/**
 * A replica that is read from, unless it lags behind an erasure: it must not serve erased persons. The database
 * counts erasures, each in its own transaction, and returns the count with every booking of credits. A connection to the replica
 * that reads the same count has replayed them; one to another server behind the same name may not have.
 */
export class Replica {
  private counted = 0;
  private readonly replayed = new WeakMap<pg.ClientBase, number>();

  constructor(
    readonly pool: pg.Pool,
    readonly watch: StatementWatch,
    private readonly primary: pg.Pool,
  ) {}

  /** The erasures that this process knows of. Reads that begin from now on have them, too. */
  get erasures(): number {
    return this.counted;
  }

  /** @param erasures the count of the database, from an answer of it */
  note(erasures: number): void {
    this.counted = Math.max(this.counted, erasures);
  }

  /** Reads the count, for requests that book no credits. */
  async refresh(): Promise<void> {
    const { rows } = await this.primary.query<[number]>(countErasures);
    this.note(rows[0]?.[0] ?? 0);
  }

  /** A connection to the replica or, while it lags behind an erasure, to the database itself. */
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
