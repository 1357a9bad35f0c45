import pLimit from 'p-limit';
import { untilAborted } from '../../../platform/async/with-timeout.js';
import type { ReasoningFacts } from '../../assessment/facts/candidate.js';
import type { Reasoning, ReasoningWriter } from '../reasoning.js';
import { ModelClient, type ModelSettings } from './model-client.js';
import type { ModelActivity } from './circuit-breaker.js';
import { ModelFailure } from './model-failure.js';
import { type Prompt, promptFor, readAnswer } from './prompt.js';

/**
 * Writes the reasoning with a language model. All runs of a process share one instance, so its limit on concurrent calls applies to
 * all of them together.
 */
export class ModelWriter implements ReasoningWriter, ModelActivity {
  private readonly client: ModelClient;
  private readonly limit: ReturnType<typeof pLimit>;
  lastAnswerAt = -Infinity;

  /**
   * Makes the writer and its client for the model.
   * @param concurrency the maximum number of calls to the model at the same time
   */
  constructor(settings: ModelSettings, concurrency: number) {
    this.client = new ModelClient(settings);
    this.limit = pLimit(concurrency);
  }

  async write(facts: ReasoningFacts, signal: AbortSignal): Promise<Reasoning> {
    const prompt = promptFor(facts);
    // If the maximum number of calls is under way, this call waits. If the run ends in the meantime, the wait ends at once.
    const content = await untilAborted(
      signal,
      this.limit(() => this.ask(prompt, signal)),
    );
    const answer = readAnswer(content);
    if ('fault' in answer) throw new ModelFailure('unusable', answer.fault);
    return { sections: answer.sections, source: 'model' };
  }

  private async ask(prompt: Prompt, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    try {
      const content = await this.client.ask(prompt, signal);
      this.lastAnswerAt = performance.now();
      return content;
    } catch (error) {
      const hasAnswered = error instanceof ModelFailure && error.kind !== 'timeout';
      if (hasAnswered) this.lastAnswerAt = performance.now();
      throw error;
    }
  }
}
