/** Calls that have arrived at this process by now are submitted first, so that they join the batch. */
function restOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A batch is not divided below this number of items. */
const minBatch = 16;

/** Maximum of overdue batches at a time; each may hold a connection. */
const maxOverdue = 3;

/** Times in milliseconds. */
interface Timeouts {
  /** A batch without an answer for this long is overdue. */
  readonly batch: number;
  /** An item that was not sent after this long is rejected. */
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
 * Turns many calls into few. An item is sent at once when no batch is under way; items that arrive meanwhile form the next
 * batch, in the order of arrival. So no call waits for a timer, and batches grow with the load. Of many items, half are kept
 * for the batch after: if all were sent together, all would be answered together, and this process would be idle while they
 * are under way.
 *
 * A batch whose answer is overdue, on a silent connection or behind a lock, does not hold up the next one.
 */
export class Batcher<Item, Answer> {
  private waiting: Pending<Item, Answer>[] = [];
  /** Whether items that arrive have to wait for a batch; an overdue batch does not count. */
  private isUnderWay = false;
  private overdue = 0;

  /**
   * @param send answers a batch, one answer for each item, in their order; its error rejects all items of the batch
   * @param maxItems the maximum number of items in a batch
   */
  constructor(
    private readonly send: (items: readonly Item[]) => Promise<readonly Answer[]>,
    private readonly maxItems: number,
    private readonly timeouts: Timeouts = defaultTimeouts,
  ) {}

  /** @param refusal asked right before the item is sent; an error rejects the item, which is then not sent */
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

  /** Sends a batch. @returns false when it was overdue meanwhile */
  private async isAnsweredInTime(batch: readonly Pending<Item, Answer>[]): Promise<boolean> {
    let state = 'under way' as 'under way' | 'overdue' | 'answered';
    const look = (): void => {
      this.rejectLate();
      if (state !== 'under way' || this.overdue >= maxOverdue) return;
      state = 'overdue';
      this.overdue += 1;
      this.isUnderWay = false;
      if (this.waiting.length > 0) void this.flush();
    };
    // In a process that was busy all the time the answer may wait on the socket, which is read before this callback.
    const timer = setInterval(() => setImmediate(look), this.timeouts.batch);
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
        if (answer === undefined) reject(new Error('a batch came back without an answer'));
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  private rejectLate(): void {
    const latest = performance.now() - this.timeouts.item;
    while (this.waiting[0] !== undefined && this.waiting[0].since < latest) {
      this.waiting.shift()?.reject(new Error('It waited too long for the batches before it'));
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
