import type { PoolClient } from 'pg';
import { FairShare, type Holding } from '../async/fair-share.js';
import { DomainError } from '../errors/domain-error.js';
import { type Connections, Statements } from './statements.js';

/** How many seconds a client is told to wait whose tenant has used its share of the connections. */
const retryAfterSeconds = 5;

/**
 * Limits the connections of a pool that a tenant holds, to half of those that other tenants do not hold. So the long statements of one
 * tenant leave connections for the others. A statement takes part of the tenant's share first, and then one connection. It never needs a
 * second one, so two statements cannot wait for each other.
 */
export class TenantConnections {
  private readonly share: FairShare;

  /**
   * Makes the shares of a pool.
   * @param capacity the number of connections of the pool
   * @param timeoutMs how long a statement waits for its share, in milliseconds
   */
  constructor(
    private readonly pool: Connections,
    capacity: number,
    timeoutMs: number,
  ) {
    const timedOut = (): Error =>
      new DomainError('SERVICE_BUSY', undefined, { 'Retry-After': String(retryAfterSeconds) });
    this.share = new FairShare(capacity, timeoutMs, timedOut);
  }

  /**
   * The connections of one tenant. To connect can fail with the errors of the pool.
   * @throws DomainError SERVICE_BUSY if the share of the tenant is in use for too long
   */
  of(tenantId: string): Statements {
    return new Statements(async () => {
      const holding: Holding = { tenantId, held: 0 };
      await this.share.take(holding, 1);
      try {
        return this.returning(await this.pool.connect(), holding);
      } catch (error) {
        this.share.giveBack(holding, 1);
        throw error;
      }
    });
  }

  /** Makes the release of a connection give back the share, too. The pool sets `release` again each time it gives a connection out. */
  private returning(client: PoolClient, holding: Holding): PoolClient {
    const release = client.release.bind(client);
    client.release = (failure) => {
      client.release = release;
      this.share.giveBack(holding, 1);
      release(failure);
    };
    return client;
  }
}
