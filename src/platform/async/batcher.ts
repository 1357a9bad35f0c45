/** Whatever has arrived at this process by now is then submitted too, so that it can ride along. */
function restOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Not worth a second batch. */
const few = 16;

/** So many batches may be overdue at a time, each of which may hold a connection. */
const mostOverdue = 3;

/** Times in milliseconds. */
interface Patience {
  /** After so long without an answer a batch holds up the next one no more. */
  readonly batch: number;
  /** An item that has not set out after this long is turned away. */
  readonly item: number;
}

const usualPatience: Patience = { batch: 1_000, item: 5_000 };

interface Rider<Item, Answer> {
  readonly item: Item;
  readonly since: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Turns the calls of many into few. An item sets out at once when nothing is under way; whatever arrives meanwhile travels
 * together when that has come back, in the order of arrival. So nobody waits for a timer, and the busier it gets the larger
 * the batches are. Of many, half stay behind for the batch after: if all travelled together, all would be answered together
 * and ask again together, and this process would have nothing to do whenever they are under way.
 *
 * A batch whose answer is overdue, on a connection that has gone silent or behind a lock, is left behind: the next sets out
 * without it.
 */
export class Batcher<Item, Answer> {
  private waiting: Rider<Item, Answer>[] = [];
  /** Whether what arrives waits for a batch; one that is overdue does not count. */
  private isUnderWay = false;
  private overdue = 0;

  /**
   * @param carry answers a batch, one answer for each item, in their order; where it fails, all of the batch fail as it does
   * @param most items of a batch
   */
  constructor(
    private readonly carry: (items: readonly Item[]) => Promise<readonly Answer[]>,
    private readonly most: number,
    private readonly patience: Patience = usualPatience,
  ) {}

  submit(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, since: performance.now(), resolve, reject });
      if (!this.isUnderWay) void this.travel();
    });
  }

  private async travel(): Promise<void> {
    this.isUnderWay = true;
    for (let isFirst = true; this.waiting.length > 0; isFirst = false) {
      if (!isFirst) await restOfTurn();
      const riders = this.waiting.splice(0, this.nextLoad());
      if (riders.length > 0 && !(await this.isBackInTime(riders))) return;
    }
    this.isUnderWay = false;
  }

  /** Delivers a batch. @returns false when it was left behind meanwhile */
  private async isBackInTime(riders: readonly Rider<Item, Answer>[]): Promise<boolean> {
    let state = 'under way' as 'under way' | 'left behind' | 'back';
    const look = (): void => {
      this.turnAwayLate();
      if (state !== 'under way' || this.overdue >= mostOverdue) return;
      state = 'left behind';
      this.overdue += 1;
      this.isUnderWay = false;
      if (this.waiting.length > 0) void this.travel();
    };
    // When this process was busy for that long, the answer waits on the socket, which is read before this.
    const timer = setInterval(() => setImmediate(look), this.patience.batch);
    await this.deliver(riders);
    clearInterval(timer);
    const isLeftBehind = state === 'left behind';
    if (isLeftBehind) this.overdue -= 1;
    state = 'back';
    return !isLeftBehind;
  }

  private async deliver(riders: readonly Rider<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.carry(riders.map(({ item }) => item));
      for (const [index, { resolve, reject }] of riders.entries()) {
        const answer = answers[index];
        if (answer === undefined) reject(new Error('a batch came back without an answer'));
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of riders) reject(error);
    }
  }

  private turnAwayLate(): void {
    const latest = performance.now() - this.patience.item;
    while (this.waiting[0] !== undefined && this.waiting[0].since < latest) {
      this.waiting.shift()?.reject(new Error('It waited too long for the batches before it'));
    }
  }

  private nextLoad(): number {
    return Math.min(this.most, Math.max(few, Math.ceil(this.waiting.length / 2)));
  }
}
