/**
 * Waits until the event loop has handled the data that has already arrived from the network. Calls that this data causes then
 * join the next batch.
 */
function restOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Up to this many waiting items are all sent in one batch. If more items are waiting, only half of them are sent, but at least
 * this many.
 */
const minBatch = 16;

/** Maximum number of overdue batches at the same time. It is bounded because each may hold a connection of the pool. */
const maxOverdue = 3;

/** Times in milliseconds. */
interface Timeouts {
  /**
   * The time after which a batch without an answer counts as overdue. The next batch is then sent without waiting for the overdue
   * one.
   */
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
 * Combines many calls into few, for example the charges of many requests into one SQL statement. If no batch is under way, an
 * item is sent at once. Items that arrive while a batch is under way form the next batch, in the order of arrival. So no call
 * waits for a timer, and batches grow with the load.
 *
 * If more than 16 items are waiting, only half of them are sent, and the others go into the batch after that. If all were sent
 * together, all callers would get their answers together, and this process would have nothing to do until then.
 *
 * A batch may get no answer for a while, for example because its connection is lost or because it waits for a lock. After a
 * second the next batch is sent without waiting for it, unless three earlier batches have no answer either.
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
   * Sends an item with the next batch, and resolves to the answer for this item.
   * @param refusal is called right before the item is sent; if it returns an error, the item is not sent, and the call fails with
   * this error
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

  /**
   * Sends a batch and waits for its answers.
   * @returns false if the batch became overdue before its answers arrived
   */
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
    // `setImmediate` lets Node read its sockets first: if this process was busy, the answer may already be waiting in one of
    // them.
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
