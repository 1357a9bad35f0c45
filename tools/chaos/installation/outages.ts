import type { Attempt } from '../clients.js';
import { type Row, table } from '../report.js';
import { until } from '../until.js';

/**
 * An outage is over when, since the killed part works again, clients have got this many answers and started this many runs.
 */
const neededAnswers = { answered: 5, accepted: 1 };
const recoveryTimeoutMs = 180_000;
/**
 * The time after the end of an outage, in milliseconds, in which a failure still counts as caused by the outage. It is longer than the 15
 * s for which a killed process keeps the idempotency key of its request in use.
 */
const aftermathMs = 20_000;

interface Progress {
  readonly answered: number;
  readonly accepted: number;
}

interface Outage {
  readonly label: string;
  readonly begin: number;
  /**
   * `restored` is the time at which the killed part worked again, and `end` the time at which the outage was over. Each of the two is null
   * until then.
   */
  restored: number | null;
  end: number | null;
}

/** Kills parts of an installation one after the other, and measures what clients notice. */
export class Outages {
  readonly discrepancies: string[] = [];
  readonly #outages: Outage[] = [];
  readonly #progress: () => Progress;
  /** Whether the load is over. Clients then get no more answers, so a kill need not wait for any. */
  isOver: () => boolean = () => false;

  /**
   * Prepares the measurement, before anything is killed.
   * @param progress what clients have got so far
   */
  constructor(progress: () => Progress) {
    this.#progress = progress;
  }

  /** Waits until a part works again. */
  async until(look: () => boolean): Promise<void> {
    await until(look, recoveryTimeoutMs, 'A killed part does not work again');
  }

  /** Kills a part, and waits until it works again and clients get answers. @returns false if this takes too long */
  async during(label: string, kill: () => Promise<void>): Promise<boolean> {
    const outage: Outage = { label, begin: Date.now(), restored: null, end: null };
    this.#outages.push(outage);
    try {
      await kill();
      outage.restored = Date.now();
      const before = this.#progress();
      await this.until(() => {
        const { answered, accepted } = this.#progress();
        if (this.isOver()) return true;
        return (
          answered >= before.answered + neededAnswers.answered && accepted >= before.accepted + neededAnswers.accepted
        );
      });
      outage.end = Date.now();
      return true;
    } catch (error) {
      this.discrepancies.push(`After a kill of ${label}: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  }

  /**
   * Lines for the report: for each killed part, the attempts that failed because of its kills, and how long its outages took.
   */
  reportOf(attempts: readonly Attempt<unknown>[], undecided: readonly number[]): string[] {
    const labels = [...new Set(this.#outages.map(({ label }) => label)), 'no part'];
    const counts = new Map(labels.map((label) => [label, { failed: 0, held: 0, cut: 0 }]));
    for (const attempt of attempts) {
      const { status, hasTimedOut } = attempt;
      if (hasTimedOut || (status !== null && !undecided.includes(status))) continue;
      const count = counts.get(this.#causeOf(attempt));
      if (count === undefined) continue;
      if (status === null) count.cut += 1;
      else if (status === 409) count.held += 1;
      else count.failed += 1;
    }
    const rows = labels.map((label): Row => {
      const times = this.#outages.filter((outage) => outage.label === label && outage.restored !== null);
      const seconds = times.map(({ begin, restored }) => ((restored ?? begin) - begin) / 1_000).sort((a, b) => a - b);
      const { failed = 0, held = 0, cut = 0 } = counts.get(label) ?? {};
      const middle = seconds[Math.floor(seconds.length / 2)];
      return [
        `  ${label}`,
        times.length,
        failed,
        cut,
        held,
        middle?.toFixed(1) ?? '–',
        seconds.at(-1)?.toFixed(1) ?? '–',
      ];
    });
    return [
      'Attempts that were sent again, by the part that was killed at the time, and the seconds until it worked again:',
      ...table([['  killed', 'kills', 'failed', 'cut off', 'key in use', 'median', 'longest'], ...rows]),
      ...waitsOf(attempts, undecided),
    ];
  }

  #causeOf({ sentAt, endedAt }: Attempt<unknown>): string {
    const at = endedAt ?? Date.now();
    const latest = this.#outages.findLast(({ begin }) => begin <= at);
    if (latest === undefined || (latest.end ?? Infinity) + aftermathMs < sentAt) return 'no part';
    return latest.label;
  }
}

/** How long requests took from their first attempt to the answer that decided them. */
function waitsOf(attempts: readonly Attempt<unknown>[], undecided: readonly number[]): string[] {
  const waits = new Map<string, { first: number; last: number | null; attempts: number }>();
  for (const { requestId, sentAt, endedAt, status } of attempts) {
    const wait = waits.get(requestId) ?? { first: sentAt, last: null, attempts: 0 };
    waits.set(requestId, wait);
    wait.attempts += 1;
    if (status !== null && !undecided.includes(status)) wait.last ??= endedAt;
  }
  const all = [...waits.values()];
  const milliseconds = all.flatMap(({ first, last }) => (last === null ? [] : [last - first])).sort((a, b) => a - b);
  const at = (share: number): number => milliseconds[Math.floor(share * (milliseconds.length - 1))] ?? 0;
  return [
    'Requests until their answer:',
    ...table([
      ['  answered at the first attempt', all.filter((wait) => wait.last !== null && wait.attempts === 1).length],
      ['  answered at a later one', all.filter((wait) => wait.last !== null && wait.attempts > 1).length],
      ['  never answered', all.filter(({ last }) => last === null).length],
      ['  median in ms', at(0.5)],
      ['  99 % within ms', at(0.99)],
      ['  longest in ms', at(1)],
    ]),
  ];
}
