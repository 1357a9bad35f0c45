import type { ReasoningFacts } from '../assessment/candidate.js';
import type { Reasoning } from './reasoning.js';

/** Says why somebody is a prospect, from nothing but the facts: a language model does, or the built-in writer. */
export interface ReasoningWriter {
  /**
   * @param signal the run's; when it aborts the promise is rejected with its reason
   * @throws ModelFailure when a language model gave nothing that can be used
   */
  write(facts: ReasoningFacts, signal: AbortSignal): Promise<Reasoning>;
}
