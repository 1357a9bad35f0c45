import type { ReasoningFacts } from '../assessment/candidate.js';
import { ModelFailure } from './model-failure.js';
import { ModelPatience } from './model-patience.js';
import type { Reasoning } from './reasoning.js';
import type { ReasoningWriter } from './reasoning-writer.js';

/** How many prospects each writer wrote about; the members are those of a run's metadata. */
export interface ReasoningCounts {
  readonly model: number;
  /** Also those about whom the model failed, or was not asked any more. */
  readonly built_in: number;
  /** About how many the model was asked in vain. */
  readonly failed: number;
}

/** What was written about the prospects of a run. */
export interface ReasoningOutcome {
  /** In the order of the facts. */
  readonly reasonings: readonly Reasoning[];
  readonly counts: ReasoningCounts;
}

/** The writing of one run: the model is asked about each prospect, and where it fails the fallback writes. */
export class FallbackWriting {
  private readonly patience = new ModelPatience();
  private failed = 0;

  /**
   * @param model null where there is none
   * @param fallback must not fail
   * @param complain hears why the model failed, in a line without anything of prompt or profile
   */
  constructor(
    private readonly model: ReasoningWriter | null,
    private readonly fallback: ReasoningWriter,
    private readonly complain: (message: string) => void,
  ) {}

  /**
   * @param lanes about how many prospects at a time
   * @throws the signal's reason when it aborts
   */
  async writeAll(facts: readonly ReasoningFacts[], lanes: number, signal: AbortSignal): Promise<ReasoningOutcome> {
    const reasonings: Reasoning[] = [];
    const queue = facts.entries();
    const lane = async () => {
      // Lanes share the iterator, so that each prospect is taken once.
      for (const [place, one] of queue) reasonings[place] = await this.write(one, signal);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    const written = reasonings.filter(({ source }) => source === 'model').length;
    return {
      reasonings,
      counts: { model: written, built_in: reasonings.length - written, failed: this.failed },
    };
  }

  private async write(facts: ReasoningFacts, signal: AbortSignal): Promise<Reasoning> {
    signal.throwIfAborted();
    if (this.model === null || this.patience.isOver()) return this.fallback.write(facts, signal);
    try {
      const reasoning = await this.model.write(facts, signal);
      this.patience.succeeded();
      return reasoning;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelFailure)) throw error;
      this.note(error);
      return this.fallback.write(facts, signal);
    }
  }

  private note(failure: ModelFailure): void {
    const wasOver = this.patience.isOver();
    this.failed += 1;
    this.patience.failed(failure);
    if (wasOver) return;
    const consequence = this.patience.isOver() ? '; it is not asked again in this run' : '';
    this.complain(`The language model failed for one prospect: ${failure.message}${consequence}`);
  }
}
