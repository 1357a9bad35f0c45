import type { ReasoningFacts } from '../../assessment/facts/candidate.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { ModelFailure } from './model-failure.js';
import type { ModelWriter } from './model-writer.js';
import type { Reasoning, ReasoningWriter } from '../reasoning.js';

/** Numbers of prospects; the members are those of a run's metadata. */
interface ReasoningCounts {
  /** Reasoning written by the model. */
  readonly model: number;
  /** Reasoning written by the built-in writer, because there is no model, it failed, or its circuit breaker is open. */
  readonly built_in: number;
  /** Failed calls to the model. */
  readonly failed: number;
}

export interface ReasoningOutcome {
  /** In the order of the facts. */
  readonly reasonings: readonly Reasoning[];
  readonly counts: ReasoningCounts;
}

/** Writes the reasoning of one run with the model and, for each prospect for which it fails, with the fallback. */
export class FallbackWriting {
  private readonly breaker = new CircuitBreaker();
  private failed = 0;
  private hasWarnedOfOpening = false;

  /**
   * @param model null where there is none
   * @param silenceMs the circuit breaker opens when the model has not answered for this long
   * @param fallback must not fail
   * @param warn takes a line about a failure of the model; it holds nothing of prompt or profile
   */
  constructor(
    private readonly model: ModelWriter | null,
    private readonly silenceMs: number,
    private readonly fallback: ReasoningWriter,
    private readonly warn: (message: string) => void,
  ) {}

  /**
   * @param concurrency how many prospects are written about at a time
   * @throws the signal's reason when it aborts
   */
  async writeAll(
    facts: readonly ReasoningFacts[],
    concurrency: number,
    signal: AbortSignal,
  ): Promise<ReasoningOutcome> {
    const reasonings: Reasoning[] = [];
    const queue = facts.entries();
    const writeQueued = async () => {
      // All share the iterator, so each prospect is written about once.
      for (const [index, one] of queue) reasonings[index] = await this.write(one, signal);
    };
    if (this.model !== null) this.breaker.watch(this.model, this.silenceMs);
    try {
      await Promise.all(Array.from({ length: concurrency }, writeQueued));
    } finally {
      this.breaker.stopWatching();
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
