/** Whatever has arrived at this process by now is then submitted too, so that it can ride along. */
function restOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Not worth a second batch. */
const few = 16;

interface Rider<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Turns the calls of many into few. An item sets out at once when nothing is under way; whatever arrives meanwhile travels
 * together when that has come back, in the order of arrival. So nobody waits for a timer, and the busier it gets the larger
 * the batches are. Of many, half stay behind for the batch after: if all travelled together, all would be answered together
 * and ask again together, and this process would have nothing to do whenever they are under way.
 */
export class Batcher<Item, Answer> {
  private waiting: Rider<Item, Answer>[] = [];
  private isUnderWay = false;

  /**
   * @param carry answers a batch, one answer for each item, in their order; where it fails, all of the batch fail as it does
   * @param most items of a batch
   */
  constructor(
    private readonly carry: (items: readonly Item[]) => Promise<readonly Answer[]>,
    private readonly most: number,
  ) {}

  submit(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.isUnderWay) void this.travel();
    });
  }

  private async travel(): Promise<void> {
    this.isUnderWay = true;
    for (let isFirst = true; this.waiting.length > 0; isFirst = false) {
      if (!isFirst) await restOfTurn();
      const riders = this.waiting.splice(0, this.nextLoad());
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
    this.isUnderWay = false;
  }

  private nextLoad(): number {
    return Math.min(this.most, Math.max(few, Math.ceil(this.waiting.length / 2)));
  }
}
