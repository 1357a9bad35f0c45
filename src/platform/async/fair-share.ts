/** What one user of a {@link FairShare} holds for a tenant. */
export interface Holding {
  readonly tenantId: string;
  /** The amount that is held; the share sets it. */
  held: number;
}

interface Waiting {
  readonly holding: Holding;
  readonly more: number;
  readonly admit: () => void;
}

/**
 * Divides something limited among tenants, such as memory or connections. All holdings of one tenant together get at most half of
 * what other tenants do not hold, so that no tenant takes everything. The only holding of a tenant may take whatever is free. Who finds
 * too little free waits, in the order of arrival.
 */
export class FairShare {
  private readonly heldBy = new Map<string, number>();
  private held = 0;
  private readonly waiting = new Set<Waiting>();

  /**
   * Makes a share of which nothing is held.
   * @param capacity what all holdings together may have
   * @param timeoutMs how long a holding waits for more, in milliseconds
   * @param timedOut makes the error for a holding that has waited in vain
   */
  constructor(
    private readonly capacity: number,
    private readonly timeoutMs: number,
    private readonly timedOut: () => Error,
  ) {}

  /** Waits until more is free for a holding, and adds it. @throws the error of `timedOut` */
  async take(holding: Holding, more: number): Promise<void> {
    if (this.hasRoom(holding, more)) {
      this.change(holding, more);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        holding,
        more,
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.waiting.delete(waiting);
        reject(this.timedOut());
      }, this.timeoutMs);
      this.waiting.add(waiting);
    });
  }

  /** Makes a part of a holding free again, and gives it to those who wait. */
  giveBack(holding: Holding, amount: number): void {
    this.change(holding, -amount);
    for (const waiting of this.waiting) {
      if (!this.hasRoom(waiting.holding, waiting.more)) continue;
      this.waiting.delete(waiting);
      this.change(waiting.holding, waiting.more);
      waiting.admit();
    }
  }

  private hasRoom({ tenantId, held }: Holding, more: number): boolean {
    if (this.held + more > this.capacity) return false;
    const own = this.heldBy.get(tenantId) ?? 0;
    const isOnly = own === held;
    return isOnly || own + more <= (this.capacity - (this.held - own)) / 2;
  }

  private change(holding: Holding, more: number): void {
    holding.held += more;
    this.held += more;
    const own = (this.heldBy.get(holding.tenantId) ?? 0) + more;
    if (own === 0) this.heldBy.delete(holding.tenantId);
    else this.heldBy.set(holding.tenantId, own);
  }
}
