import pLimit from 'p-limit';
import { untilAborted } from '../../../platform/async/with-timeout.js';
import type { ReasoningFacts } from '../../assessment/facts/candidate.js';
import type { Answer } from './answer.js';
import { ModelClient, type ModelSettings } from './model-client.js';
import { promptFor } from './prompt.js';
import type { ModelActivity } from './silence.js';

/**
 * Writes the reasoning with a language model. All runs of a process share one instance, so its limit on concurrent calls applies to
 * all of them together.
 */
export class ModelWriter implements ModelActivity {
  private readonly client: ModelClient;
  private readonly limit: ReturnType<typeof pLimit>;

  /**
   * Makes the writer and its client for the model.
   * @param concurrency the maximum number of calls to the model at the same time
   */
  constructor(settings: ModelSettings, concurrency: number) {
    this.client = new ModelClient(settings, concurrency);
    this.limit = pLimit(concurrency);
  }

  get lastAnswerAt(): number {
    return this.client.lastAnswerAt;
  }

  /**
   * Asks the model for the reasoning for one prospect.
   * @param signal the signal of the run; when it aborts, the promise is rejected with the reason of the signal
   * @returns the usable sections, at least one
   * @throws ModelFailure when the language model gave no usable answer
   */
  write(facts: ReasoningFacts, signal: AbortSignal): Promise<Answer> {
    const prompt = promptFor(facts);
    // If the maximum number of calls is under way, this call waits. If the run ends in the meantime, the wait ends at once.
    return untilAborted(
      signal,
      this.limit(async () => {
        signal.throwIfAborted();
        return this.client.ask(prompt, signal);
      }),
    );
  }
}
