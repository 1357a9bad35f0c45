import type { ReasoningFacts } from '../../assessment/candidate.js';
import { CircuitBreaker, ModelFailure } from './model-failure.js';
import type { ModelWriter } from './model-writer.js';
import type { Reasoning, ReasoningWriter } from '../reasoning.js';

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
  private readonly breaker = new CircuitBreaker();
  private failed = 0;
  private hasWarnedOfOpening = false;

  /**
   * @param model null where there is none
   * @param silenceMs how long the model may answer nothing before this run asks it no more
   * @param fallback must not fail
   * @param warn is called with why the model failed: a line without anything of prompt or profile
   */
  constructor(
    private readonly model: ModelWriter | null,
    private readonly silenceMs: number,
    private readonly fallback: ReasoningWriter,
    private readonly warn: (message: string) => void,
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
    if (this.model !== null) this.breaker.watch(this.model, this.silenceMs);
    try {
      await Promise.all(Array.from({ length: lanes }, lane));
    } finally {
      this.breaker.close();
    }
    const written = reasonings.filter(({ source }) => source === 'model').length;
    return {
      reasonings,
      counts: { model: written, built_in: reasonings.length - written, failed: this.failed },
    };
  }

  private async write(facts: ReasoningFacts, signal: AbortSignal): Promise<Reasoning> {
    signal.throwIfAborted();
    if (this.model === null || this.breaker.isOpen()) return this.fallback.write(facts, signal);
    try {
      const reasoning = await this.model.write(facts, AbortSignal.any([signal, this.breaker.silent]));
      this.breaker.succeeded();
      return reasoning;
    } catch (error) {
      signal.throwIfAborted();
      this.note(this.failureOf(error));
      return this.fallback.write(facts, signal);
    }
  }

  private failureOf(error: unknown): ModelFailure {
    if (error instanceof ModelFailure) return error;
    if (this.breaker.silent.aborted) return new ModelFailure('timeout', 'no answer in time');
    throw error;
  }

  private note(failure: ModelFailure): void {
    this.failed += 1;
    if (this.hasWarnedOfOpening) return;
    this.breaker.failed(failure);
    this.hasWarnedOfOpening = this.breaker.isOpen();
    const consequence = this.hasWarnedOfOpening ? '; it is not asked again in this run' : '';
    this.warn(`The language model failed for one prospect: ${failure.message}${consequence}`);
  }
}
