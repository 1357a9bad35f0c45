/**
 * Waits for the rest of this turn of the event loop. Calls whose data has already reached this process then join the
 * next batch.
 */
function restOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * The maximum number of waiting items that are always sent in one batch. If more items are waiting, half of them are left for
 * the next batch.
 */
const minBatch = 16;

/** Maximum number of overdue batches at a time. It is bounded because each may hold a connection. */
const maxOverdue = 3;

/** Times in milliseconds. */
interface Timeouts {
  /** The time after which a batch without an answer is overdue. The next batch is then sent without waiting for it. */
  readonly batch: number;
  /** The time after which an item that still waits to be sent is rejected. */
  readonly item: number;
}

const defaultTimeouts: Timeouts = { batch: 1_000, item: 5_000 };

interface Pending<Item, Answer> {
  readonly item: Item;
  readonly since: number;
  readonly refusal: (() => Error | null) | undefined;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Combines many calls into few, for example the charges of many requests into one statement. An item is sent at once when no batch
 * is under way. Items that arrive meanwhile form the next batch, in the order of arrival. So no call waits for a timer, and batches
 * grow with the load.
 *
 * Of many waiting items only half are sent; the others wait for the batch after that. If all were sent together, all would be
 * answered together, and this process would be idle while they are under way.
 *
 * A batch may get no answer for a while, for example when its connection is lost or when it waits for a lock. Then the next batch
 * is sent without waiting for it.
 */
export class Batcher<Item, Answer> {
  private waiting: Pending<Item, Answer>[] = [];
  /** Whether new items have to wait because a batch is under way. Overdue batches do not count. */
  private isUnderWay = false;
  private overdue = 0;

  /**
   * Makes a batcher without waiting items.
   * @param send sends a batch and returns one answer for each item, in the order of the items; its error rejects all items of the batch
   * @param maxItems the maximum number of items in a batch
   */
  constructor(
    private readonly send: (items: readonly Item[]) => Promise<readonly Answer[]>,
    private readonly maxItems: number,
    private readonly timeouts: Timeouts = defaultTimeouts,
  ) {}

  /**
   * Sends an item with the next batch, and resolves to its answer.
   * @param refusal called right before the item is sent; if it returns an error, the item is rejected with it and not sent
   */
  submit(item: Item, refusal?: () => Error | null): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, since: performance.now(), refusal, resolve, reject });
      if (!this.isUnderWay) void this.flush();
    });
  }

  private async flush(): Promise<void> {
    this.isUnderWay = true;
    for (let isFirst = true; this.waiting.length > 0; isFirst = false) {
      if (!isFirst) await restOfTurn();
      const batch = this.waiting.splice(0, this.nextSize()).filter(isToBeSent);
      if (batch.length > 0 && !(await this.isAnsweredInTime(batch))) return;
    }
    this.isUnderWay = false;
  }

  /** Sends a batch and waits for its answers. @returns false if the batch became overdue meanwhile */
  private async isAnsweredInTime(batch: readonly Pending<Item, Answer>[]): Promise<boolean> {
    let state = 'under way' as 'under way' | 'overdue' | 'answered';
    const checkTime = (): void => {
      this.rejectLate();
      if (state !== 'under way' || this.overdue >= maxOverdue) return;
      state = 'overdue';
      this.overdue += 1;
      this.isUnderWay = false;
      if (this.waiting.length > 0) void this.flush();
    };
    // If this process was busy, the answer may be waiting in the socket. Node reads sockets before it runs a `setImmediate` callback.
    const timer = setInterval(() => setImmediate(checkTime), this.timeouts.batch);
    await this.deliver(batch);
    clearInterval(timer);
    const wasOverdue = state === 'overdue';
    if (wasOverdue) this.overdue -= 1;
    state = 'answered';
    return !wasOverdue;
  }

  private async deliver(batch: readonly Pending<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.send(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index];
        if (answer === undefined) reject(new Error('The answer to the batch has no entry for this item'));
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  private rejectLate(): void {
    const latest = performance.now() - this.timeouts.item;
    while (this.waiting[0] !== undefined && this.waiting[0].since < latest) {
      this.waiting.shift()?.reject(new Error('The call waited too long for the batches before it, and was not sent'));
    }
  }

  private nextSize(): number {
    return Math.min(this.maxItems, Math.max(minBatch, Math.ceil(this.waiting.length / 2)));
  }
}

function isToBeSent({ refusal, reject }: Pending<unknown, never>): boolean {
  const error = refusal?.() ?? null;
  if (error !== null) reject(error);
  return error === null;
}
