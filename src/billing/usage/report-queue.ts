import pLimit, { type LimitFunction } from 'p-limit';
import { DomainError } from '../../platform/errors/domain-error.js';

/** The value of `Retry-After`, in seconds. After this time the report that runs now has probably ended. */
const retryAfterSeconds = 5;

/**
 * Runs the usage reports of each tenant one at a time. A report on a long ledger takes seconds. If a tenant could run many reports
 * at once, they could use all database connections and block other tenants.
 */
export class ReportQueue {
  private readonly tenants = new Map<string, LimitFunction>();

  /**
   * Makes an empty queue.
   * @param timeoutMs how long a report may wait for the other reports of its tenant, in milliseconds
   */
  constructor(private readonly timeoutMs = 5_000) {}

  /**
   * Runs a report as soon as the earlier reports of the tenant have ended.
   * @throws DomainError SERVICE_BUSY when the report had to wait for too long
   */
  async run<T>(tenantId: string, read: () => Promise<T>): Promise<T> {
    const queue = this.tenants.get(tenantId) ?? pLimit(1);
    this.tenants.set(tenantId, queue);
    const deadline = performance.now() + this.timeoutMs;
    try {
      return await queue(() => {
        if (performance.now() <= deadline) return read();
        throw new DomainError('SERVICE_BUSY', undefined, { 'Retry-After': String(retryAfterSeconds) });
      });
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) this.tenants.delete(tenantId);
    }
  }
}
