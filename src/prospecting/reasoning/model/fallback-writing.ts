import type { ReasoningFacts } from '../../assessment/facts/candidate.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { ModelFailure } from './model-failure.js';
import type { ModelWriter } from './model-writer.js';
import type { Reasoning, ReasoningWriter } from '../reasoning.js';

/** How many prospects got their reasoning from which writer. The metadata of a run contain these counts as `reasoning`. */
interface ReasoningCounts {
  /** The number of prospects for whom the language model wrote. */
  readonly model: number;
  /**
   * The number of prospects for whom the built-in writer wrote: because no model is configured, because the model failed, or
   * because the circuit breaker is open.
   */
  readonly built_in: number;
  /** The number of prospects for whom the model failed. */
  readonly failed: number;
}

export interface ReasoningOutcome {
  /** One entry for each prospect, in the order of the facts. */
  readonly reasonings: readonly Reasoning[];
  readonly counts: ReasoningCounts;
}

/**
 * Writes the reasoning for the prospects of one run. The model writes it; if the model fails for a prospect, the fallback writes
 * it.
 */
export class FallbackWriting {
  private readonly breaker = new CircuitBreaker();
  private failed = 0;
  private hasWarnedOfOpening = false;

  /**
   * Prepares the writing for one run. Each run has a circuit breaker of its own.
   * @param model null when no language model is configured
   * @param silenceMs if the model answers nothing for this time, in milliseconds, the circuit breaker opens
   * @param fallback the writer for prospects for whom the model does not write; it must not fail
   * @param warn is called with a line about each failure of the model, until the circuit breaker has opened. The line contains nothing
   *   of the prompt or the profile.
   */
  constructor(
    private readonly model: ModelWriter | null,
    private readonly silenceMs: number,
    private readonly fallback: ReasoningWriter,
    private readonly warn: (message: string) => void,
  ) {}

  /**
   * Writes the reasoning for all prospects of the run.
   * @param concurrency the number of prospects for whom the reasoning is written at the same time
   * @throws the signal's reason when the signal aborts
   */
  async writeAll(
    facts: readonly ReasoningFacts[],
    concurrency: number,
    signal: AbortSignal,
  ): Promise<ReasoningOutcome> {
    const reasonings: Reasoning[] = [];
    const queue = facts.entries();
    const writeQueued = async () => {
      // All of these loops take prospects from the same iterator, so each prospect is handled only once.
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
    const consequence = this.hasWarnedOfOpening ? '; the built-in writer writes for the rest of this run' : '';
    this.warn(
      `The language model failed for a prospect, so the built-in writer writes instead: ${failure.message}${consequence}`,
    );
  }
}
