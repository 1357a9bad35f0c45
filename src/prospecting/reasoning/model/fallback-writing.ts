import type { ReasoningFacts } from '../../assessment/facts/candidate.js';
import { type Reasoning, type ReasoningSection, type ReasoningWriter, sectionOrder } from '../reasoning.js';
import type { SectionFault } from './answer.js';
import { CircuitBreaker, type Silencing } from './circuit-breaker.js';
import { type FailureCause, ModelFailure } from './model-failure.js';
import type { ModelWriter } from './model-writer.js';

/**
 * Why the built-in writer wrote a section. `not_asked`: the model has failed too often in the run. `out_of_time`: the run needed the rest of
 * its time. The other causes name what was wrong with the answer or with the section.
 */
export type ReplacementCause = 'not_asked' | Silencing | FailureCause | SectionFault;

/** How many prospects got their reasoning from which writer. The metadata of a run contain these counts as `reasoning`. */
interface ReasoningCounts {
  /** The number of prospects for whom the language model wrote at least one section. */
  readonly model: number;
  /**
   * The number of prospects for whom the built-in writer wrote all sections: because no model is configured, because the model failed,
   * or because the circuit breaker is open.
   */
  readonly built_in: number;
  /** The number of prospects for whom the model failed. */
  readonly failed: number;
  /** The number of sections that each writer wrote; only if a model is configured. */
  readonly sections?: { readonly model: number; readonly built_in: number };
  /** For each cause, the number of sections that the built-in writer wrote for it; only if a model is configured. */
  readonly causes?: Readonly<Partial<Record<ReplacementCause, number>>>;
}

export interface ReasoningOutcome {
  /** One entry for each prospect, in the order of the facts. */
  readonly reasonings: readonly Reasoning[];
  readonly counts: ReasoningCounts;
}

export interface RunPatience {
  /** If the model answers nothing for this time, in milliseconds, the circuit breaker opens. */
  readonly silenceMs: number;
  /** The time in milliseconds after which the rest of the run is left to the built-in writer. */
  readonly totalMs: number;
}

/**
 * Writes the reasoning for the prospects of one run. The model writes it; what the model does not write, the fallback writes: a section,
 * or all that is said of a prospect.
 */
export class FallbackWriting {
  private readonly breaker = new CircuitBreaker();
  private failed = 0;
  private hasWarnedOfOpening = false;
  private readonly causes = new Map<ReplacementCause, number>();

  /**
   * Prepares the writing for one run. Each run has a circuit breaker of its own.
   * @param model null when no language model is configured
   * @param fallback the writer for what the model does not write; it must not fail
   * @param warn is called with a line about each failure of the model, until the circuit breaker has opened. The line contains nothing
   *   of the prompt or the profile.
   */
  constructor(
    private readonly model: ModelWriter | null,
    private readonly patience: RunPatience,
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
    const { silenceMs, totalMs } = this.patience;
    const stopWatching = this.model === null ? null : this.breaker.watch(this.model, silenceMs, totalMs);
    try {
      await Promise.all(Array.from({ length: concurrency }, writeQueued));
    } finally {
      stopWatching?.();
    }
    return { reasonings, counts: this.countsOf(reasonings) };
  }

  private countsOf(reasonings: readonly Reasoning[]): ReasoningCounts {
    const written = reasonings.filter(({ source }) => source === 'model').length;
    const counts = { model: written, built_in: reasonings.length - written, failed: this.failed };
    if (this.model === null) return counts;
    const replaced = [...this.causes.values()].reduce((sum, count) => sum + count, 0);
    const sections = { model: reasonings.length * sectionOrder.length - replaced, built_in: replaced };
    return { ...counts, sections, causes: Object.fromEntries(this.causes) };
  }

  private async write(facts: ReasoningFacts, signal: AbortSignal): Promise<Reasoning> {
    signal.throwIfAborted();
    if (this.model === null) return this.fallback.write(facts, signal);
    if (this.breaker.isOpen()) return this.replaceAll(facts, this.breaker.silencing ?? 'not_asked', signal);
    try {
      const { sections, faults } = await this.model.write(facts, AbortSignal.any([signal, this.breaker.silent]));
      this.breaker.succeeded();
      return await this.complete(facts, sections, faults, signal);
    } catch (error) {
      signal.throwIfAborted();
      const failure = this.failureOf(error);
      this.note(failure);
      return this.replaceAll(facts, failure.reason, signal);
    }
  }

  /** Adds the sections that the model did not write. */
  private async complete(
    facts: ReasoningFacts,
    written: Partial<Reasoning['sections']>,
    faults: ReadonlyMap<ReasoningSection, SectionFault>,
    signal: AbortSignal,
  ): Promise<Reasoning> {
    for (const fault of faults.values()) this.count(fault, 1);
    const { sections } = await this.fallback.write(facts, signal);
    return { sections: { ...sections, ...written }, source: 'model' };
  }

  private replaceAll(facts: ReasoningFacts, cause: ReplacementCause, signal: AbortSignal): Promise<Reasoning> {
    this.count(cause, sectionOrder.length);
    return this.fallback.write(facts, signal);
  }

  private count(cause: ReplacementCause, sections: number): void {
    this.causes.set(cause, (this.causes.get(cause) ?? 0) + sections);
  }

  private failureOf(error: unknown): FailureOfProspect {
    if (error instanceof ModelFailure) return error;
    if (this.breaker.silencing === 'out_of_time')
      return { reason: 'out_of_time', status: null, message: 'the time of the run is nearly over' };
    if (this.breaker.silent.aborted) return { reason: 'timeout', status: null, message: 'no answer in time' };
    throw error;
  }

  private note(failure: FailureOfProspect): void {
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

interface FailureOfProspect {
  readonly reason: ReplacementCause;
  readonly status: number | null;
  readonly message: string;
}
